"""Phones without a screen and a network, in one process with the app: they tap, and look when another has tapped."""

from __future__ import annotations

import re
from itertools import count

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

REFUSED = 422
_REGION = re.compile(r'data-region="(\w+)" data-rev="(\w+)"')
_keys = (f"bench-cost-{number:08}" for number in count())


class Phone:
    """It says which regions it has, as the page's scripts do."""

    def __init__(self, app: Flask, seat: str = "", language: str = "en") -> None:
        self.client: FlaskClient = app.test_client()
        self.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
        self.seat = seat
        self.path = ""
        self._regions: dict[str, str] = {}

    def _headers(self) -> dict[str, str]:
        return {"HX-Request": "true", "X-Regions": ",".join(f"{name}={rev}" for name, rev in self._regions.items())}

    def _kept(self, answer: TestResponse) -> str:
        self._regions.update(_REGION.findall(answer.text))
        return answer.text

    def sit(self, seat: str, name: str) -> None:
        """Takes a seat."""
        answer = self.client.post(f"{self.path}/sit", data={"seat": seat, "player": name})
        assert answer.status_code == 303, answer.text

    def _form(self, type: str, fields: dict[str, object]) -> dict[str, object]:
        return {"type": type, "seat": self.seat, "by": self.seat, "key": next(_keys), "page": "table", **fields}

    def try_tap(self, type: str, **fields: object) -> tuple[bool, str]:
        """One tap: whether it was entered, and the text of its answer."""
        answer = self.client.post(f"{self.path}/tap", data=self._form(type, fields), headers=self._headers())
        assert answer.status_code in (200, REFUSED), answer.text
        return answer.status_code != REFUSED, self._kept(answer)

    def send(self, type: str, **fields: object) -> bool:
        """One tap whose answer shows no page, as to a browser without scripts; whether it was entered."""
        answer = self.client.post(f"{self.path}/tap", data=self._form(type, fields))
        assert answer.status_code in (303, REFUSED), answer.text
        return answer.status_code != REFUSED

    def tap(self, type: str, **fields: object) -> str:
        """One tap, which is entered; the text of its answer."""
        entered, text = self.try_tap(type, **fields)
        assert entered, text
        return text

    def look(self) -> None:
        """What it fetches when it is rung."""
        answer = self.client.get(f"{self.path}/now?page=table", headers=self._headers())
        assert answer.status_code == 200, answer.text
        self._kept(answer)
