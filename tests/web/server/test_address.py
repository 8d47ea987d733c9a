"""The address of the server as phones find it, and its QR code."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from starlette.requests import Request

from ronde.web.server.request import address_of, lan_address, only_here


def request(host: str, *, everywhere: bool) -> Request:
    app = SimpleNamespace(state=SimpleNamespace(everywhere=everywhere))
    headers = [(b"host", host.encode())]
    scope = {
        "type": "http",
        "app": app,
        "headers": headers,
        "scheme": "http",
        "path": "/x",
        "query_string": b"",
    }
    return Request(scope)


def test_whoever_comes_from_elsewhere_is_told_the_address_he_used() -> None:
    assert address_of(request("club.example:8765", everywhere=True)) == "http://club.example:8765"


def test_at_the_machine_itself_the_address_of_the_hall_is_told() -> None:
    told = address_of(request("localhost:8765", everywhere=True))

    assert told == (f"http://{lan_address()}:8765" if lan_address() else "http://localhost:8765")
    assert address_of(request("localhost:8765", everywhere=False)) == "http://localhost:8765"


@pytest.mark.parametrize(
    ("address", "here"),
    [("http://localhost:1", True), ("http://[::1]/", True), ("http://192.168.1.7", False)],
)
def test_no_phone_finds_an_address_of_this_machine_alone(address: str, here: bool) -> None:
    assert only_here(address) is here
