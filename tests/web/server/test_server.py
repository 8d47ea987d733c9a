"""Where a server is found, and how its chief gets another link."""

from __future__ import annotations

from pathlib import Path

import pytest

from ronde.model.errors import FileMissing, NoAccountStore
from ronde.web.server.serve import Front, new_link


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://localhost:8000"),
        ("0.0.0.0", "http://localhost:8000"),
        ("192.168.1.5", "http://192.168.1.5:8000"),
        ("fe80::1", "http://[fe80::1]:8000"),
    ],
)
def test_the_address_is_one_that_works_at_this_machine(host: str, address: str) -> None:
    assert Front(host, 8000).address == address


def test_a_link_for_nothing_or_where_no_server_was_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileMissing):
        new_link([tmp_path / "nothing.ronde"])
    with pytest.raises(NoAccountStore):
        new_link([tmp_path])
