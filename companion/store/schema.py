"""The tables of the database, said once: a new one is made of them. A test compares them with what the migrations make
of one of version 1.

JSON is kept as text and moments as ISO text in UTC, so that SQLite and PostgreSQL hold the very same values.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

HIGHEST = 2**31 - 1
"""The highest number that an Integer column holds on PostgreSQL. SQLite would hold more, and is given none."""


def _table_id() -> Column[str]:
    return Column("table_id", String, ForeignKey("tables.id"), primary_key=True)


tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("words", String, nullable=False),  # the three-word code, as companion.play.words writes it
    Column("game", String, nullable=False),
    Column("name", String, nullable=False),
    Column("setup", Text, nullable=False),
    Column("owner", String, nullable=False),  # the device that made it
    Column("version", Integer, nullable=False),  # rises with every visible change
    Column("seq", Integer, nullable=False),  # the number of the newest event
    Column("rules_version", String, nullable=False),  # the rules its lines and snapshots were made by
    Column("created_at", String, nullable=False),
    Column("changed_at", String, nullable=False),
    Column("deleted_at", String),
    Column("next_id", String),  # the table of the next game of the same players, who took the code along
    Column("before_id", String),  # the table whose next game this one is
)

# The first block of columns is the log: written once, never changed. The second says where an event stands now;
# it follows from the log alone (undo and amend events name what they void) and is kept so that a tap need not
# read the log from its beginning.
events = Table(
    "events",
    metadata,
    _table_id(),
    Column("seq", Integer, primary_key=True),
    Column("key", String),  # the client's; none for the replacements an amend brings along
    Column("type", String, nullable=False),
    Column("seat", String, nullable=False),
    Column("by", String, nullable=False),
    Column("player", String, nullable=False),  # the name of who entered it, as it was then
    Column("device", String, nullable=False),
    Column("asked", String),  # a short print of what came with the key, if there is one
    Column("how", String, nullable=False),
    Column("data", Text, nullable=False),
    Column("at", String, nullable=False),
    Column("version", Integer, nullable=False),  # the table's after it: a repeated key gets the same answer
    Column("rules_version", String, nullable=False),
    Column("slot", Integer, nullable=False),  # its place in the fold: its own seq, or that of the step it replaces
    Column("live", Boolean, nullable=False),  # a game's event that counts, or a correction that stands
    Column("voided_by", Integer),
    Column("amends", Integer),  # the amend event that brought it
    Column("listed", Boolean, nullable=False),  # has a line for somebody
    Column("line", Text),  # public
    Column("private", Text),  # by seat
    Column("step", String, nullable=False),
    Column("reveals", Boolean, nullable=False),
    UniqueConstraint("table_id", "key"),
    Index("ix_events_fold", "table_id", "live", "slot", "seq"),
    Index("ix_events_own", "table_id", "live", "by", "slot", "seq"),
    Index("ix_events_listed", "table_id", "listed", "slot", "seq"),
    Index("ix_events_step", "table_id", "step"),
)

# A snapshot holds the state after every live event whose slot is at most its seq.
snapshots = Table(
    "snapshots",
    metadata,
    _table_id(),
    Column("seq", Integer, primary_key=True),
    Column("rules_version", String, nullable=False),
    Column("state", Text, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    _table_id(),
    Column("seat", String, primary_key=True),
    Column("device", String),  # none: the seat is free
    Column("player", String, nullable=False),
    Column("token", String),  # of the recovery link; random, so it is looked up as it is
    Column("spent_token", String),  # of the link used last: whoever used it may ask again for a lost answer
    Column("brought_from", String),  # the device that held the seat until then, which is told so
    Column("taken_at", String, nullable=False),
)

# Further phones of a seat that is taken: who plays together with its holder.
partners = Table(
    "partners",
    metadata,
    _table_id(),
    Column("seat", String, primary_key=True),
    Column("device", String, primary_key=True),
    Column("player", String, nullable=False),
    Column("joined_at", String, nullable=False),
)

asks = Table(
    "asks",
    metadata,
    Column("id", String, nullable=False),
    Column("table_id", String, ForeignKey("tables.id"), nullable=False),
    Column("kind", String, nullable=False),  # undo, amend, enter or seat
    Column("by", String, nullable=False),  # the seat that asks; empty for a seat taken over
    Column("device", String, nullable=False),
    Column("seat", String, nullable=False),
    Column("player", String, nullable=False),
    Column("data", Text, nullable=False),  # what to do when it is allowed
    Column("lines", Text, nullable=False),  # what it would take back, by seat; "" for what everybody may read
    Column("created_at", String, nullable=False),
    Column(
        "outcome", String, nullable=False
    ),  # open, allowed, declined, alone, impossible, heard (any of these, and known), withdrawn
    Column("key", String),
    Column("asked", String),  # as with events
    Column("version", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("answer_key", String),
    Column("answer_device", String),
    Column("answer_version", Integer),
    Column("answer_seq", Integer),
    PrimaryKeyConstraint("table_id", "id"),
    UniqueConstraint("table_id", "key"),
    UniqueConstraint("table_id", "answer_key"),
    Index("ix_asks_open", "table_id", "outcome"),
)

# A table that was closed because nobody touched it for long: its log, as each seat (and "", who watches) may read it.
closed = Table(
    "closed",
    metadata,
    _table_id(),
    Column("name", String, nullable=False),
    Column("days", Integer, nullable=False),  # so long nobody had touched it
    Column("closed_at", String, nullable=False),
    Column("devices", Text, nullable=False),  # the seat of each phone that sat there then
    Column("logs", LargeBinary, nullable=False),  # packed JSON, by seat
)

# Army lists. `document` is a list as it is now; the edits are its log, written once (but for what follows from later
# ones: whether an edit was undone, or can no longer be), from which every earlier document follows backwards.
army_lists = Table(
    "army_lists",
    metadata,
    Column("id", String, primary_key=True),
    Column(
        "edit_token", String, nullable=False, unique=True
    ),  # of the private link; random, so it is looked up as it is
    Column("share_token", String, nullable=False, unique=True),  # of the link for reading
    Column("document", Text, nullable=False),
    Column("next_entry", Integer, nullable=False),  # no entry's number is given out twice
    Column("seq", Integer, nullable=False),  # the number of the newest edit
    Column("created_at", String, nullable=False),
    Column("changed_at", String, nullable=False),
    Column("deleted_at", String),  # it lies in the bin since then
)


def _list_id() -> Column[str]:
    return Column("list_id", String, ForeignKey("army_lists.id"), primary_key=True)


army_edits = Table(
    "army_edits",
    metadata,
    _list_id(),
    Column("seq", Integer, primary_key=True),
    Column("key", String, nullable=False),  # the client's
    Column("asked", String),  # as with events
    Column("device", String, nullable=False),
    Column("kind", String, nullable=False),  # edit, back, undo, redo, bin, restore, missed, blocked
    Column("changes", Text, nullable=False),
    Column("line", Text, nullable=False),
    Column("at", String, nullable=False),
    Column("target", Integer),  # the edit that is undone or redone
    Column("standing", String, nullable=False),  # "", undone, passed (no longer its phone's to undo), dropped
    UniqueConstraint("list_id", "key"),
    Index("ix_army_edits_own", "list_id", "device", "standing", "seq"),
)

army_phones = Table(
    "army_phones",
    metadata,
    _list_id(),
    Column("device", String, primary_key=True, index=True),
    Column("since", String, nullable=False),
    Column("favorite", Boolean, nullable=False, server_default=false()),  # marks of this phone, on its shelf only
    Column("tags", Text, nullable=False, server_default="[]"),
)

army_miniatures = Table(
    "army_miniatures",
    metadata,
    Column("device", String, primary_key=True),
    Column("profile", String, primary_key=True),  # of a unit or a character
    Column("owned", Integer, nullable=False),
)

# What an organizer takes lists for. They are copies, as they were when they were sent, and nobody's before `opened_at`.
evenings = Table(
    "evenings",
    metadata,
    Column("id", String, primary_key=True),
    Column("host_token", String, nullable=False, unique=True),  # of the organizer's link
    Column("token", String, nullable=False, unique=True),  # of the players' link
    Column("device", String, nullable=False, index=True),  # that made it
    Column("name", String, nullable=False),
    Column("level", Integer, nullable=False),
    Column("koku", Integer),  # where others than the level's were agreed on
    Column("until", String, nullable=False),
    Column("created_at", String, nullable=False),
    Column("opened_at", String),
)

evening_lists = Table(
    "evening_lists",
    metadata,
    Column("evening_id", String, ForeignKey("evenings.id"), primary_key=True),
    Column("id", String, primary_key=True),
    Column("device", String, nullable=False),  # that sent it
    Column("player", String, nullable=False),
    Column("document", Text, nullable=False),
    Column("legal", Boolean, nullable=False),
    Column("sent_at", String, nullable=False),
    UniqueConstraint("evening_id", "device", "player"),
)

# The list a side brought to its table. It is no part of the log: only the phone at that seat is ever led by it.
army_brought = Table(
    "army_brought",
    metadata,
    _table_id(),
    Column("seat", String, primary_key=True),
    Column("list_id", String, nullable=False),
    Column("pieces", Text, nullable=False),  # the table's piece by the list's entry
    Column("codes", Text, nullable=False),  # the code of each card as it was then, by entry
    Column("at", String, nullable=False),
)

# Where a table is looked up by something else than its id. All above that belongs to a table begins its keys with the
# table's id, so that a tap finds everything in one part of a divided database; these find the id (docs/scale.md). What
# they lead to is looked at again where it lies: they may name a table that has changed since.
codes = Table("codes", metadata, Column("words", String, primary_key=True), Column("table_id", String, nullable=False))

links = Table(
    "links",
    metadata,
    Column("token", String, primary_key=True),
    Column("table_id", String, nullable=False),
    Column("seat", String, nullable=False),
    Index("ix_links_seat", "table_id", "seat"),
)

# Every table a phone made or ever sat at.
visits = Table(
    "visits",
    metadata,
    Column("device", String, primary_key=True),
    Column("table_id", String, primary_key=True, index=True),
)

# Every table a list was ever brought to.
bringings = Table("bringings", metadata, _list_id(), Column("table_id", String, primary_key=True, index=True))

# The history of a household: the finished games of its phones, kept also when their tables are gone.
households = Table(
    "households",
    metadata,
    Column("id", String, primary_key=True),
    # Of the link that brings a phone in; random, so it is looked up as it is.
    Column("word", String, nullable=False, unique=True),
    Column("book", Text, nullable=False),  # which names are one person, and who is a guest
    Column("created_at", String, nullable=False),
)

household_phones = Table(
    "household_phones",
    metadata,
    Column("device", String, primary_key=True),
    Column("household_id", String, ForeignKey("households.id"), nullable=False, index=True),
    Column("since", String, nullable=False),
)

household_plays = Table(
    "household_plays",
    metadata,
    Column("household_id", String, ForeignKey("households.id"), primary_key=True),
    Column("id", String, primary_key=True),  # of its table; of a result only, its own
    Column("made_of", String, nullable=False),  # version and rules of the table it was made of; empty of a result only
    Column("play", Text),  # none: that game goes on again
    Column("mended", Text, nullable=False),  # what was set right around it; empty: nothing
    Column("removed_at", String),
)

# What a phone chose in the print dialogue last; the counts of markers and what was printed belong to a list.
print_choices = Table(
    "print_choices",
    metadata,
    Column("device", String, primary_key=True),
    Column("choices", Text, nullable=False),
    Column("changed_at", String, nullable=False),
)

print_lists = Table(
    "print_lists",
    metadata,
    _list_id(),
    Column("device", String, primary_key=True),
    Column("counts", Text),  # none: as many markers as the army suggests
    Column("printed", Text, nullable=False),  # the fingerprint of each piece downloaded last
    Column("printed_at", String),
)

print_profiles = Table(
    "print_profiles",
    metadata,
    Column("device", String, primary_key=True),
    Column("name", String, primary_key=True),
    Column("bar_across", Float, nullable=False),  # millimeters, as measured
    Column("bar_down", Float, nullable=False),
    Column("back_right", Float, nullable=False),
    Column("back_down", Float, nullable=False),
)

# What processes over one SQLite file tell each other and nobody needs later; PostgreSQL has NOTIFY for it.
told = Table(
    "told",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("host", String, nullable=False),
    Column("subject", String, nullable=False),
    Column("text", Text, nullable=False),
)
