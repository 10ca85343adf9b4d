"""What tests of pages share."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.builder import Builder


@pytest.fixture
def builder(client: FlaskClient, app: Flask) -> Builder:
    return Builder(client, app)
