"""The page of one player's phone."""

from __future__ import annotations

import re

from tests.support.in_process import Visitor


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
