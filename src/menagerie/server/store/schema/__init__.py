"""The relations of the database, all of them, whichever feature they belong to.

They stand together because migrations, backups and moves to another database need every one. There are no queries here.
"""
