from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.model.errors import ResultImpossible
from ronde.model.result import (
    BOARDS,
    Board,
    Kind,
    Result,
    adjourned,
    double_forfeit,
    forfeit,
    parse_score,
    to_half,
    unplayed,
    valid_result,
    write_number,
)

OTHELLO = Board()
boards = st.integers(1, 200).flatmap(
    lambda total: st.builds(Board, total=st.just(total), bye=st.integers(0, 2 * total).map(lambda h: h / 2))
)


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("35", 35),
        (" 35 ", 35),
        ("0", 0),
        ("64", 64),
        ("34.5", 34.5),
        ("34,5", 34.5),
        (".5", 0.5),
        ("12.", 12),
        ("+6", 35),
        ("-8", 28),
        ("+0", 32),
        ("-0", 32),
        ("+64", 64),
        ("-64", 0),
        ("+5", 34.5),
        ("=", 32),
        ("=0", 32),
        ("=xyz", 32),
        ("--4", 34),
        ("+-4", 30),
        ("1e1", 10),
        ("0x10", 16),
    ],
)
def test_a_score_is_read_as_papp_reads_it(typed: str, first: float) -> None:
    assert parse_score(typed, OTHELLO) == Result(first, 64 - first)


@pytest.mark.parametrize(
    ("typed", "discs"),
    [("40.2", 40), ("40.25", 40), ("40.3", 40.5), ("40.75", 40.5), ("40.8", 41), ("40.5", 40.5)],
)
def test_typed_decimals_go_to_the_nearest_half_disc_quarters_downwards(typed: str, discs: float) -> None:
    assert parse_score(typed, OTHELLO).first == discs


@pytest.mark.parametrize(
    "typed",
    [
        "",
        " ",
        "+",
        "-",
        "poi",
        "3 5",
        "+4.5",
        "++",
        "1e",
        "0x",
        "0xG",
        "٣",
        "35--29",
        "- 4",
        "½",
        "NaN",
        "inf",
    ],
)
def test_an_unreadable_score_is_refused(typed: str) -> None:
    with pytest.raises(ResultImpossible) as refused:
        parse_score(typed, OTHELLO)

    assert refused.value.facts == {"text": typed, "total": 64, "reason": "unreadable"}


@pytest.mark.parametrize("typed", ["65", "64.5", "+65", "-66", "+-66", "999999", "0xFFFF", "9e9", "9e99"])
def test_a_score_that_does_not_fit_on_the_board_is_refused(typed: str) -> None:
    with pytest.raises(ResultImpossible) as refused:
        parse_score(typed, OTHELLO)

    assert refused.value.facts["reason"] == "outside"


@pytest.mark.parametrize("typed", ["9" * 5_000, "+" + "9" * 5_000, "0." + "3" * 5_000])
def test_a_number_as_long_as_a_document_is_refused(typed: str) -> None:
    with pytest.raises(ResultImpossible):
        parse_score(typed, OTHELLO)


@given(boards, st.data())
def test_a_number_and_its_margin_say_the_same(board: Board, data: st.DataObject) -> None:
    halves = data.draw(st.integers(0, 2 * board.total))
    told = parse_score(write_number(halves / 2), board)
    margin = halves - board.total

    assert told == Result(halves / 2, board.total - halves / 2)
    assert parse_score(f"{margin:+d}", board) == told


@given(boards, st.integers(-999_999, 999_999))
def test_every_margin_on_the_board_is_read_and_every_other_refused(board: Board, margin: int) -> None:
    if abs(margin) > board.total:
        with pytest.raises(ResultImpossible):
            parse_score(f"{margin:+d}", board)
    else:
        told = parse_score(f"{margin:+d}", board)
        assert told.first - told.second == margin
        assert told.first + told.second == board.total


@given(st.floats(0, 10_000))
def test_a_rounded_score_is_a_half_disc_at_most_a_quarter_away(discs: float) -> None:
    rounded = to_half(discs)

    assert rounded * 2 == int(rounded * 2)
    assert abs(rounded - discs) <= 0.25


@given(st.text(max_size=12))
def test_any_text_is_read_or_refused(typed: str) -> None:
    try:
        told = parse_score(typed, OTHELLO)
    except ResultImpossible:
        return

    assert valid_result(told, OTHELLO) == told


@given(st.integers(0, 20_000))
def test_a_written_number_reads_back_and_has_no_useless_decimal(halves: int) -> None:
    text = write_number(halves / 2)

    assert float(text) == halves / 2
    assert not text.endswith(".0")


