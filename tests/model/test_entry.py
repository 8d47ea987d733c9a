from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.model.namesakes import PEOPLE, results
from tests.support.builders import enter_result, tournament

from ronde.model.entry import Effect, LineReading, line_events, read_line, read_score
from ronde.model.errors import (
    AmbiguousPlayer,
    EntryUnreadable,
    NoResult,
    NotPaired,
    ResultImpossible,
    RoundNotComplete,
    UnknownTable,
)
from ronde.model.events import ByeGiven
from ronde.model.player import Player
from ronde.model.replay import replay
from ronde.model.result import Board, Kind, Result, adjourned, double_forfeit, forfeit, unplayed
from ronde.model.settings import Settings
from ronde.model.tournament import Tournament

HALL = tournament(PEOPLE, current="1-2 3-4 5-6 145-14")
HALL_AND_MORE = tournament([*PEOPLE, Player(17, "FOE", "Ann")], current="1-2 3-4 5-6 145-14 15-17")
BOARD = Board()

Said = tuple[Effect, int, Result | None]


def understood(line: str, hall: Tournament) -> LineReading:
    """The reading of a line that is not refused."""
    reading = read_line(line, hall)
    if reading.refusal is not None:
        raise reading.refusal
    return reading


def said(line: str, hall: Tournament) -> Said:
    """The effect, the player named, and the result from his side."""
    reading = understood(line, hall)
    player = reading.players[0] if reading.players else 0
    own = reading.result
    if own is not None and hall.open_round.table(reading.table).first != player:
        own = own.swapped
    return reading.effect, player, own


def score(player: int, first: float) -> Said:
    return Effect.ENTER, player, Result(first, 64 - first)


def entered(player: int, result: Result) -> Said:
    return Effect.ENTER, player, result


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("145 35", score(145, 35)),
        ("145+4", score(145, 34)),
        ("145=", score(145, 32)),
        ("145=xyz", score(145, 32)),
        ("vane = whatever", score(145, 32)),
        ("14 50", score(14, 50)),
        ("  6     10  ", score(6, 10)),
        ("vane35", score(145, 35)),
        ("VANE Lou 12", score(145, 12)),
        ("martin zoe 40", score(2, 40)),
        ("martin ZOÉ40", score(2, 40)),
        ("de la rue +6", score(4, 35)),
        ("o'd=", score(5, 32)),
        ("o’d=", score(5, 32)),
        ("smith-jones-4", score(6, 30)),
        ("smith-jones -4", score(6, 30)),
        ("smith- 4", score(6, 4)),
        ("vane .5", score(145, 0.5)),
        ("vane 34,5", score(145, 34.5)),
        ("145 .5", score(145, 0.5)),
        (" ? ", (Effect.RANDOM, 0, None)),
    ],
)
def test_a_line_of_the_grammar_is_understood(line: str, entry: Said) -> None:
    assert said(line, HALL) == entry


FILLED = tournament(PEOPLE, current="1-2:40 3-4:20 5-6:= 145-14:14")


@pytest.mark.parametrize(
    ("line", "player"),
    [
        *((line, 145) for line in ("145e", "145 x", "145E5", "-145", "-vane", "- vane")),
        *((line, 1) for line in ("-table 1", "table 1 e")),
    ],
)
def test_a_result_is_erased(line: str, player: int) -> None:
    assert said(line, FILLED) == (Effect.ERASE, player, None)
    assert isinstance(read_line(line, HALL).refusal, NoResult)


def test_an_exclamation_mark_closes_the_round_once_all_results_are_in() -> None:
    everybody_sits = tournament(PEOPLE[:8], current="1-2:40 3-4:20 5-6:= 145-14:14")

    assert said("!", everybody_sits) == (Effect.CLOSE, 0, None)
    assert isinstance(read_line("!", HALL).refusal, RoundNotComplete)


def test_who_may_not_close_or_draw_results_is_told_that_the_line_is_none() -> None:
    for line in ("!", "?"):
        refusal = read_line(line, FILLED, close=False, chance=False).refusal
        assert isinstance(refusal, EntryUnreadable)


