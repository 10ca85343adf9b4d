"""Templates are written to be read; what is sent needs no indentation. It goes when a template is compiled, once."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flask import Flask
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

PIECE = re.compile(r"\s+|</?[a-z][\w-]*|[\"'>]|[^\s\"'<>]+|<", re.I)
KEPT_AS_WRITTEN = ("<textarea", "<pre")


class Minifier:
    """Reads the text of one template from its beginning, in pieces between what Jinja fills in."""

    def __init__(self) -> None:
        self._tag = ""  # that is open just now: `<a`, `</a`
        self._quote = ""  # of the attribute that is open
        self._as_written = ""  # the element whose text keeps every space

    def minify(self, text: str) -> str:
        """The text with every run of spaces and line ends as one; attributes and preformatted text stay as they are."""
        return "".join(self._minified(piece) for piece in PIECE.findall(text))

    def _minified(self, piece: str) -> str:
        if piece.isspace():
            if self._quote or (self._as_written and not self._tag):
                return piece
            return "\n" if "\n" in piece and not self._tag else " "
        if not self._tag:
            if piece[0] == "<" and len(piece) > 1:
                self._tag = piece.lower()
        elif self._quote:
            self._quote = "" if piece == self._quote else self._quote
        elif piece in "\"'":
            self._quote = piece
        elif piece == ">":
            self._close_tag()
        return piece

    def _close_tag(self) -> None:
        if self._tag in KEPT_AS_WRITTEN:
            self._as_written = self._tag
        elif self._tag.replace("/", "") == self._as_written:
            self._as_written = ""
        self._tag = ""


class Squeeze(Extension):
    """Squeezes a template's text while it is compiled. Sentences in `{% trans %}` stay as the catalogs know them."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """The template's tokens, its text minified."""
        minifier = Minifier()
        sentence = False
        before = ""
        for token in stream:
            if before == "block_begin" and token.value in ("trans", "endtrans"):
                sentence = token.value == "trans"
            before = token.type
            if token.type == "data" and not sentence:
                token = Token(token.lineno, "data", minifier.minify(token.value))
            yield token


def install(app: Flask) -> None:
    """Squeezes every template of the app."""
    app.jinja_env.add_extension(Squeeze)
