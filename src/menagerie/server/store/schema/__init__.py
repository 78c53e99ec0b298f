"""Define all relations of the database, of every feature.

They are together because migrations, backups and moves to another database need each of them. There are no queries
here."""
