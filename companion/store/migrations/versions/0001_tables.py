"""Version 1, the first. A new database is made whole, from `schema.py`, and needs no migration: those behind this one
bring up what an earlier version has made.
"""

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing: no database is older."""
