"""Games recorded on 18xx.games, the site: read into records of ours, and written as the site would. Never compiled."""
