"""Gunbai: the rules, content, tables, pages and API of four samurai games."""

__version__ = "0.1.0"