@pytest.mark.parametrize(
    ("line", "first"),
    [("table 2 35", 35), ("Table 2 +6", 35), ("table 2=", 32), ("table2 35-29", 35), ("table 2 f", 24)],
)
def test_a_table_is_named_and_its_first_player_meant(line: str, first: float) -> None:
    reading = understood(line, HALL)

    assert (reading.table, reading.players) == (2, (3,))
    assert reading.result is not None
    assert reading.result.first == first


def test_a_table_without_a_score_wants_one_and_an_unknown_one_is_refused() -> None:
    assert read_line("table 2", HALL).score_wanted
    assert isinstance(read_line("table 99 35", HALL).refusal, UnknownTable)


def test_somebody_called_table_is_found_by_his_name() -> None:
    hall = tournament([Player(1, "TABLER"), Player(2, "ROE")], current="1-2")

    assert said("table 7", hall) == score(1, 7)
    assert said("table 1 35", hall) == score(1, 35)


CHESS_HALL = tournament(
    [Player(1, "ANN"), Player(2, "JACOBS"), Player(3, "SMITH-JONES"), Player(4, "BOB")],
    current="1-2 3-4",
    settings=Settings(board=Board(total=1, bye=0)),
)


@pytest.mark.parametrize(
    ("line", "player", "own"),
    [
        *((line, 2, 1) for line in ("jac+", "jac +", "jac 1-0", "2 1:0", "jac 1")),
        *((line, 2, 0) for line in ("jac-", "jac -", "jac 0-1", "2-", "jac 0")),
        *((line, 2, 0.5) for line in ("jac=", "jac 1/2", "jac ½", "jac½", "jac ½-½", "2 1/2-1/2")),
        *((line, 3, 0) for line in ("smith-jones-", "smith-", "table 2 0-1")),
        ("smith-j+", 3, 1),
    ],
)
def test_the_scores_of_chess_are_told_from_the_side_of_the_player_named(
    line: str, player: int, own: float
) -> None:
    assert said(line, CHESS_HALL) == (Effect.ENTER, player, Result(own, 1 - own))


@pytest.mark.parametrize(
    ("sign", "letter"),
    [("+/-", "w"), ("-/+", "f"), ("-/-", "ff"), ("1-0F", "w"), ("0-1f", "f")],
)
def test_forfeits_as_chess_players_write_them(sign: str, letter: str) -> None:
    assert said(f"jac {sign}", CHESS_HALL) == said(f"jac {letter}", CHESS_HALL)
    assert said(f"145 {sign}", HALL) == said(f"145 {letter}", HALL)


def test_both_scores_must_add_up_to_the_total() -> None:
    assert said("vane 35-29", HALL) == score(145, 35)
    assert said("vane 34½", HALL) == score(145, 34.5)
    for line in ("vane 35-30", "jac 1-1"):
        refusal = read_line(line, HALL if line[0] == "v" else CHESS_HALL).refusal
        assert isinstance(refusal, ResultImpossible)
        assert refusal.facts["reason"] == "sum"


@pytest.mark.parametrize("line", ["vane ½", "vane 1/2"])
def test_half_a_disc_is_not_taken_for_a_draw(line: str) -> None:
    assert isinstance(read_line(line, HALL).refusal, ResultImpossible)


def test_a_refused_line_still_says_who_is_meant() -> None:
    several = read_line("mart 20", HALL)
    impossible = read_line("vane 99", HALL)

    assert (several.players, several.table, several.name) == ((1, 2, 3), 0, "mart")
    assert (impossible.players, impossible.table) == ((145,), 4)
    assert read_line("vane+", HALL).players == (145,)
    assert read_line("vane", HALL).score_wanted
    assert not read_line("", HALL).score_wanted


def test_the_number_of_nobody_may_have_been_meant_as_a_table() -> None:
    unknown, away = read_line("999 10", HALL).refusal, read_line("16 10", HALL).refusal

    assert unknown is not None
    assert unknown.facts == {"player": "999", "round": 1, "reason": "number"}
    assert away is not None
    assert away.facts == {"player": "IDLE Max", "round": 1, "reason": ""}


