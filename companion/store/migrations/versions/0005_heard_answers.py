"""A no that was said before it stayed until it is put away counts as heard: nobody waits for it any more."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

asks = sa.table("asks", sa.column("outcome"))


def _renamed(was: str, now: str) -> None:
    op.get_bind().execute(sa.update(asks).where(asks.c.outcome == was).values(outcome=now))


def upgrade() -> None:
    _renamed("declined", "heard")


def downgrade() -> None:
    _renamed("heard", "declined")
