"""A table nobody touched for long is closed, and its log kept."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "closed",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("closed_at", sa.String(), nullable=False),
        sa.Column("devices", sa.Text(), nullable=False),
        sa.Column("logs", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_closed_table_id"),
        sa.PrimaryKeyConstraint("table_id", name="pk_closed"),
    )


def downgrade() -> None:
    op.drop_table("closed")
