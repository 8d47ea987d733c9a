"""Lists of closed rounds that are counted once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from threading import Barrier, BrokenBarrierError

import pytest
from tests.support.builders import do, enter_result, leave, played, result, seated, tournament

from ronde.model.player import Player
from ronde.model.settings import usual_settings
from ronde.model.tournament import AsOf, Tournament, as_of_round
from ronde.systems import standings
from ronde.web.summaries import CACHE_SIZE, ClosedRounds, player_results, points_before, ranks_over

FIRST, SECOND, THIRD = "1-2:1 3-4:0", "1-3:= 2-4:1", "1-4:0 2-3:1"
SYSTEMS = ("keizer", "swiss", "dutch")


def hall(system: str = "swiss") -> Tournament:
    """Four players after two rounds."""
    cards = [Player(number, f"P{number}", rating=2000 - number) for number in range(1, 5)]
    return tournament(cards, [FIRST, SECOND], settings=usual_settings(system, game="chess"))


def listed(kept: ClosedRounds, there: Tournament, as_of: AsOf) -> list[object]:
    """All lists of the last closed round."""
    last = len(there.closed_rounds)
    return [
        kept.standings(there, last, as_of),
        kept.forms(there, last),
        kept.points_before(there, last + 1),
        kept.ranks_over(there, last, sorted(there.players), as_of),
    ]


def counted(there: Tournament, as_of: AsOf) -> list[object]:
    """The same lists without anything that is kept."""
    last = len(there.closed_rounds)
    return [
        standings(as_of_round(there, last, as_of), last),
        player_results(there, last),
        points_before(there, last + 1),
        ranks_over(there, last, sorted(there.players), as_of),
    ]


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("as_of", AsOf)
def test_results_of_the_open_round_change_no_list_of_the_closed_ones(system: str, as_of: AsOf) -> None:
    kept, there = ClosedRounds(), seated(hall(system), "1-4 2-3")
    before = listed(kept, there, as_of)
    later = do(there, enter_result, player=1, result=result("1", there.settings.board))

    assert all(one is other for one, other in zip(listed(kept, later, as_of), before, strict=True))
    assert before == counted(later, as_of)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("as_of", AsOf)
def test_a_closed_round_somebody_who_leaves_and_other_settings_are_in_the_next_lists(
    system: str, as_of: AsOf
) -> None:
    kept, there = ClosedRounds(), hall(system)
    for later in (
        there,
        played(there, THIRD),
        leave(played(there, THIRD), 2),
        replace(there, settings=replace(there.settings, tiebreaks=())),
        replace(there, rounds=(there.rounds[1], *there.rounds[1:])),
        hall(system),
    ):
        assert listed(kept, later, as_of) == counted(later, as_of)


def test_a_list_that_goes_by_today_is_made_of_the_tournament_with_its_open_round() -> None:
    kept, there = ClosedRounds(), hall()
    kept.seen(there, 2, AsOf.NOW)
    later = seated(there, "1-4 2-3")

    assert kept.seen(later, 2, AsOf.NOW) is later
    assert kept.seen(later, 2).open_round.tables == {}


def test_no_more_lists_are_kept_than_are_looked_at_together() -> None:
    kept, there = ClosedRounds(), hall()
    for order in range(2 * CACHE_SIZE):
        kept.ranks_over(there, 2, [1, 2, 3, 4][: order % 4 + 1] * (order + 1), AsOf.NOW)

    assert len(kept._kept) == CACHE_SIZE


def test_of_two_threads_one_counts_a_list_and_the_other_takes_it() -> None:
    kept, there, counts, both = ClosedRounds(), hall(), list[str](), Barrier(2)

    def count() -> list[str]:
        counts.append("counted")
        with suppress(BrokenBarrierError):
            both.wait(0.2)
        return counts

    with ThreadPoolExecutor(2) as threads:
        asked = [threads.submit(kept._counted, there, "list", count) for _ in range(2)]

    assert [one.result() for one in asked] == [["counted"]] * 2
