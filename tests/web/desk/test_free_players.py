"""Who is free when tables are made by hand: by score, with the colours so far."""

from __future__ import annotations

import re

from tests.support.builders import tournament
from tests.support.in_process import Visitor

from ronde.web.desk.pairing import free_players


def test_the_free_are_listed_by_points_with_the_colours_of_their_games() -> None:
    now = tournament(5, ["1-2:40 3-4:20 5:away", "4-1:40 2-5:40 3:away"])

    assert free_players(now) == [
        (4, (False, True)), (1, (True, False)), (2, (False, True)), (3, (True,)), (5, (False,)),
    ]  # fmt: skip


def test_whoever_sits_at_a_table_is_not_free() -> None:
    now = tournament(4, ["1-2:40 3-4:40"], "1-3")

    assert [player for player, _ in free_players(now)] == [2, 4]


def test_the_page_of_tables_by_hand_shows_their_colours(arbiter: Visitor) -> None:
    arbiter.post("/desk/open/tables/do", {"verb": "part-all"})
    page = arbiter.get("/desk/open/tables").text

    free = page[page.index('class="free"') :]
    shown = re.findall(r'<i class="o( w)?"></i><span class="unseen">(Black|White) <', free)
    assert shown
    assert all((disc == " w") is (word == "White") for disc, word in shown)
