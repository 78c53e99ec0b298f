"""Are the tests sharp? Small faults are put into a title's rules, one at a time, and its tests must notice each."""
