"""What somebody may see and do at the Arbitre."""

from __future__ import annotations

import io

from starlette.datastructures import FormData, UploadFile

from ronde.games.errors import illegal
from ronde.http_engines.door import EngineCard, GameRow
from ronde.web.engines.visitor import Visitor, field, refusal_text
from ronde.web.server.rights import Role, Seat

GUEST = Visitor(None, False, b"")
HOST = Visitor(None, True, b"")
ZOE = Visitor(Seat("Zoé", Role.OWNER, id=7), False, b"")
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