def test_a_discless_game_is_won_drawn_or_lost() -> None:
    chess = BOARDS["chess"]

    assert parse_score("1", chess) == Result(1, 0)
    assert parse_score("0", chess) == Result(0, 1)
    assert parse_score("0.5", chess) == Result(0.5, 0.5)
    assert parse_score("=", chess) == Result(0.5, 0.5)
    assert parse_score("+1", chess) == Result(1, 0)
    with pytest.raises(ResultImpossible):
        parse_score("2", chess)


def test_only_a_total_of_one_is_a_game_without_discs() -> None:
    assert Board(total=1, bye=0).discless
    assert not Board(total=2, bye=0).discless


def test_the_presets_are_those_of_the_manual() -> None:
    assert (BOARDS["othello"].total, BOARDS["othello"].bye) == (64, 24)
    assert (BOARDS["othello10"].total, BOARDS["othello10"].bye) == (100, 35)
    assert BOARDS["chess"].discless
    assert BOARDS["go"].discless
    assert BOARDS["chess"].colours == ("white", "black")


@pytest.mark.parametrize(
    ("total", "bye", "half_points", "discs"),
    [(64, 24, 2, 40), (64, 32, 1, 32), (64, 40, 0, 24), (37, 12, 2, 25), (1, 0, 2, 1), (100, 35, 2, 65)],
)
def test_a_bye_wins_draws_or_loses_by_the_score_of_the_bye(
    total: int, bye: float, half_points: int, discs: float
) -> None:
    board = Board(total=total, bye=bye)

    assert (board.bye_half_points, board.bye_discs) == (half_points, discs)


@pytest.mark.parametrize(
    ("told", "half_points", "over_the_board"),
    [
        (Result(40, 24), (2, 0), True),
        (Result(24, 40), (0, 2), True),
        (Result(32, 32), (1, 1), True),
        (Result(32.5, 31.5), (2, 0), True),
        (forfeit(OTHELLO, winner_first=True), (2, 0), False),
        (forfeit(OTHELLO, winner_first=False), (0, 2), False),
        (double_forfeit(), (0, 0), False),
        (unplayed(), (0, 0), False),
        (adjourned(OTHELLO), (1, 1), True),
    ],
)
def test_each_kind_of_result_gives_its_half_points_and_counts_as_a_game_or_not(
    told: Result, half_points: tuple[int, int], over_the_board: bool
) -> None:
    assert told.half_points == half_points
    assert told.over_the_board is over_the_board
    assert told.swapped.half_points == half_points[::-1]
    assert told.swapped.swapped == told


@given(boards)
def test_whoever_comes_wins_the_forfeit_whatever_the_bye_is_worth(board: Board) -> None:
    won = forfeit(board, winner_first=True)

    assert won.half_points == (2, 0)
    assert won.first + won.second == board.total
    assert forfeit(board, winner_first=False) == won.swapped
    assert valid_result(won, board) == won


def test_a_forfeit_scores_as_many_discs_as_the_bye() -> None:
    assert forfeit(OTHELLO, winner_first=True) == Result(40, 24, Kind.FORFEIT)
    assert forfeit(Board(bye=40), winner_first=True) == Result(64, 0, Kind.FORFEIT)


def test_games_that_were_not_played_have_no_discs_and_an_adjourned_one_half_of_them() -> None:
    assert unplayed() == Result(0, 0, Kind.UNPLAYED)
    assert double_forfeit() == Result(0, 0, Kind.DOUBLE_FORFEIT)
    assert adjourned(OTHELLO) == Result(32, 32, Kind.ADJOURNED)


def test_every_result_the_desk_can_make_fits_its_board() -> None:
    for board in BOARDS.values():
        for told in (double_forfeit(), unplayed(), adjourned(board), Result(board.total, 0)):
            assert valid_result(told, board) is told


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        (Result(40, 25), "sum"),
        (Result(0, 0), "sum"),
        (Result(40.25, 23.75), "half"),
        (Result(65, -1), "outside"),
        (Result(float("nan"), 24), "outside"),
        (Result(float("inf"), 24), "outside"),
        (Result(100, 0, Kind.FORFEIT), "outside"),
        (Result(0, 64.5, Kind.ADJOURNED), "outside"),
    ],
)
def test_a_result_that_does_not_fit_the_board_is_refused_with_the_reason(told: Result, reason: str) -> None:
    with pytest.raises(ResultImpossible) as refused:
        valid_result(told, OTHELLO)

    assert refused.value.facts["reason"] == reason
