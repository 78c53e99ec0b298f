"""Who decides what now: rounds, the turns of Animals and Machine, tiles that are turned up, captures, keepers."""
