"""The tournaments that a server shows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.store.halls import hall

from ronde.web.server.tournaments import Tournaments


@pytest.fixture
def shown(tmp_path: Path) -> Iterator[Tournaments]:
    """A folder with two sound tournaments and a damaged one."""
    for name in ("Spring Open", "autumn"):
        hall(tmp_path / f"{name}.ronde").close()
    (tmp_path / "broken.ronde").write_bytes(b"oops")
    tournaments = Tournaments([tmp_path])
    yield tournaments
    tournaments.close()


def test_a_damaged_file_does_not_keep_the_others_away(shown: Tournaments) -> None:
    assert sorted(shown.by_slug) == ["autumn", "spring-open"]


def test_a_tournament_that_is_shown_already_is_not_shown_twice(shown: Tournaments, tmp_path: Path) -> None:
    there = shown.by_slug["autumn"]

    assert shown.add(tmp_path / "autumn.ronde") is there
    assert len(shown.by_slug) == 2


def test_a_word_that_is_taken_gets_a_number(shown: Tournaments, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    hall(tmp_path / "other" / "autumn.ronde").close()

    assert shown.add(tmp_path / "other" / "autumn.ronde").slug == "autumn-2"


def test_a_new_place_is_free_whatever_the_name(shown: Tournaments, tmp_path: Path) -> None:
    assert shown.new_place("Été 2026!") == tmp_path / "ete-2026.ronde"
    assert shown.new_place("autumn") == tmp_path / "autumn-2.ronde"
    assert shown.new_place("///") == tmp_path / "tournament.ronde"
    assert len(shown.new_place("x" * 500).name) < 80


def test_a_tournament_whose_file_was_taken_away_is_gone(shown: Tournaments) -> None:
    opened = shown.by_slug["autumn"]
    shown.remove(opened)

    assert list(shown.by_slug) == ["spring-open"]
    assert shown.gone == {"autumn"}
