"""A proposal for a round: drawn, changed by hand, accepted, or moved to a hall that has changed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.browser.halls import make
from tests.support.builders import enter, forbid, tournament
from tests.support.in_process import in_process

from ronde.core.decide.players import forbid_pair
from ronde.core.decide.tables import lock_table, swap_players
from ronde.core.errors import Conflict
from ronde.core.player import Player
from ronde.core.replay import replay
from ronde.core.settings import usual_settings
from ronde.web.desk.previews import Preview

HALL = tournament(6, ["1-2:40 3-4:40 5-6:40"])


def pairs(preview: Preview) -> set[frozenset[int]]:
    return {frozenset((table.first, table.second)) for table in preview.tournament.open_round}


def test_a_proposal_is_what_accepting_writes() -> None:
    drawn = Preview(HALL).draw(seed=1)

    assert len(pairs(drawn)) == 3
    assert replay(drawn.accepted(HALL), HALL) == drawn.tournament
    assert Preview(HALL).draw(seed=1) == drawn


def test_only_a_draw_by_prices_is_proved_to_be_the_cheapest() -> None:
    table = tournament(6, settings=usual_settings("berger"))

    assert not Preview(table).draw(seed=1).proved
    assert not Preview(HALL, by_hand=True).draw(seed=1).proved


def test_a_change_by_hand_can_be_taken_back() -> None:
    drawn = Preview(HALL).draw(seed=1)
    one, other = (table.first for table in list(drawn.tournament.open_round)[:2])
    changed = drawn.edited(lambda hall: swap_players(hall, one=one, other=other))

    assert pairs(changed) != pairs(drawn)
    assert (drawn.proved, changed.proved) == (True, False)
    assert changed.back() == drawn
    assert drawn.edited(lambda hall: []) is drawn


def test_a_wish_is_drawn_again_and_locked_tables_stay() -> None:
    drawn = Preview(HALL).draw(seed=1)
    locked = drawn.edited(lambda hall: lock_table(hall, number=1, locked=True))
    kept = frozenset(
        (drawn.tournament.open_round.table(1).first, drawn.tournament.open_round.table(1).second)
    )
    other = next(pair for pair in pairs(drawn) if pair != kept)
    first, second = sorted(other)
    again = locked.wishing(lambda hall: forbid_pair(hall, first=first, second=second)).draw(seed=1)

    assert kept in pairs(again)
    assert other not in pairs(again)


def test_a_proposal_for_another_hall_is_refused_and_can_be_moved() -> None:
    drawn = Preview(HALL).draw(seed=1)
    fuller = enter(HALL, Player(7, "LATE"), Player(8, "LATER"))

    with pytest.raises(Conflict):
        drawn.accepted(fuller)
    assert len(pairs(drawn.moved(fuller).draw(seed=1))) == 4
    assert drawn.moved(forbid(HALL, (1, 3))).base.forbidden


def test_by_hand_nobody_is_paired() -> None:
    assert pairs(Preview(HALL, by_hand=True).draw(seed=1)) == set()


def test_a_preview_of_a_system_without_prices_shows_no_zeros(tmp_path: Path) -> None:
    path = make(tmp_path / "club.ronde", usual_settings("keizer"), closed=-1)
    with in_process(path) as arbiter:
        page = arbiter.follow(arbiter.post("/desk/club/pair")).text

    assert page.count('<td class="sum">') == 4
    assert not re.search(r"<summary>0<", page)
    assert "cost" not in re.findall(r'<th scope="col" class="sum">([^<]*)</th>', page)
