"""Let several people play the same deal: the deal of the day, and duplicate tables.

`daily_games` lists the titles that have one, `seeds` derives the seeds. `attempts` starts attempts, `attempt_results`
ranks them, `ladder` sums up a week; `duplicates` are tables of several groups. `DealPolicy` (in `access`) says who may
view what, and when a seed is revealed. The names of deals are in `shared_deals`, and the days on which they can be
played in `deal_days`: tables store the name, and nothing else knows its meaning."""
