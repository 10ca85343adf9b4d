"""All tables of version 1."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
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
        "army_miniatures",
        sa.Column("device", sa.String(), nullable=False),
        sa.Column("profile", sa.String(), nullable=False),
        sa.Column("owned", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("device", "profile", name=op.f("pk_army_miniatures")),
    )
    op.create_table(
        "evenings",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("host_token", sa.String(), nullable=False),
        sa.Column("token", sa.String(), nullable=False),
        sa.Column("device", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("koku", sa.Integer(), nullable=True),
        sa.Column("until", sa.String(), nullable=False),
        sa.Column("created_at", sa.String(), nullable=False),
        sa.Column("opened_at", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_evenings")),
        sa.UniqueConstraint("host_token", name=op.f("uq_evenings_host_token")),
        sa.UniqueConstraint("token", name=op.f("uq_evenings_token")),
    )
    op.create_index("ix_evenings_device", "evenings", ["device"], unique=False)
    op.create_table(
        "evening_lists",
        sa.Column("evening_id", sa.String(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("device", sa.String(), nullable=False),
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("legal", sa.Boolean(), nullable=False),
        sa.Column("sent_at", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["evening_id"], ["evenings.id"], name=op.f("fk_evening_lists_evening_id")),
        sa.PrimaryKeyConstraint("evening_id", "id", name=op.f("pk_evening_lists")),
        sa.UniqueConstraint("evening_id", "device", "player", name=op.f("uq_evening_lists_evening_id_device_player")),
    )
    op.create_table(
        "codes",
        sa.Column("words", sa.String(), nullable=False),
        sa.Column("table_id", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("words", name=op.f("pk_codes")),
    )
    op.create_table(
        "households",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("word", sa.String(), nullable=False),
        sa.Column("book", sa.Text(), nullable=False),
        sa.Column("created_at", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_households")),
        sa.UniqueConstraint("word", name=op.f("uq_households_word")),
    )
    op.create_table(
        "links",
        sa.Column("token", sa.String(), nullable=False),
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_links")),
    )
    op.create_index("ix_links_seat", "links", ["table_id", "seat"], unique=False)
    op.create_table(
        "print_choices",
        sa.Column("device", sa.String(), nullable=False),
        sa.Column("choices", sa.Text(), nullable=False),
        sa.Column("changed_at", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("device", name=op.f("pk_print_choices")),
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
        sa.Column("next_id", sa.String(), nullable=True),
        sa.Column("before_id", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
    )
    op.create_table(
        "told",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("host", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_told")),
    )
    op.create_table(
        "visits",
        sa.Column("device", sa.String(), nullable=False),
        sa.Column("table_id", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("device", "table_id", name=op.f("pk_visits")),
    )
    op.create_index("ix_visits_table_id", "visits", ["table_id"], unique=False)
    op.create_table(
        "army_brought",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("list_id", sa.String(), nullable=False),
        sa.Column("pieces", sa.Text(), nullable=False),
        sa.Column("codes", sa.Text(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_army_brought_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_army_brought")),
    )
    op.create_table(
        "army_edits",
        sa.Column("list_id", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("asked", sa.String(), nullable=True),
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
        sa.Column("favorite", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("tags", sa.Text(), server_default="[]", nullable=False),
        sa.ForeignKeyConstraint(["list_id"], ["army_lists.id"], name=op.f("fk_army_phones_list_id")),
        sa.PrimaryKeyConstraint("list_id", "device", name=op.f("pk_army_phones")),
    )
    op.create_index("ix_army_phones_device", "army_phones", ["device"], unique=False)
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
        sa.Column("asked", sa.String(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("answer_key", sa.String(), nullable=True),
        sa.Column("answer_device", sa.String(), nullable=True),
        sa.Column("answer_version", sa.Integer(), nullable=True),
        sa.Column("answer_seq", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_asks_table_id")),
        sa.PrimaryKeyConstraint("table_id", "id", name=op.f("pk_asks")),
        sa.UniqueConstraint("table_id", "answer_key", name=op.f("uq_asks_table_id_answer_key")),
        sa.UniqueConstraint("table_id", "key", name=op.f("uq_asks_table_id_key")),
    )
    op.create_index("ix_asks_open", "asks", ["table_id", "outcome"], unique=False)
    op.create_table(
        "bringings",
        sa.Column("list_id", sa.String(), nullable=False),
        sa.Column("table_id", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["list_id"], ["army_lists.id"], name=op.f("fk_bringings_list_id")),
        sa.PrimaryKeyConstraint("list_id", "table_id", name=op.f("pk_bringings")),
    )
    op.create_index("ix_bringings_table_id", "bringings", ["table_id"], unique=False)
    op.create_table(
        "closed",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("closed_at", sa.String(), nullable=False),
        sa.Column("devices", sa.Text(), nullable=False),
        sa.Column("logs", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_closed_table_id")),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_closed")),
    )
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
        sa.Column("asked", sa.String(), nullable=True),
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
        "household_phones",
        sa.Column("device", sa.String(), nullable=False),
        sa.Column("household_id", sa.String(), nullable=False),
        sa.Column("since", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["household_id"], ["households.id"], name=op.f("fk_household_phones_household_id")),
        sa.PrimaryKeyConstraint("device", name=op.f("pk_household_phones")),
    )
    op.create_index("ix_household_phones_household_id", "household_phones", ["household_id"], unique=False)
    op.create_table(
        "household_plays",
        sa.Column("household_id", sa.String(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("made_of", sa.String(), nullable=False),
        sa.Column("play", sa.Text(), nullable=True),
        sa.Column("mended", sa.Text(), nullable=False),
        sa.Column("removed_at", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["household_id"], ["households.id"], name=op.f("fk_household_plays_household_id")),
        sa.PrimaryKeyConstraint("household_id", "id", name=op.f("pk_household_plays")),
    )
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
        "seats",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("device", sa.String(), nullable=True),
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("token", sa.String(), nullable=True),
        sa.Column("spent_token", sa.String(), nullable=True),
        sa.Column("brought_from", sa.String(), nullable=True),
        sa.Column("taken_at", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_seats_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_seats")),
    )
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("rules_version", sa.String(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_snapshots_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seq", name=op.f("pk_snapshots")),
    )
    # ### end Alembic commands ###
