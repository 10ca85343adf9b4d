"""Kensei's tables begun before rolls had names say so, so that their events still find the rolls they number."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

NUMBERED = ("kensei-1", "kensei-2", "kensei-3")

tables = sa.table("tables", sa.column("id"), sa.column("game"), sa.column("setup"), sa.column("rules_version"))


def _marked(mark: bool) -> None:
    db = op.get_bind()
    found = sa.select(tables.c.id, tables.c.setup, tables.c.rules_version).where(tables.c.game == "kensei")
    for row in db.execute(found).all():
        setup = json.loads(row.setup)
        if mark and row.rules_version in NUMBERED:
            setup["_begun_by"] = NUMBERED[-1]
        elif not mark:
            setup.pop("_begun_by", None)
        db.execute(sa.update(tables).where(tables.c.id == row.id).values(setup=json.dumps(setup)))


def upgrade() -> None:
    _marked(True)


def downgrade() -> None:
    _marked(False)
