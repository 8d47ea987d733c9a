"""The page of one player's phone."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

from tests.browser.halls import make
from tests.support.in_process import Visitor, in_process

from ronde.app.command import CHIEF
from ronde.app.commands import BeginFinal, PairRound
from ronde.app.desk import Desk
from ronde.model.settings import Settings


def link(inside: Visitor, player: int) -> str:
    """The personal link of a player, as the desk shows it."""
    found = re.search(rf"/t/open/card/{player}/[\w-]+", inside.get(f"/desk/open/phones?player={player}").text)
    assert found
    return found.group()


def test_a_personal_link_needs_no_seat_and_another_word_opens_nothing(inside: Visitor) -> None:
    place = link(inside, 1)
    inside.cookies.clear()

    assert inside.get(place).status == 200
    assert inside.get(f"{place}x").status == 404
    assert inside.get(place.replace("/card/1/", "/card/2/")).status == 404


def test_a_new_link_ends_the_old_one(inside: Visitor) -> None:
    old = link(inside, 1)
    inside.post("/desk/open/phones", {"player": "1"})

    assert link(inside, 1) != old
    assert inside.get(old).status == 404


def test_the_code_of_a_tournament_is_a_picture(inside: Visitor) -> None:
    assert inside.get("/t/open/qr.svg").headers["content-type"].startswith("image/svg+xml")
    assert inside.get("/t/open/player/99/qr.svg").status == 404


def between(path: Path, settings: Settings) -> Desk:
    """Two rounds closed, and nothing paired."""
    desk = Desk.open(make(path, settings, closed=2))
    desk.undo(CHIEF)
    return desk


def test_after_the_last_round_a_phone_waits_for_no_other(tmp_path: Path) -> None:
    between(tmp_path / "open.ronde", Settings(rounds=2)).close()
    with in_process(tmp_path / "open.ronde") as inside:
        page = inside.get(link(inside, 1)).words

    assert "The tournament is over" in page
    assert "not paired" not in page
    assert "Round 3" not in page


def test_a_phone_says_when_the_next_round_begins(tmp_path: Path) -> None:
    times = ("2026-12-05 09:30", "2026-12-05 14:00", "2026-12-06 09:30")
    between(tmp_path / "open.ronde", Settings(rounds=3, times=times)).close()
    with in_process(tmp_path / "open.ronde") as inside:
        assert "Next round: Sunday 9:30" in inside.get(link(inside, 1)).words


def test_while_others_play_a_final_a_phone_says_that_its_player_does_not(tmp_path: Path) -> None:
    with closing(between(tmp_path / "open.ronde", Settings(rounds=2))) as desk:
        desk.run(BeginFinal(players=2))
        desk.run(PairRound(seed=1))
        out = next(player for player in desk.tournament.players if desk.tournament.absence(player))
    with in_process(tmp_path / "open.ronde") as inside:
        page = inside.get(link(inside, out)).words

    assert "Knocked out" in page
    assert "not paired" not in page
