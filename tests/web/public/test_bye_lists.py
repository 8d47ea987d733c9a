"""A player with the bye is on every list of a round; the hall's screen numbers as the pages do."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from tests.support.in_process import Visitor
from tests.support.posting import stored

from ronde.systems import standings


def free(file: Path) -> str:
    """The name of the player without an opponent."""
    tournament = stored(file).tournament
    (player,) = tournament.unpaired
    return tournament.player(player).full_name


@pytest.mark.parametrize(
    "path",
    [
        "/t/open/round/2?by=name", "/t/open/print/names", "/t/open/print/pairings",
        "/t/open/screen?view=names", "/t/open/screen?view=pairings", "/t/open/screen?view=results",
    ],
)  # fmt: skip
def test_the_bye_is_on_the_list(path: str, public: Visitor, file: Path) -> None:
    page = public.get(path).text
    rows = [
        unescape(re.sub("<[^>]+>", "", row))
        for row in re.findall("<(?:tr|li)\\b.*?(?=<tr|</tbody>|</li>)", page, re.DOTALL)
    ]
    row = next(row for row in rows if free(file) in row)

    assert "bye" in row


def test_a_projector_numbers_the_standings_as_the_page_does(public: Visitor) -> None:
    screen = public.get("/t/open/screen?view=standings").text
    page = public.get("/t/open/standings").text.partition("<tbody")[2]
    shown = re.findall(r'<li><b class="no">(\d+)</b>', screen)

    assert shown == re.findall(r"<tr[^>]*><td>(\d+)<th", page)
    assert len(shown) == 7


def test_a_card_tells_the_number_that_the_standings_have(arbiter: Visitor, file: Path) -> None:
    rows = standings(stored(file).tournament).rows
    shared = next(row for row in rows if row.place != row.rank)
    page = arbiter.get(f"/desk/open/phones?player={shared.player}").text
    found = re.search(r'href="[^"]*(/t/open/card/[^"]+)"', page)
    assert found

    card = arbiter.get(found[1]).text

    assert f"Place {shared.rank} after round 1, points: {shared.points:g}" in card
