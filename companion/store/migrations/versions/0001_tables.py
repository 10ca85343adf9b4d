"""Tables with their events, snapshots, seats and asks."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("words", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("setup", sa.Text(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("rules_version", sa.String(), nullable=False),
        sa.Column("created_at", sa.String(), nullable=False),
        sa.Column("changed_at", sa.String(), nullable=False),
        sa.Column("deleted_at", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
        sa.UniqueConstraint("words", name=op.f("uq_tables_words")),
    )
    op.create_index("ix_tables_owner", "tables", ["owner"], unique=False)
    op.create_table(
        "asks",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("device", sa.String(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("lines", sa.Text(), nullable=False),
        sa.Column("created_at", sa.String(), nullable=False),
        sa.Column("outcome", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("answer_key", sa.String(), nullable=True),
        sa.Column("answer_device", sa.String(), nullable=True),
        sa.Column("answer_version", sa.Integer(), nullable=True),
        sa.Column("answer_seq", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_asks_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_asks")),
        sa.UniqueConstraint("table_id", "answer_key", name=op.f("uq_asks_table_id_answer_key")),
        sa.UniqueConstraint("table_id", "key", name=op.f("uq_asks_table_id_key")),
    )
    op.create_index("ix_asks_open", "asks", ["table_id", "outcome"], unique=False)
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=True),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("device", sa.String(), nullable=False),
        sa.Column("how", sa.String(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("rules_version", sa.String(), nullable=False),
        sa.Column("slot", sa.Integer(), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("voided_by", sa.Integer(), nullable=True),
        sa.Column("amends", sa.Integer(), nullable=True),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("line", sa.Text(), nullable=True),
        sa.Column("private", sa.Text(), nullable=True),
        sa.Column("step", sa.String(), nullable=False),
        sa.Column("reveals", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_events_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seq", name=op.f("pk_events")),
        sa.UniqueConstraint("table_id", "key", name=op.f("uq_events_table_id_key")),
    )
    op.create_index("ix_events_fold", "events", ["table_id", "live", "slot", "seq"], unique=False)
    op.create_index("ix_events_listed", "events", ["table_id", "listed", "slot", "seq"], unique=False)
    op.create_index("ix_events_own", "events", ["table_id", "live", "by", "slot", "seq"], unique=False)
    op.create_index("ix_events_step", "events", ["table_id", "step"], unique=False)
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("device", sa.String(), nullable=True),
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("token", sa.String(), nullable=True),
        sa.Column("taken_at", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_seats_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_seats")),
        sa.UniqueConstraint("token", name=op.f("uq_seats_token")),
    )
    op.create_index("ix_seats_device", "seats", ["device"], unique=False)
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("rules_version", sa.String(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_snapshots_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seq", name=op.f("pk_snapshots")),
    )


def downgrade() -> None:
    op.drop_table("snapshots")
    op.drop_index("ix_seats_device", table_name="seats")
    op.drop_table("seats")
    op.drop_index("ix_events_step", table_name="events")
    op.drop_index("ix_events_own", table_name="events")
    op.drop_index("ix_events_listed", table_name="events")
    op.drop_index("ix_events_fold", table_name="events")
    op.drop_table("events")
    op.drop_index("ix_asks_open", table_name="asks")
    op.drop_table("asks")
    op.drop_index("ix_tables_owner", table_name="tables")
    op.drop_table("tables")
