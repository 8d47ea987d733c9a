"""The Dutch system at the desk: whole tournaments, hand-made pairs, byes, questions and refusals."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from ronde.formats.trf import PointSystem, Trf, check_rounds
from ronde.formats.trf.records import TrfPlayer, TrfRound, baku, upper_group
from ronde.model.decisions.players import enter_player, forbid_pair, plan_absence, player_leaves
from ronde.model.decisions.rounds import add_table, change_settings, close_round, give_bye, open_tournament
from ronde.model.entry import fill_at_random
from ronde.model.errors import ByeNotOffered, CannotPair, SettingImpossible
from ronde.model.events import TableAdded
from ronde.model.player import Absence, Player
from ronde.model.replay import replay
from ronde.model.settings import Settings, usual_settings
from ronde.model.system_settings import DutchSettings
from ronde.model.tournament import Tournament, seeding
from ronde.standings import record
from ronde.systems import standings
from ronde.systems.rounds import complete_round, why_not, with_costs
from ronde.systems.system import PairVerdict

LETTERS = {Absence.HALF_BYE: "H", Absence.FULL_BYE: "F"}


def opened(count: int, **changes: object) -> Tournament:
    """A tournament of so many players, the strongest first."""
    settings = replace(usual_settings("dutch", rounds=5), **changes)  # type: ignore[arg-type]
    hall = replay(open_tournament(Tournament(), name="Open", settings=settings))
    for number in range(1, count + 1):
        card = Player(number, f"P{number:03d}", rating=2500 - 10 * number)
        hall = replay(enter_player(hall, player=card), hall)
    return hall


def drawn(hall: Tournament, seed: int = 1) -> Tournament:
    """The tournament with its open round paired."""
    return replay(complete_round(hall, seed=seed), hall)


def closed(hall: Tournament, seed: int = 1) -> Tournament:
    """The tournament with its open round paired, played by chance and closed."""
    full = drawn(hall, seed)
    full = replay(fill_at_random(full, random.Random(seed)), full)
    return replay(close_round(full), full)


def reported(hall: Tournament) -> Trf:
    """The tournament as a report file: an independent way to the same engine."""
    number = {player: at for at, player in enumerate(seeding(hall), start=1)}
    rows = []
    for player, own in record(hall).items():
        rounds = []
        for line in own:
            if line.opponent:
                letter = "0=1"[line.half_points]
                rounds.append(TrfRound(number[line.opponent], "w" if line.first else "b", letter))
            else:
                rounds.append(TrfRound(result="U" if line.bye else LETTERS.get(line.absence, "Z")))  # type: ignore[arg-type]
        rows.append(TrfPlayer(number[player], f"P{player}", rounds=tuple(rounds)))
    settings = hall.settings
    accelerated = settings.dutch.acceleration == "baku"
    return Trf(
        players=tuple(sorted(rows, key=lambda row: row.number)),
        rounds=settings.rounds,
        white_first=settings.dutch.first_colour == "first",
        virtual=baku(upper_group(len(rows)), settings.rounds, PointSystem()) if accelerated else (),
    )


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("acceleration", ["none", "baku"])
def test_a_tournament_of_the_desk_is_confirmed_by_the_checker_of_report_files(
    seed: int, acceleration: str
) -> None:
    chance = random.Random(seed)
    hall = opened(9 + seed, dutch=DutchSettings(acceleration=acceleration))
    for turn in range(5):
        asking = chance.sample(sorted(hall.players), 2)
        for player, reason in zip(asking, (Absence.HALF_BYE, Absence.ABSENT), strict=True):
            hall = replay(plan_absence(hall, number=player, rounds=(turn + 1,), reason=reason), hall)
        hall = closed(hall, 100 * seed + turn + 1)

    rounds = list(check_rounds(reported(hall)))

    assert len(rounds) == 5
    assert all(one.equal for one in rounds), [one.differences for one in rounds]


def test_the_first_draw_writes_down_the_colour_and_undoing_it_leaves_the_choice_open() -> None:
    hall = opened(6)
    colours = {drawn(hall, seed).settings.dutch.first_colour for seed in range(1, 9)}

    assert hall.settings.dutch.first_colour == "draw"
    assert colours == {"first", "second"}


@pytest.mark.parametrize(("colour", "first"), [("first", 1), ("second", 4)])
def test_a_chosen_colour_is_kept(colour: str, first: int) -> None:
    hall = drawn(opened(6, dutch=DutchSettings(first_colour=colour)))

    assert hall.settings.dutch.first_colour == colour
    assert hall.open_round.tables[1].first == first
    assert [sorted((table.first, table.second)) for table in hall.open_round] == [[1, 4], [2, 5], [3, 6]]


def test_pairs_made_by_hand_stay_and_the_rest_is_paired_around_them() -> None:
    hall = opened(8)
    hall = replay(with_costs(hall, add_table(hall, first=8, second=1)), hall)
    hall = drawn(hall)

    pairs = {frozenset((table.first, table.second)) for table in hall.open_round}
    assert pairs == {frozenset(pair) for pair in ((1, 8), (2, 5), (3, 6), (4, 7))}
    assert hall.open_round.tables[1].by_hand


def test_a_hand_made_rematch_names_the_rule_it_breaks() -> None:
    hall = closed(opened(6))
    table = hall.rounds[0].tables[1]

    (added,) = with_costs(hall, add_table(hall, first=table.first, second=table.second))

    assert isinstance(added, TableAdded)
    assert added.pair.reasons[0].rule == "C1"


def test_byes_that_were_asked_for_are_worth_their_points_and_bar_nothing_but_the_full_one() -> None:
    hall = opened(7)
    hall = replay(plan_absence(hall, number=7, rounds=(1,), reason=Absence.HALF_BYE), hall)
    hall = closed(hall)

    assert {row.player: row.points for row in standings(hall).rows}[7] == 0.5
    assert hall.open_round.bye is None


def test_other_systems_give_no_points_for_a_bye_on_request() -> None:
    hall = replay(open_tournament(Tournament(), name="x", settings=Settings()))
    hall = replay(enter_player(hall, player=Player(1, "A")), hall)

    with pytest.raises(ByeNotOffered):
        plan_absence(hall, number=1, rounds=(1,), reason=Absence.HALF_BYE)


def test_a_late_entry_gets_a_number_by_rating_and_nothing_for_the_rounds_before() -> None:
    hall = closed(opened(6))
    hall = replay(enter_player(hall, player=Player(50, "Late", rating=2485)), hall)
    hall = drawn(hall, 2)

    assert seeding(hall)[:3] == (1, 50, 2)
    assert hall.seats == seeding(hall)
    assert 50 in hall.open_round.seated


def test_numbers_are_fixed_once_round_four_is_paired() -> None:
    hall = opened(8)
    for turn in range(4):
        hall = closed(hall, turn + 1)
    stronger = replace(hall.players[8], rating=2800)
    hall = replace(hall, players={**hall.players, 8: stronger})

    assert seeding(hall) == tuple(range(1, 9))
    assert drawn(hall, 5).seats == tuple(range(1, 9))


def test_forbidden_pairs_and_those_who_left_are_respected() -> None:
    hall = opened(8)
    hall = replay(forbid_pair(hall, first=1, second=5), hall)
    hall = replay(player_leaves(hall, number=8), hall)
    hall = replay(player_leaves(hall, number=7), hall)
    hall = drawn(hall)

    assert hall.open_round.table_of(1) is not None
    assert 5 not in hall.open_round.seated[1].pair
    assert 8 not in hall.open_round.seated


def test_a_bye_by_hand_is_kept() -> None:
    hall = opened(7)
    hall = drawn(replay(give_bye(hall, player=2), hall))

    assert hall.open_round.bye is not None
    assert hall.open_round.bye.player == 2


def test_two_who_have_met_and_two_alone_cannot_be_paired_and_the_refusal_names_them() -> None:
    hall = closed(opened(2))

    with pytest.raises(CannotPair) as refused:
        complete_round(hall, seed=2)

    assert refused.value.facts["reason"] == "dutch-none"
    assert refused.value.facts["players"] == ["P001", "P002"]


def test_where_nobody_may_have_the_bye_the_refusal_says_so() -> None:
    hall = opened(3, rounds=9)
    for turn in range(3):
        hall = closed(hall, turn + 1)

    with pytest.raises(CannotPair) as refused:
        complete_round(hall, seed=9)

    assert refused.value.facts["reason"] == "dutch-bye"


def test_a_question_is_answered_by_the_rule_or_the_criterion() -> None:
    hall = closed(opened(8))
    table = hall.rounds[0].tables[1]
    answers = {}
    for one in range(1, 9):
        for other in range(one + 1, 9):
            answers[one, other] = why_not(hall, one, other, number=2, seed=2)
    paired = drawn(hall, 2)

    met = (min(table.first, table.second), max(table.first, table.second))
    assert answers[met].verdict is PairVerdict.MET
    verdicts = {pair for pair, answer in answers.items() if answer.verdict is PairVerdict.DRAWN}
    assert verdicts == {tuple(sorted((one.first, one.second))) for one in paired.open_round}
    worse = [answer for answer in answers.values() if answer.verdict is PairVerdict.WORSE]
    assert worse
    assert all(answer.worse is not None for answer in worse)
    assert answers[met].pair.reasons[0].rule == "C1"


def test_acceleration_cannot_begin_once_a_round_is_paired() -> None:
    hall = drawn(opened(6))
    wanted = replace(hall.settings, dutch=replace(hall.settings.dutch, acceleration="baku"))

    with pytest.raises(SettingImpossible) as refused:
        change_settings(hall, settings=wanted)

    assert refused.value.facts["reason"] == "started"


def test_the_upper_group_of_the_acceleration_is_written_down_as_a_person() -> None:
    hall = drawn(opened(10, dutch=DutchSettings(acceleration="baku")))

    assert hall.settings.dutch.last_accelerated == 6
