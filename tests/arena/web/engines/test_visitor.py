"""What somebody may see and do at the Arbitre."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request

from ronde.arena.games.base import illegal
from ronde.arena.http import EngineCard, EngineStore, GameRow
from ronde.arena.web import visitor
from ronde.arena.web.visitor import RefereeSite, Visitor, field, refusal_text
from ronde.web.server.accounts import Account, Role

GUEST = Visitor(None, False, b"")
HOST = Visitor(None, True, b"")
ZOE = Visitor(Account("Zoé", Role.OWNER, id=7), False, b"")
OPEN = EngineCard(1, "Open", "tictactoe", "http://localhost/")
HERS = EngineCard(2, "Hers", "tictactoe", "http://localhost/", owner=7, public=False)
HIDDEN = EngineCard(3, "Hidden", "tictactoe", "http://localhost/", owner=8, public=False)


def row(event: str = "") -> GameRow:
    return GameRow(1, "word", "tictactoe", {}, "", 1, 15.0, 1, 3, event=event)


def test_an_engine_is_changed_by_its_owner_and_by_the_host() -> None:
    assert [one.owns(HERS) for one in (GUEST, ZOE, HOST)] == [False, True, True]
    assert [one.may_play(OPEN) for one in (GUEST, ZOE, HOST)] == [True, True, True]
    assert not GUEST.may_play(HERS)


def test_a_game_of_private_engines_is_for_their_owners_and_for_who_plays_it() -> None:
    assert not GUEST.may_see(row(), (OPEN, HIDDEN), None)
    assert not ZOE.may_see(row(), (OPEN, HIDDEN), None)
    assert ZOE.may_see(row(), (HERS, HIDDEN), None)
    assert GUEST.may_see(row(), (OPEN, HIDDEN), 1)


def test_competitions_are_for_everybody() -> None:
    assert GUEST.may_see(row("cup/1"), (HERS, HIDDEN), None)


def test_a_field_is_text_of_bounded_length_and_a_file_is_none() -> None:
    form = FormData([("name", "x" * 50), ("file", UploadFile(file=io.BytesIO(b"")))])

    assert field(form, "name", 10) == "x" * 10
    assert field(form, "file") == ""
    assert field(form, "nothing") == ""


def test_a_refused_move_is_told_with_its_reason() -> None:
    said = refusal_text(illegal("occupied", "5", None), "tictactoe", "en")

    assert "5" in said
    assert said != refusal_text(illegal("turn", "5", None), "tictactoe", "en")


class Hall:
    """A lobby without a game, whose clock stands still."""

    def __init__(self, book: EngineStore, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 7.2
        monkeypatch.setattr(visitor, "time", SimpleNamespace(monotonic=lambda: self.now))
        server, tournaments = SimpleNamespace(book=book, running={}), SimpleNamespace(changes=0)
        self.site = RefereeSite(cast(Any, server), cast(Any, tournaments), cast(Any, None))

    def versions(self, query: bytes = b"") -> list[object]:
        """What a list and a page with clocks depend on now."""
        asked = Request({"type": "http", "query_string": query})
        return [self.site.version(asked), self.site.live_version(asked)]


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    with closing(EngineStore(tmp_path / "arbitre.db")) as book:
        yield Hall(book, monkeypatch)


def test_pages_for_spectators_are_drawn_again_after_every_change(hall: Hall) -> None:
    seen = [hall.versions(), hall.versions()]
    hall.site.server.book.add_engine(OPEN)
    seen.append(hall.versions())
    hall.site.tournaments.changes += 1
    seen.append(hall.versions())

    assert seen[0] == seen[1]
    assert all(one != other for one, other in zip(seen[1] + seen[2], seen[2] + seen[3], strict=True))


def test_while_many_games_are_played_a_page_is_drawn_once_a_second(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visitor, "BUSY", 0)
    seen = hall.versions()
    hall.site.server.book.add_engine(OPEN)
    assert hall.versions() == seen
    hall.now += 1

    assert all(one != other for one, other in zip(seen, hall.versions(), strict=True))


def test_a_page_with_clocks_is_never_older_than_a_second(hall: Hall) -> None:
    plain, live = hall.versions()
    hall.now += 1

    assert hall.versions()[0] == plain
    assert hall.versions()[1] != live


def test_a_page_that_a_query_asks_for_is_not_kept(hall: Hall) -> None:
    assert hall.versions(b"raw=1") == [None, None]
