"""Where tables are kept: SQLite by default, PostgreSQL when one machine is not enough."""

from companion.store.key import key_path, server_key
from companion.store.store import Store

__all__ = ["Store", "key_path", "server_key"]
