"""Run by Alembic: the migrations, on the connection that the server provides."""

from alembic import context

from menagerie.server.store.schema.tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
