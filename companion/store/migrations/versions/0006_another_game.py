"""A table whose game is over may go on in another game: it knows the table of that one."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("next_id", sa.String(), nullable=True))
    op.create_index("ix_tables_next_id", "tables", ["next_id"], unique=True)


def downgrade() -> None:
    op.drop_index("ix_tables_next_id", "tables")
    op.drop_column("tables", "next_id")
