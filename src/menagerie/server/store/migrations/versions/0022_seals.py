"""Seal every row with people's names, chat and credentials."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"

SEALED = ("guests", "accounts", "passkeys", "chat")


def upgrade() -> None:
    """Migrate to this version. The starting server seals the rows."""
    unsealed = sa.text("seal IS NULL")
    for relation in SEALED:
        op.add_column(relation, sa.Column("seal", sa.String))
        op.create_index(f"{relation}_unsealed", relation, ["seal"], sqlite_where=unsealed, postgresql_where=unsealed)


def downgrade() -> None:
    """Migrate back to the previous version."""
    for relation in SEALED:
        op.drop_index(f"{relation}_unsealed", relation)
        with op.batch_alter_table(relation) as batch:
            batch.drop_column("seal")
