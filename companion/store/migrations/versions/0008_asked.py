"""The same key with other data is told from the same entry sent again."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

KEYED = ("events", "asks", "army_edits")


def upgrade() -> None:
    for table in KEYED:
        op.add_column(table, sa.Column("asked", sa.String(), nullable=True))


def downgrade() -> None:
    for table in KEYED:
        op.drop_column(table, "asked")
