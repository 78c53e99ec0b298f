"""Every check and every test: `./menagerie test`.

`steps` says what is run, `schedule` runs it, two steps at a time, `sessions` runs and reads pytest, `report` prints.
`changed` finds what a change can break. `recorder` is a plugin for pytest, loaded in its process.
"""
