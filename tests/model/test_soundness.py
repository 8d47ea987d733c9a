"""Facts that no arbiter could have decided are refused, whoever wrote them down."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.support.builders import tournament

from ronde.model.decisions.players import change_player, enter_player, plan_absence, renumber_by_rating
from ronde.model.errors import EventImpossible, RatingImpossible, UnknownRound
from ronde.model.events import (
    AbsencePlanned,
    Event,
    GamePlayed,
    PlayerChanged,
    PlayerEntered,
    ResultCorrected,
    ResultEntered,
    RoundClosed,
    RoundPaired,
    SeatsTaken,
    SettingsChanged,
    TableAdded,
    TournamentOpened,
)
from ronde.model.go import GoCard, McMahonSettings, WeightSettings
from ronde.model.player import BIGGEST_FOREIGN, Player
from ronde.model.replay import COUNTABLE, apply_event, replay
from ronde.model.result import Board, Kind, Result, adjourned, double_forfeit, forfeit, unplayed
from ronde.model.settings import ColourPenalties, Penalties, Settings, Zone
from ronde.model.system_settings import KeizerSettings
from ronde.model.table import Bye, Pair, Reason
from ronde.model.tournament import Tournament

NEW = tournament(4)
PAIRED = tournament(4, current="1-2 3-4")
SECOND = tournament(4, ["1-2:40 3-4:="])
ROBIN = tournament(4, settings=Settings(system="berger"))
ESCAPE = "\x1b[31m"
HUGE = 10**30


def refused(before: Tournament, event: Event) -> str:
    with pytest.raises(EventImpossible) as error:
        apply_event(before, event)
    assert error.value.facts["kind"] == type(event).__name__
    return str(error.value.facts["reason"])


HOSTILE_SETTINGS: list[tuple[Settings, str]] = [
    (Settings(tiebreaks=("luck",)), "setting-impossible"),
    (Settings(system="lottery"), "setting-impossible"),
    (Settings(rounds=HUGE), "setting-impossible"),
    (Settings(board=Board(bye=1e308)), "setting-impossible"),
    (Settings(brightwell=float("inf")), "setting-impossible"),
    (Settings(brightwell=float("nan")), "setting-impossible"),
    (Settings(board=Board(colours=("", "white"))), "setting-impossible"),
    (Settings(board=Board(colours=(ESCAPE, "white"))), "name-impossible"),
    (Settings(country="FR\nA"), "name-impossible"),
    (Settings(cap=-1), "setting-impossible"),
    (Settings(cap=HUGE), "setting-impossible"),
    (Settings(zones=(Zone(5, 1),)), "setting-impossible"),
    (Settings(mcmahon=McMahonSettings(club_groups=(f"North={ESCAPE}",))), "setting-impossible"),
    (Settings(mcmahon=McMahonSettings(club_groups=("North=" + "A|" * 9_999,))), "setting-impossible"),
    (Settings(mcmahon=McMahonSettings(weights=WeightSettings(score=HUGE))), "setting-impossible"),
    (Settings(mcmahon=McMahonSettings(weights=WeightSettings(curve=float("nan")))), "setting-impossible"),
    (Settings(zones=(Zone(1, HUGE),)), "setting-impossible"),
    (Settings(zones=(Zone(1, 9, ESCAPE),)), "name-impossible"),
    (Settings(penalties=Penalties(elitism=(-1,))), "penalties-impossible"),
    (Settings(penalties=Penalties(colour=ColourPenalties((0, 2**64)))), "penalties-impossible"),
    (Settings(penalties=Penalties(colour=ColourPenalties(()))), "penalties-impossible"),
    (Settings(keizer=KeizerSettings(ratio=1e308)), "setting-impossible"),
    (Settings(keizer=KeizerSettings(time_bonus=ESCAPE)), "name-impossible"),
    (Settings(keizer=KeizerSettings(categories=ESCAPE)), "name-impossible"),
    (Settings(keizer=KeizerSettings(categories="x" * 5_000)), "setting-impossible"),
]


@pytest.mark.parametrize(("settings", "reason"), HOSTILE_SETTINGS)
def test_settings_nobody_could_choose_are_refused_in_a_journal(settings: Settings, reason: str) -> None:
    assert refused(Tournament(), TournamentOpened("Open", "", settings)) == reason
    assert refused(NEW, SettingsChanged("Open", "", settings)) == reason


@pytest.mark.parametrize(("name", "date"), [("two\nlines", ""), ("Open", ESCAPE), ("x" * 201, "")])
def test_a_name_or_a_date_no_list_could_carry_is_refused_in_a_journal(name: str, date: str) -> None:
    assert refused(Tournament(), TournamentOpened(name, date)) == "name-impossible"


def test_settings_that_the_results_of_a_journal_do_not_fit_are_refused() -> None:
    other = Settings(board=Board(total=100, bye=35))

    assert refused(SECOND, SettingsChanged("Open", "", other)) == "setting-impossible"


HOSTILE_CARDS: list[tuple[dict[str, Any], str]] = [
    ({"name": ""}, "name-impossible"),
    ({"name": "  "}, "name-impossible"),
    ({"name": "DOE\nJane"}, "name-impossible"),
    ({"name": "DOE\u202e"}, "name-impossible"),
    ({"name": "x" * 201}, "name-impossible"),
    ({"first_name": ESCAPE}, "name-impossible"),
    ({"country": ESCAPE}, "name-impossible"),
    ({"club": "\x07"}, "name-impossible"),
    ({"comment": "\x00"}, "name-impossible"),
    ({"categories": ("a", ESCAPE)}, "name-impossible"),
    ({"rating": int("9" * 400)}, "rating-impossible"),
    ({"rating": -(10**23)}, "rating-impossible"),
    ({"id": BIGGEST_FOREIGN + 1}, "number-impossible"),
    ({"go": GoCard(rank=HUGE)}, "card-impossible"),
    ({"go": GoCard(correction=-HUGE)}, "card-impossible"),
    ({"go": GoCard(pin="1\n2")}, "card-impossible"),
]


@pytest.mark.parametrize(("wrong", "reason"), HOSTILE_CARDS)
def test_a_card_no_list_could_carry_is_refused_in_a_journal(wrong: dict[str, Any], reason: str) -> None:
    card = replace(Player(9, "DOE"), **wrong)

    assert refused(NEW, PlayerEntered(card, 1)) == reason
    assert refused(NEW, PlayerChanged(4, card)) == reason


@pytest.mark.parametrize("name", ["O'NEILL", "ŁÓDŹ Élodie", "王", "می\u200cخواهم", "x" * 200])
def test_names_of_all_the_world_stand_in_a_journal(name: str) -> None:
    assert apply_event(NEW, PlayerEntered(Player(9, name), 1)).players[9].name == name


@pytest.mark.parametrize(
    "result",
    [
        Result(64, 64, Kind.FORFEIT),
        Result(0, 0, Kind.FORFEIT),
        Result(32, 32, Kind.FORFEIT),
        Result(40, 24, Kind.DOUBLE_FORFEIT),
        Result(40, 24, Kind.UNPLAYED),
        Result(0, 0, Kind.ADJOURNED),
        Result(40, 24, Kind.ADJOURNED),
        Result(1e308, -1e308),
    ],
)
def test_a_result_that_contradicts_its_kind_is_refused(result: Result) -> None:
    assert refused(PAIRED, ResultEntered(1, 1, result)) == "result-impossible"
    assert refused(SECOND, ResultCorrected(1, 1, 1, 2, result)) == "result-impossible"


@pytest.mark.parametrize("board", [Board(), Board(bye=32), Board(total=1, bye=0), Board(total=65, bye=0.5)])
def test_every_result_we_make_ourselves_stands(board: Board) -> None:
    hall = tournament(4, current="1-2 3-4", settings=Settings(board=board))
    ours = [forfeit(board, winner_first=True), forfeit(board, winner_first=False), double_forfeit()]

    for result in (*ours, adjourned(board), unplayed()):
        entered = apply_event(hall, ResultEntered(1, 1, result))
        assert entered.open_round.tables[1].result == result


def paired(**other: Any) -> RoundPaired:
    usual: dict[str, Any] = {"tables": {1: Pair(1, 2)}, "bye": None, "system": "swiss", "seed": 1, "total": 0}
    return RoundPaired(1, **{**usual, **other})


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (paired(seed=HUGE), "number-impossible"),
        (paired(total=HUGE), "number-impossible"),
        (paired(system=ESCAPE), "name-impossible"),
        (paired(tables={HUGE: Pair(1, 2)}), "number-impossible"),
        (paired(tables={1: Pair(1, 2, (), HUGE)}), "number-impossible"),
        (paired(tables={1: Pair(1, 2, handicap=10**30)}), "number-impossible"),
        (paired(tables={1: Pair(1, 2, handicap=-1)}), "number-impossible"),
        (paired(tables={1: Pair(1, 2, (Reason("float", HUGE),))}), "number-impossible"),
        (paired(tables={1: Pair(1, 2, (Reason("float", 1, 1, HUGE),))}), "number-impossible"),
        (paired(tables={1: Pair(1, 2, (Reason(ESCAPE, 1),))}), "name-impossible"),
        (paired(bye=Bye(3, (), HUGE)), "number-impossible"),
        (paired(values=(1, 2, 99)), "unknown-player"),
        (paired(values=(1, 1)), "unknown-player"),
        (TableAdded(1, HUGE, Pair(1, 2)), "number-impossible"),
        (TableAdded(1, 1, Pair(1, 2, (), HUGE)), "number-impossible"),
        (AbsencePlanned(1, HUGE), "unknown-round"),
        (AbsencePlanned(1, 1_000), "unknown-round"),
        (SeatsTaken((1, 2, 3)), "not-paired"),
        (SeatsTaken((0, 0)), "not-paired"),
        (SeatsTaken((1, 99)), "unknown-player"),
    ],
)
def test_a_fact_beyond_counting_is_refused(event: Event, reason: str) -> None:
    assert refused(NEW, event) == reason


def test_a_draw_may_carry_the_biggest_number_that_others_hold() -> None:
    assert apply_event(NEW, paired(seed=COUNTABLE)).open_round.seed == COUNTABLE


def test_the_seats_of_a_round_robin_are_those_of_all_its_players() -> None:
    assert refused(ROBIN, SeatsTaken((1, 2))) == "not-present"
    assert apply_event(ROBIN, SeatsTaken((1, 2, 3, 4))).seats == (1, 2, 3, 4)


def test_a_round_closes_with_each_bye_once_and_values_of_its_own_players() -> None:
    hall = tournament(3, current="1-2:40")

    assert refused(hall, RoundClosed(1, (3, 3))) == "not-present"
    assert refused(hall, RoundClosed(1, (3,), values=(1, 77))) == "unknown-player"


@pytest.mark.parametrize(
    "wrong",
    [{"leg": HUGE}, {"score": (HUGE, 0)}, {"seconds": (0, HUGE)}, {"reason": ESCAPE}, {"record": "\n"}],
)
def test_the_report_of_a_game_no_scoreboard_could_show_is_refused(wrong: dict[str, Any]) -> None:
    game = replace(GamePlayed(1, 1, 1, 1, 2, 1, "line"), **wrong)

    assert refused(PAIRED, game) in ("number-impossible", "name-impossible")


# The same limits where people decide


@pytest.mark.parametrize("rating", [100_000, -10_000, int("9" * 400)])
def test_a_rating_no_list_has_is_refused(rating: int) -> None:
    with pytest.raises(RatingImpossible):
        enter_player(NEW, player=Player(9, "DOE", rating=rating))
    with pytest.raises(RatingImpossible):
        change_player(NEW, number=1, changes={"rating": rating})


@pytest.mark.parametrize("rating", [99_999, -9_999, 0])
def test_the_ratings_at_the_ends_are_taken(rating: int) -> None:
    assert enter_player(NEW, player=Player(9, "DOE", rating=rating))


def test_an_absence_is_planned_for_a_round_that_may_be_played() -> None:
    assert plan_absence(NEW, number=1, rounds=[999])
    with pytest.raises(UnknownRound):
        plan_absence(NEW, number=1, rounds=[10**23])


def test_new_numbers_by_rating_pass_through_numbers_a_journal_may_hold() -> None:
    facts: list[Event] = [TournamentOpened("Open")]
    facts += [PlayerEntered(Player(BIGGEST_FOREIGN - at, f"P{at}", rating=at), 1) for at in range(3)]
    hall = replay(facts)

    after_all = replay(renumber_by_rating(hall), hall)

    assert [after_all.players[number].rating for number in (1, 2, 3)] == [2, 1, 0]
