"""The app as it is, and one answer more, larger than all the system keeps of what nobody reads."""

from flask import Response

from companion.web import create_app

LARGE = 8 * 1024 * 1024
"""Bytes. Between two processes of one machine Linux keeps three million, and as many on the way to a phone."""

app = create_app()


@app.get("/large")
def large() -> Response:
    """All of it at once."""
    return Response(b"x" * LARGE, mimetype="application/octet-stream")
