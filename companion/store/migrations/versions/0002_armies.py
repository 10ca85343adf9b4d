"""Army lists with their edits, the phones that keep them, and the miniatures a phone's owner has."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "army_lists",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("edit_token", sa.String(), nullable=False),
        sa.Column("share_token", sa.String(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("next_entry", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.String(), nullable=False),
        sa.Column("changed_at", sa.String(), nullable=False),
        sa.Column("deleted_at", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_army_lists")),
        sa.UniqueConstraint("edit_token", name=op.f("uq_army_lists_edit_token")),
        sa.UniqueConstraint("share_token", name=op.f("uq_army_lists_share_token")),
    )
    op.create_table(
        "army_edits",
        sa.Column("list_id", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("device", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("changes", sa.Text(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.Column("target", sa.Integer(), nullable=True),
        sa.Column("standing", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["list_id"], ["army_lists.id"], name=op.f("fk_army_edits_list_id")),
        sa.PrimaryKeyConstraint("list_id", "seq", name=op.f("pk_army_edits")),
        sa.UniqueConstraint("list_id", "key", name=op.f("uq_army_edits_list_id_key")),
    )
    op.create_index("ix_army_edits_own", "army_edits", ["list_id", "device", "standing", "seq"], unique=False)
    op.create_table(
        "army_phones",
        sa.Column("list_id", sa.String(), nullable=False),
        sa.Column("device", sa.String(), nullable=False),
        sa.Column("since", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["list_id"], ["army_lists.id"], name=op.f("fk_army_phones_list_id")),
        sa.PrimaryKeyConstraint("list_id", "device", name=op.f("pk_army_phones")),
    )
    op.create_index("ix_army_phones_device", "army_phones", ["device"], unique=False)
    op.create_table(
        "army_miniatures",
        sa.Column("device", sa.String(), nullable=False),
        sa.Column("profile", sa.String(), nullable=False),
        sa.Column("owned", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("device", "profile", name=op.f("pk_army_miniatures")),
    )


def downgrade() -> None:
    op.drop_table("army_miniatures")
    op.drop_index("ix_army_phones_device", table_name="army_phones")
    op.drop_table("army_phones")
    op.drop_index("ix_army_edits_own", table_name="army_edits")
    op.drop_table("army_edits")
    op.drop_table("army_lists")
