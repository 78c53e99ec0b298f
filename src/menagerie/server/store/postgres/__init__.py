"""Store tables in PostgreSQL, shared by several processes.

Events, sessions, the processes, and the leases by which a process owns a table. Imported only where PostgreSQL is used,
because its driver is an extra."""
