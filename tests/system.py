"""What the tests need of the system: whatever is not there leaves them out with the reason; on CI that is a failure."""

import importlib
import os
import shutil
from typing import NoReturn

import pytest

from tools.postgres import Postgres, binaries


def lacking(what: str, package: str) -> NoReturn:
    """Leaves the test, or the module that is being read, out."""
    sentence = f"no {what} on this machine: apt-get install {package}, or `make test` as root"
    if os.environ.get("CI"):
        pytest.fail(sentence)
    pytest.skip(sentence, allow_module_level=True)


def program(name: str, package: str) -> str:
    """The path of a program that tests call."""
    return shutil.which(name) or lacking(name, package)


def postgres(superuser: str = "gunbai") -> Postgres:
    """A PostgreSQL server that is started with `with`."""
    try:
        importlib.import_module("psycopg")
    except ImportError:
        lacking("libpq for psycopg", "postgresql")
    if binaries() is None:
        lacking("PostgreSQL", "postgresql")
    return Postgres(superuser)
