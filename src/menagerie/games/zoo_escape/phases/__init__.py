"""The phases: rounds, the turns of Animals and Machine, revealing tiles, captures, Keepers."""
