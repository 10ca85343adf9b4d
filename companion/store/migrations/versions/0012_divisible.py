"""Everything a tap touches begins its keys with the table's id; look-ups by anything else have tables of their own."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

LOOKUPS = (
    "INSERT INTO codes (words, table_id) SELECT words, id FROM tables",
    "INSERT INTO links (token, table_id, seat) SELECT token, table_id, seat FROM seats WHERE token IS NOT NULL",
    """INSERT INTO visits (device, table_id)
       SELECT owner, id FROM tables WHERE deleted_at IS NULL
       UNION SELECT device, table_id FROM seats WHERE device IS NOT NULL
       UNION SELECT device, table_id FROM partners""",
    "INSERT INTO bringings (list_id, table_id) SELECT DISTINCT list_id, table_id FROM army_brought",
    "UPDATE tables SET before_id = (SELECT b.id FROM tables b WHERE b.next_id = tables.id AND b.deleted_at IS NULL)",
)


def upgrade() -> None:
    op.create_table(
        "codes",
        sa.Column("words", sa.String(), nullable=False),
        sa.Column("table_id", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("words", name=op.f("pk_codes")),
    )
    op.create_table(
        "links",
        sa.Column("token", sa.String(), nullable=False),
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_links")),
    )
    op.create_index("ix_links_seat", "links", ["table_id", "seat"])
    op.create_table(
        "visits",
        sa.Column("device", sa.String(), nullable=False),
        sa.Column("table_id", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("device", "table_id", name=op.f("pk_visits")),
    )
    op.create_index("ix_visits_table_id", "visits", ["table_id"])
    op.create_table(
        "bringings",
        sa.Column("list_id", sa.String(), nullable=False),
        sa.Column("table_id", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["list_id"], ["army_lists.id"], name=op.f("fk_bringings_list_id")),
        sa.PrimaryKeyConstraint("list_id", "table_id", name=op.f("pk_bringings")),
    )
    op.create_index("ix_bringings_table_id", "bringings", ["table_id"])
    op.add_column("tables", sa.Column("before_id", sa.String(), nullable=True))
    for statement in LOOKUPS:
        op.execute(statement)
    op.drop_index("ix_tables_owner", table_name="tables")
    op.drop_index("ix_tables_next_id", table_name="tables")
    op.drop_index("ix_seats_device", table_name="seats")
    op.drop_index("ix_partners_device", table_name="partners")
    op.drop_index("ix_army_brought_list_id", table_name="army_brought")
    with op.batch_alter_table("tables") as table:
        table.drop_constraint("uq_tables_words", type_="unique")
    with op.batch_alter_table("seats") as table:
        table.drop_constraint("uq_seats_token", type_="unique")
    with op.batch_alter_table("army_brought") as table:
        table.drop_constraint("fk_army_brought_list_id", type_="foreignkey")
    with op.batch_alter_table("asks") as table:
        table.drop_constraint("pk_asks", type_="primary")
        table.create_primary_key("pk_asks", ["table_id", "id"])


def downgrade() -> None:
    with op.batch_alter_table("asks") as table:
        table.drop_constraint("pk_asks", type_="primary")
        table.create_primary_key("pk_asks", ["id"])
    with op.batch_alter_table("army_brought") as table:
        table.create_foreign_key("fk_army_brought_list_id", "army_lists", ["list_id"], ["id"])
    with op.batch_alter_table("seats") as table:
        table.create_unique_constraint("uq_seats_token", ["token"])
    with op.batch_alter_table("tables") as table:
        table.create_unique_constraint("uq_tables_words", ["words"])
    op.create_index("ix_army_brought_list_id", "army_brought", ["list_id"])
    op.create_index("ix_partners_device", "partners", ["device"])
    op.create_index("ix_seats_device", "seats", ["device"])
    op.create_index("ix_tables_next_id", "tables", ["next_id"], unique=True)
    op.create_index("ix_tables_owner", "tables", ["owner"])
    op.drop_column("tables", "before_id")
    for name in ("bringings", "visits", "links", "codes"):
        op.drop_table(name)
