"""How a database of an older version becomes one of this version; `Database` runs it at every start."""
