"""A phone marks the lists it keeps: favorites and tags."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("army_phones", sa.Column("favorite", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("army_phones", sa.Column("tags", sa.Text(), server_default="[]", nullable=False))


def downgrade() -> None:
    with op.batch_alter_table("army_phones") as batch:
        batch.drop_column("tags")
        batch.drop_column("favorite")
