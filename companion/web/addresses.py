"""Addresses of pages within this server, remembered: a page names the same few in dozens of forms, and so does its next
version."""

from __future__ import annotations

from typing import Any

from flask import current_app, g, request

from companion.play.memo import Memo

_ADDRESSES: Memo[str] = Memo(4096)


def root() -> str:
    """Where on its host this app is mounted: "" almost everywhere."""
    try:
        found: str = g.root
    except AttributeError:  # not asked for yet in this request
        found = g.root = request.script_root
    return found


def url_for(endpoint: str, **values: Any) -> str:
    """As Flask's for a page of this server, without its host; needs no request where `g.root` is known."""
    mounted = root()

    def make() -> str:
        return current_app.url_map.bind("", script_name=mounted or "/").build(endpoint, values)

    return _ADDRESSES.get((mounted, endpoint, *values.items()), make)
