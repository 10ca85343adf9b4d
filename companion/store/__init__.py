"""Where tables are kept: SQLite by default, PostgreSQL when one machine is not enough."""

from companion.store.engine import without_password
from companion.store.key import key_path, server_key
from companion.store.store import Store
from companion.store.trouble import StoreTrouble

__all__ = ["Store", "StoreTrouble", "key_path", "server_key", "without_password"]
