"""Several phones hold one seat together."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "partners",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("device", sa.String(), nullable=False),
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("joined_at", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_partners_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seat", "device", name=op.f("pk_partners")),
    )
    op.create_index("ix_partners_device", "partners", ["device"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_partners_device", table_name="partners")
    op.drop_table("partners")
