"""How a database of an older version becomes one of this version; `directory.upgrade` runs it at every start."""
