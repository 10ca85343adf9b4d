"""Data in, PDF bytes out: no Flask, no database."""

from __future__ import annotations

from printables.kit import File, Kit, print_kit
from printables.options import Options, Printer
from printables.reading import army_to_print

__all__ = ["File", "Kit", "Options", "Printer", "army_to_print", "print_kit"]
