"""The same deal for several: the deal of the day, and duplicate tables.

`daily_games` lists the titles that have one, `seeds` says where a seed comes from. `attempts` begins tries,
`attempt_results` compares them, `ladder` adds a week up; `duplicates` are tables of several groups. `DealPolicy` (in
`access`) says who may look at what, and when a seed is told. What a deal is called, and when a day's can be played, is
in `shared_deals` and `deal_days`: tables store the name, and nothing else knows what it means.
"""
