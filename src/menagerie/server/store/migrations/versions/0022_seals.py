"""A seal on every row that says what people are called, what they have said, and what proves who they are."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"

SEALED = ("guests", "accounts", "passkeys", "chat")


def upgrade() -> None:
    """Go to this version. The rows are sealed by whoever starts it."""
    unsealed = sa.text("seal IS NULL")
    for relation in SEALED:
        op.add_column(relation, sa.Column("seal", sa.String))
        op.create_index(f"{relation}_unsealed", relation, ["seal"], sqlite_where=unsealed, postgresql_where=unsealed)


def downgrade() -> None:
    """Go back to the version before."""
    for relation in SEALED:
        op.drop_index(f"{relation}_unsealed", relation)
        with op.batch_alter_table(relation) as batch:
            batch.drop_column("seal")
