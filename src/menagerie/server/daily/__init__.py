"""The same deal for several: the deal of the day, and duplicate tables.

`names` says what a table's deal is called, `days` when a day's deal can be played, `games` which game each title is
played as, `seeds` where a seed comes from. `tries` begins tries, `results` compares them, `ladder` adds a week up;
`duplicates` are tables of several groups. `DealPolicy` (in `looking`) says who may look at what, and when a seed is told.
"""
