"""What a page offers to tap: its forms as a browser without a script sends them, one for each of their buttons."""

import re
from html.parser import HTMLParser

Key = dict[str, str]
TAGS = re.compile(r"""</?(?:form|input|button)\b(?:[^<>"']|"[^"]*"|'[^']*')*>""")
"""What is read of a page; the rest of it would take most of the time."""


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.keys: list[Key] = []
        self._fields: Key | None = None
        self._buttons: list[Key] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._fields, self._buttons = {}, []
        elif self._fields is None or "form" in values:  # a field that belongs to a form elsewhere
            return
        elif tag == "input" and values.get("name") and values.get("type") not in ("radio", "checkbox"):
            self._fields[values["name"]] = values.get("value", "")
        elif tag == "button" and values.get("type", "submit") == "submit":
            self._buttons.append({values["name"]: values.get("value", "")} if values.get("name") else {})

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and self._fields is not None:
            self.keys += [{**self._fields, **button} for button in self._buttons]
            self._fields = None


def keys_of(page: str) -> list[Key]:
    """Everything that can be sent from this page by one tap."""
    reader = _Forms()
    reader.feed("".join(TAGS.findall(page)))
    return reader.keys
