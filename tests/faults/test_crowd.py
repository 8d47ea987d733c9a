"""Two hundred writers at once: everything confirmed is there, once."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.faults.crowd import crowd
from tests.store.halls import hall
from tests.store.server import running_server


def test_two_hundred_writers_of_one_file_lose_nothing_and_write_nothing_twice(tmp_path: Path) -> None:
    path = tmp_path / "open.ronde"
    hall(path, players=0).close()

    tally, _ = crowd(path, processes=8, threads=25, facts=1)

    assert tally.stories == []
    assert tally.checked == 201


def test_a_crowd_of_writers_on_a_server_loses_nothing_either(monkeypatch: pytest.MonkeyPatch) -> None:
    with running_server() as server:
        monkeypatch.setenv("RONDE_DATABASE", server.address)
        hall(Path("pg:crowd"), players=0).close()

        tally, _ = crowd(Path("pg:crowd"), processes=4, threads=10, facts=2)

    assert tally.stories == []
    assert tally.checked == 81
