"""The palette finds players and tables."""

from __future__ import annotations

import re

import pytest
from tests.support.builders import enter, tournament
from tests.support.in_process import Visitor

from ronde.model.player import Player
from ronde.web.desk.player import MOST, people_called

NAMES = ("LEFÈVRE Zoé", "LEFEBVRE Anne", "ROLEF Jan", "MARTIN Claude")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("lef", ["LEFEBVRE Anne", "LEFÈVRE Zoé", "ROLEF Jan"]),
        (" zoe ", ["LEFÈVRE Zoé"]),
        ("l", []),
        ("12", []),
        ("nobody", []),
    ],
)
def test_players_are_found_by_a_part_of_their_name_those_who_begin_so_first(
    text: str, names: list[str]
) -> None:
    hall = enter(tournament(0), *(Player(number, name) for number, name in enumerate(NAMES, start=1)))

    assert [card.full_name for card in people_called(hall, text)] == names


def test_of_many_players_a_few_are_shown() -> None:
    hall = enter(tournament(0), *(Player(number, f"MARTIN {number}") for number in range(1, MOST + 4)))

    assert len(people_called(hall, "martin")) == MOST


def test_a_player_leads_to_the_card_and_to_the_line_of_results_a_number_to_its_table(inside: Visitor) -> None:
    nobody, met, table = (inside.get(f"/desk/open/find?text={text}").text for text in ("table", "evil", "1"))

    assert "<li" not in nobody
    assert re.search(r'href="/desk/open/player/\d+"', met)
    assert re.search(r'href="/desk/open\?typed=\d+%20"', met)
    assert "&lt;b&gt;EVIL" in met
    assert 'href="/desk/open?typed=table%201%20"' in table