def test_a_full_stop_inside_a_name_does_not_begin_the_score() -> None:
    assert said("st. john 35", HALL_AND_MORE) == score(15, 35)
    assert said("st.35", HALL_AND_MORE) == score(15, 35)
    assert said("st .5", HALL_AND_MORE) == score(15, 0.5)


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("f", forfeit(BOARD, winner_first=False)),
        ("w", forfeit(BOARD, winner_first=True)),
        ("FF", double_forfeit()),
        ("a", adjourned(BOARD)),
        ("u", unplayed()),
    ],
)
def test_a_letter_tells_a_forfeit_an_adjourned_or_an_unplayed_game(word: str, told: Result) -> None:
    assert read_score(word, BOARD) == told
    assert said(f"145 {word}", HALL) == entered(145, told)
    assert said(f"145{word}", HALL) == entered(145, told)
    assert said(f"vane {word}", HALL) == entered(145, told)
    assert said(f"VANE Lou {word}", HALL) == entered(145, told)


def test_a_letter_that_may_belong_to_the_name_is_taken_as_part_of_it() -> None:
    with pytest.raises(EntryUnreadable):
        understood("webb a", HALL)

    assert said("webb ann a", HALL) == entered(14, adjourned(BOARD))


@pytest.mark.parametrize(
    "line", ["", " ", "-", "145", "vane", "smith-", "+6", "=", "webb ann", "6 - 4", "6 32 extra"]
)
def test_a_line_without_player_or_score_is_refused(line: str) -> None:
    with pytest.raises(EntryUnreadable) as refused:
        understood(line, HALL)

    assert refused.value.facts == {"text": line}


@pytest.mark.parametrize(
    "line", ["999 10", "0 10", "16 10", "idle 10", "--6", "-999", "-idle", "la rue 4", "x"]
)
def test_a_player_who_does_not_play_this_round_is_refused(line: str) -> None:
    with pytest.raises(NotPaired) as refused:
        understood(line, HALL)

    assert refused.value.facts["round"] == 1


@pytest.mark.parametrize(
    ("line", "player", "reason"),
    [
        ("idle 10", "IDLE Max", ""),
        ("16 10", "IDLE Max", ""),
        ("nobody 10", "nobody", "unknown"),
        ("999 10", "999", "number"),
    ],
)
def test_who_is_unknown_is_told_from_who_does_not_play(line: str, player: str, reason: str) -> None:
    with pytest.raises(NotPaired) as refused:
        understood(line, HALL)

    assert refused.value.facts == {"player": player, "round": 1, "reason": reason}


@pytest.mark.parametrize("line", ["145 65", "145 +66", "vane -66", "6 +4.5", "6 abc", "vane 3x"])
def test_an_impossible_score_is_refused(line: str) -> None:
    with pytest.raises(ResultImpossible):
        understood(line, HALL)


@pytest.mark.parametrize("line", ["martin 40", "martin40", "-martin"])
def test_a_surname_leaves_out_those_whose_names_are_longer(line: str) -> None:
    with pytest.raises(AmbiguousPlayer) as refused:
        understood(line, HALL)

    assert refused.value.facts["candidates"] == ["MARTIN Bob (1)", "MARTIN Zoé (2)"]


def test_a_surname_wins_even_if_only_the_longer_one_has_no_result_yet() -> None:
    people = [Player(1, "MARTIN", "Bob"), Player(2, "MARTINEZ", "Al"), Player(3, "ROE"), Player(4, "DOE")]
    hall = tournament(people, current="1-3 2-4")
    filled = replay(enter_result(hall, player=1, result=Result(40, 24)), hall)

    assert said("martin 30", filled)[1] == 1
    assert said("marti 30", filled)[1] == 2


@pytest.mark.parametrize("line", ["mart", "mart 20", "marti 40", "-mart"])
def test_a_start_of_several_names_is_refused_with_the_candidates(line: str) -> None:
    with pytest.raises(AmbiguousPlayer) as refused:
        understood(line, HALL)

    candidates = refused.value.facts["candidates"]
    assert candidates == ["MARTIN Bob (1)", "MARTIN Zoé (2)", "MARTINEZ Al (3)"]


