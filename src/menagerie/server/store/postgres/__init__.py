"""Tables kept in PostgreSQL, shared by several processes.

Events, sessions, the processes, and the leases by which a process owns a table. It is imported only where PostgreSQL is
used, because its driver is an extra.
"""
