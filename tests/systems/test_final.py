"""A final after the last round: who goes on, who meets whom, and the two rankings."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.support.builders import OTHELLO, do, leave, played, players, tournament

from ronde.model.decisions.players import player_returns
from ronde.model.decisions.rounds import change_settings, close_round, correct_result, reopen_round
from ronde.model.errors import (
    FinalImpossible,
    NoRoundClosed,
    NotPresent,
    RoundsOver,
    RoundStarted,
    SettingImpossible,
)
from ronde.model.events import FinalBegun
from ronde.model.player import Absence
from ronde.model.replay import replay
from ronde.model.result import Result
from ronde.model.schedule import champion, finished
from ronde.model.settings import Settings, usual_settings
from ronde.model.tournament import Tournament, at_closing
from ronde.render.chess import tiebreak_workings
from ronde.standings import player_card, teams
from ronde.systems import crosstable, standings
from ronde.systems.cup import begin_final
from ronde.systems.rounds import complete_round

SWISS = ("1-8:40 2-7:40 3-6:40 4-5:40", "1-4:40 2-3:40 8-5:40 7-6:40", "1-2:40 3-4:40 8-7:40 6-5:40")
"""Eight players; in the order of the standings 1, 2, 3, 8, 4, 7, 6, 5."""


def swiss(settings: Settings | None = None) -> Tournament:
    return tournament(8, SWISS, settings=settings)


def begun(hall: Tournament | None = None, **wishes: object) -> Tournament:
    return do(hall or swiss(), begin_final, **{"players": 2, **wishes})


def paired(hall: Tournament) -> Tournament:
    return do(hall, complete_round, seed=1)


def pairs(hall: Tournament) -> list[tuple[int, int]]:
    return [(table.first, table.second) for table in hall.open_round]


def over(hall: Tournament, *scores: float) -> Tournament:
    """The open round paired, with these discs for the first colours by table, and closed."""
    hall = paired(hall)
    assert len(scores) == len(hall.open_round.tables)
    total = hall.settings.board.total
    for number, score in enumerate(scores, start=1):
        table = replace(hall.open_round.table(number), result=Result(score, total - score))
        hall = hall.with_open_round(hall.open_round.with_table(table))
    return do(hall, close_round)


def going(hall: Tournament) -> list[int]:
    assert hall.final
    return list(hall.final.players)


def order(hall: Tournament, upto: int | None = None) -> list[int]:
    return [row.player for row in standings(hall, upto).rows]


BEFORE = order(swiss())


def test_the_first_of_the_standings_go_on_in_their_order() -> None:
    four = begun(players=4).final

    assert four == FinalBegun(4, tuple(BEFORE[:4]))


def test_a_final_can_be_for_players_of_a_country_or_for_those_named() -> None:
    cards = [replace(card, country="FRA" if card.id > 4 else "GBR") for card in players(8)]

    assert going(begun(tournament(cards, SWISS), country="fra")) == [one for one in BEFORE if one > 4][:2]
    assert going(begun(chosen=[6, 2])) == [2, 6]


def test_who_has_left_does_not_go_on_and_cannot_be_named() -> None:
    hall = leave(swiss(), 2)

    assert going(begun(hall)) == [BEFORE[0], BEFORE[2]]
    with pytest.raises(NotPresent):
        begin_final(hall, players=2, chosen=[1, 2])


def test_a_final_of_two_beside_a_match_for_the_third_place() -> None:
    hall = begun(best_of=3, third_place=True)

    assert hall.final == FinalBegun(4, (1, 2), 3, False, (3, 8))
    assert pairs(paired(hall)) == [(1, 2), (3, 8)]
    assert set(hall.present) == {1, 2, 3, 8}
    assert {hall.absence(player) for player in (4, 5, 6, 7)} == {Absence.OUT}


def test_a_match_ends_once_it_is_decided_and_the_one_for_the_third_place_after_a_game() -> None:
    hall = over(begun(best_of=3, third_place=True), 40, 20)
    assert pairs(paired(hall)) == [(2, 1)]
    assert not finished(hall)

    hall = over(hall, 20)

    assert finished(hall)
    assert champion(hall) == 1
    assert order(hall) == [1, 2, 8, 3, *BEFORE[4:]]
    with pytest.raises(RoundsOver):
        paired(hall)


def test_a_third_game_is_played_if_needed_and_the_better_seed_has_the_first_colour_again() -> None:
    hall = over(over(begun(best_of=3), 40), 40)

    assert pairs(paired(hall)) == [(1, 2)]
    assert order(over(hall, 20))[:2] == [2, 1]


@pytest.mark.parametrize(
    ("scores", "best"),
    [((32,), 1), ((40, 36), 1), ((36, 40), 2), ((40, 40), 1)],
    ids=["a draw", "more discs", "fewer discs", "all equal"],
)
def test_equal_points_are_decided_by_discs_and_then_by_the_better_seed(
    scores: tuple[int, ...], best: int
) -> None:
    hall = begun(best_of=len(scores))
    for score in scores:
        hall = over(hall, score)

    assert champion(hall) == best


def test_a_cup_of_four_with_a_match_for_the_third_place() -> None:
    hall = begun(players=4, best_of=3, third_place=True)
    assert pairs(paired(hall)) == [(1, 8), (2, 3)]

    hall = over(over(hall, 20, 40), 40, 40)  # 8 has beaten 1 twice; 2 and 3 have won a game each
    assert pairs(paired(hall)) == [(2, 3)]

    hall = over(hall, 40)
    assert pairs(paired(hall)) == [(2, 8), (1, 3)]
    assert order(hall)[:4] == [2, 8, 1, 3]

    hall = over(over(hall, 20, 20), 40)
    assert order(hall) == [8, 2, 3, 1, *BEFORE[4:]]


def test_losers_without_a_match_of_their_own_share_a_place() -> None:
    hall = over(over(begun(players=4), 40, 40), 40)

    assert [row.place for row in standings(hall).rows[:5]] == [1, 2, 3, 3, 5]


def test_an_odd_cup_gives_the_best_seed_a_free_round() -> None:
    hall = begun(players=3)

    assert pairs(paired(hall)) == [(2, 3)]
    assert hall.absence(1) is Absence.OUT
    assert pairs(paired(over(hall, 40))) == [(1, 2)]


def test_the_standings_before_stay_as_they_were() -> None:
    before = standings(swiss())
    hall = over(over(begun(best_of=3, third_place=True), 20, 40), 40)

    assert standings(hall, 3) == before
    assert standings(at_closing(hall, 3), 3) == before
    rows = standings(hall).rows
    assert {row.player: (row.half_points, row.discs, row.tiebreaks) for row in rows} == {
        row.player: (row.half_points, row.discs, row.tiebreaks) for row in before.rows
    }
    assert [row.rank for row in rows] == list(range(1, 9))


@pytest.mark.parametrize("system", ["dutch", "berger"])
def test_other_systems_have_a_final_too(system: str) -> None:
    hall = swiss(replace(usual_settings(system, rounds=3), board=OTHELLO))
    before = standings(hall)
    hall = over(begun(hall), 0)

    assert order(hall)[:2] == [before.rows[1].player, before.rows[0].player]
    assert standings(hall, 3).rows == before.rows
    assert tiebreak_workings(hall) == tiebreak_workings(at_closing(hall, 3), 3)


def test_games_of_a_final_add_nothing_to_points_of_players_and_teams() -> None:
    before, hall = swiss(), over(begun(best_of=3), 40)

    assert player_card(hall, 1).half_points == player_card(before, 1).half_points
    assert player_card(hall, 1).counted == player_card(before, 1).counted == 3
    assert player_card(hall, 1).lines[-1].result == Result(40, 24)
    assert teams(hall) == teams(before)
    sums = {row.standing.player: row.opponents for row in crosstable(before).rows}
    assert {row.standing.player: row.opponents for row in crosstable(hall).rows} == sums


def test_who_withdraws_loses_the_match_at_once_until_he_returns() -> None:
    hall = leave(over(begun(best_of=3), 40), 1)

    assert champion(hall) == 2
    assert finished(hall)
    assert order(hall)[:2] == [2, 1]

    hall = do(hall, player_returns, number=1)
    assert not finished(hall)
    assert pairs(paired(hall)) == [(2, 1)]


def test_who_withdraws_from_a_semi_final_lets_the_final_begin() -> None:
    hall = over(begun(players=4, best_of=3, third_place=True), 40, 40)  # 1-8, 2-3
    hall = leave(over(hall, 20, 20), 3)  # 1 and 2 are in the final, and 3 is not there for the third place
    assert pairs(paired(hall)) == [(1, 2)]
    hall = over(hall, 40)
    hall = over(hall, 20)

    assert order(hall)[:4] == [1, 2, 8, 3]
    assert finished(hall)


def test_a_match_decided_by_leaving_takes_no_round_of_the_next_one() -> None:
    hall = over(begun(players=4, best_of=3), 40, 40)
    hall = leave(over(hall, 20, 40), 3)  # 2 and 3 had won a game each

    assert pairs(paired(hall)) == [(1, 2)]
    hall = over(over(hall, 20), 40)

    assert champion(hall) == 2
    assert finished(hall)


def test_who_is_away_for_a_round_loses_the_match_to_the_one_who_waits() -> None:
    hall = played(begun(best_of=3), "1:away")

    assert champion(hall) == 2
    assert finished(hall)


def test_a_final_is_refused_where_none_can_begin() -> None:
    with pytest.raises(NoRoundClosed):
        begin_final(tournament(4), players=2)
    with pytest.raises(RoundStarted):
        begin_final(paired(swiss()), players=2)
    with pytest.raises(FinalImpossible) as few:
        begin_final(swiss(), players=16)
    assert few.value.facts == {"reason": "players", "count": 8, "wanted": 16}
    with pytest.raises(FinalImpossible):
        begin_final(swiss(), players=2, country="XYZ")
    with pytest.raises(FinalImpossible) as twice:
        begin_final(begun(), players=2)
    assert twice.value.facts["reason"] == "begun"
    for system in ("cup", "keizer"):
        with pytest.raises(FinalImpossible) as other:
            begin_final(tournament(4, ["1-2:40 3-4:40"], settings=Settings(system=system)), players=2)
        assert other.value.facts["reason"] == "system"


def test_the_rounds_before_a_final_stay_closed_and_its_own_open_again() -> None:
    hall = begun(best_of=3)
    with pytest.raises(FinalImpossible):
        reopen_round(hall)

    again = do(over(hall, 40), reopen_round)

    assert pairs(again) == [(1, 2)]
    assert standings(again) == standings(swiss())


def test_the_system_stays_once_a_final_has_begun() -> None:
    with pytest.raises(SettingImpossible):
        change_settings(begun(), settings=usual_settings("berger"))


def test_a_correction_in_a_final_says_anew_who_plays() -> None:
    hall = over(over(begun(best_of=3), 40), 20)
    assert finished(hall)

    hall = do(hall, correct_result, round=5, first=2, second=1, result=Result(40, 24))

    assert set(hall.present) == {1, 2}
    assert pairs(paired(hall)) == [(1, 2)]
    assert replay([], hall) == hall