def test_two_namesakes_are_told_apart_by_their_numbers() -> None:
    hall = tournament([Player(1, "DOE", "Ana"), Player(2, "DOE", "Ana")], current="1-2")

    with pytest.raises(AmbiguousPlayer) as refused:
        understood("doe 40", hall)

    assert refused.value.facts == {"text": "doe", "candidates": ["DOE Ana (1)", "DOE Ana (2)"]}
    assert said("2 40", hall) == score(2, 40)


def test_a_start_means_the_one_player_whose_result_is_missing() -> None:
    hall = tournament(PEOPLE, current="1-2:40 3-4 5-6 145-14")

    assert said("mart 20", hall) == score(3, 20)


def test_with_all_results_in_a_start_must_fit_one_player_only() -> None:
    hall = tournament(PEOPLE, current="1-2:40 3-4:20 5-6:= 145-14:14")

    assert said("martinez 20", hall) == (Effect.AGAIN, 3, Result(20, 44))
    with pytest.raises(AmbiguousPlayer):
        understood("mart 20", hall)


def test_in_a_game_without_discs_a_half_is_a_draw() -> None:
    hall = tournament(2, current="1-2", settings=Settings(board=Board(total=1, bye=0)))

    assert said("1 0.5", hall)[2] == Result(0.5, 0.5)
    assert said("2 +1", hall)[2] == Result(1, 0)


@given(st.text(max_size=20))
def test_any_line_is_understood_or_refused(line: str) -> None:
    reading = read_line(line, HALL)

    assert set(reading.players) <= HALL.open_round.seated.keys()
    assert (reading.refusal is not None) == (reading.effect is Effect.REFUSE)
    assert (reading.result is not None) == (reading.effect is Effect.ENTER)
    assert reading.result is None or reading.table


@given(st.sampled_from(PEOPLE[:8]), st.integers(0, 128))
def test_a_full_name_and_the_number_say_the_same(card: Player, halves: int) -> None:
    line = f"{halves / 2:g}"

    by_name = said(f"{card.full_name} {line}", HALL)

    assert by_name == said(f"{card.id} {line}", HALL)
    assert by_name == score(card.id, halves / 2)


def test_a_forfeit_told_by_the_second_player_is_kept_from_the_side_of_the_first() -> None:
    hall = replay(line_events(HALL, reading=read_line("14 f", HALL)), HALL)

    assert results(hall)[145, 14] == Result(40, 24, Kind.FORFEIT)


@pytest.mark.parametrize("line", ["99999999999 35", "1459999999999 35", "-99999999999", "9" * 400 + "=="])
def test_a_number_longer_than_any_players_is_refused_whole(line: str) -> None:
    with pytest.raises(NotPaired) as refused:
        understood(line, HALL)

    assert refused.value.facts["player"] == re.findall("[0-9]+", line)[0]


@pytest.mark.parametrize(
    ("line", "score"), [("bob +", 1), ("bob -", 0), ("2+", 1), ("2 -", 0), ("bob =", 0.5)]
)
def test_without_discs_a_bare_sign_says_who_won(line: str, score: float) -> None:
    go = Settings(board=Board(total=1, bye=0))
    hall = tournament([Player(1, "ANN"), Player(2, "BOB")], current="1-2", settings=go)

    assert said(line, hall) == entered(2, Result(score, 1 - score))


@pytest.mark.parametrize("sign", ["+", "-"])
def test_with_discs_a_bare_sign_is_no_score(sign: str) -> None:
    with pytest.raises(ResultImpossible):
        understood(f"145 {sign}", HALL)


@pytest.mark.parametrize("line", ["eve 40", "5 40", "-eve", "-5"])
def test_who_has_the_bye_is_said_to_have_it(line: str) -> None:
    five = [Player(at, name) for at, name in enumerate(("ANN", "BOB", "CAT", "DAN", "EVE"), 1)]
    hall = replay([ByeGiven(1, 5)], tournament(five, current="1-2 3-4"))

    with pytest.raises(NotPaired) as refused:
        understood(line, hall)

    assert refused.value.facts == {"player": "EVE", "round": 1, "reason": "bye"}
