"""What is remembered of printing, and which list a side brought to its table."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "army_brought",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("list_id", sa.String(), nullable=False),
        sa.Column("pieces", sa.Text(), nullable=False),
        sa.Column("codes", sa.Text(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["list_id"], ["army_lists.id"], name=op.f("fk_army_brought_list_id")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_army_brought_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_army_brought")),
    )
    op.create_index("ix_army_brought_list_id", "army_brought", ["list_id"], unique=False)
    op.create_table(
        "print_choices",
        sa.Column("device", sa.String(), nullable=False),
        sa.Column("choices", sa.Text(), nullable=False),
        sa.Column("changed_at", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("device", name=op.f("pk_print_choices")),
    )
    op.create_table(
        "print_lists",
        sa.Column("list_id", sa.String(), nullable=False),
        sa.Column("device", sa.String(), nullable=False),
        sa.Column("counts", sa.Text(), nullable=True),
        sa.Column("printed", sa.Text(), nullable=False),
        sa.Column("printed_at", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["list_id"], ["army_lists.id"], name=op.f("fk_print_lists_list_id")),
        sa.PrimaryKeyConstraint("list_id", "device", name=op.f("pk_print_lists")),
    )
    op.create_table(
        "print_profiles",
        sa.Column("device", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("bar_across", sa.Float(), nullable=False),
        sa.Column("bar_down", sa.Float(), nullable=False),
        sa.Column("back_right", sa.Float(), nullable=False),
        sa.Column("back_down", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("device", "name", name=op.f("pk_print_profiles")),
    )


def downgrade() -> None:
    op.drop_table("print_profiles")
    op.drop_table("print_lists")
    op.drop_table("print_choices")
    op.drop_index("ix_army_brought_list_id", table_name="army_brought")
    op.drop_table("army_brought")
