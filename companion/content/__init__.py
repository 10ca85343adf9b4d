"""The books' tables: TOML files, checked once and given to everyone as the rules' own dataclasses."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from companion.content.loader import Catalog, ContentError, load

__all__ = ["Catalog", "ContentError", "catalog", "load"]

KENSEI = Path(__file__).parent / "kensei"
"""The folder of the Kensei tables."""


@cache
def catalog() -> Catalog:
    """All Kensei tables, read at the first call and kept. Raises ContentError when the files are broken."""
    return load(KENSEI)
