"""QR codes as one path of vector rectangles: level M, quiet zone of 4 modules, black on white."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode

QUIET = 4
"""Modules of white around the code, as the standard asks."""
LEAST_MODULE_MM = 0.5
"""Smaller modules are lost by a phone held over the table."""

_MASK = 2
"""Any mask is valid; choosing the best takes nine tenths of the time and gains a reader nothing."""


@lru_cache(maxsize=512)
def modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """The dark and light squares, row by row, without the quiet zone."""
    code = QRCode(error_correction=ERROR_CORRECT_M, border=0, mask_pattern=_MASK)
    code.add_data(text)
    code.make(fit=True)
    return tuple(tuple(bool(cell) for cell in row) for row in code.get_matrix())


def side_mm(text: str, module: float = LEAST_MODULE_MM) -> float:
    """The side of the code with its quiet zone, in millimeters; of no text there is none."""
    return (len(modules(text)) + 2 * QUIET) * module if text else 0.0


def bars(text: str) -> list[tuple[int, int, int]]:
    """The dark squares merged along each row: column, row, length, all in modules."""
    found = []
    for y, row in enumerate(modules(text)):
        x = 0
        for dark, alike in groupby(row):
            length = len([*alike])
            if dark:
                found.append((x, y, length))
            x += length
    return found
