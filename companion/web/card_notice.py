"""What a page says that was opened by a card which no longer says what its list says."""

from __future__ import annotations

from flask import request

from companion.web.i18n import gettext as _

OLD = "old"
"""What stands under `card` in the address such a card leads to."""


def old_card() -> str:
    """The sentence about it."""
    return _("This card was printed from an older list: it no longer says what the list says.")


def card_notice() -> str:
    """The sentence where this page was opened by an old card, else nothing."""
    return old_card() if request.args.get("card") == OLD else ""
