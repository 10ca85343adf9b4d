"""The server key that signs cookies: made once, readable by its owner only."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from companion.store.engine import database_file
from companion.store.own_file import partial_file, sync

KEY_BYTES = 32


def key_path(url: str, key_file: Path | str = "") -> Path:
    """Where the key of this database's server is kept. Raises ValueError where that has to be said and was not."""
    if key_file:
        return Path(key_file)
    database = database_file(url)
    if database is None:
        raise ValueError("This database is not a file: say where the server key is kept (COMPANION_KEY_FILE).")
    return database.with_name(database.name + ".key")


def server_key(url: str, key_file: Path | str = "", news: list[str] | None = None) -> bytes:
    """The key of this database's server, made on first use and kept beside the database file.

    `key_file` names another place; a database that is not a file needs it. Raises ValueError when it is missing,
    cannot be read or made, or when the file holds something else than a key. That it was made is added to `news`.
    """
    path = key_path(url, key_file)
    doing = "made"
    try:
        if not path.exists():
            write_key(path, secrets.token_bytes(KEY_BYTES))
            if news is not None:
                news.append(f"A new key was made: {path}")
        doing = "read"
        key = path.read_bytes()
    except OSError as problem:
        raise ValueError(
            f"The server key {path} cannot be {doing}: {problem.strerror or problem}. Let this user write "
            "there, or name another file in COMPANION_KEY_FILE."
        ) from problem
    if len(key) != KEY_BYTES:
        raise ValueError(
            f"{path} is not a server key: it must hold {KEY_BYTES} bytes. Put back that of a backup; or "
            "remove it to get a new one: then every phone has to come back to its seat by its link."
        )
    return key


def write_key(path: Path, key: bytes) -> None:
    """Writes a key whole and only then gives it its name, so that no other process reads half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with partial_file(path) as partial, suppress(FileExistsError):  # another process was first: its key counts
        partial.write_bytes(key)
        sync(partial)
        os.link(partial, path)
