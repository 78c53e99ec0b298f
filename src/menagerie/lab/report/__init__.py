"""Reports of a title for who designs and balances games: one page, with its figures and the data behind them."""
