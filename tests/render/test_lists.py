from __future__ import annotations

from dataclasses import replace

import pytest
from tests.support.builders import CHESS, tournament

from ronde.i18n import LANGUAGES, say
from ronde.model.events import AbsencePlanned, Event, PlayerLeft, ResultEntered, RoundClosed, RoundPaired
from ronde.model.player import Absence, Player
from ronde.model.replay import replay
from ronde.model.result import Board, Result, adjourned, double_forfeit, forfeit, unplayed
from ronde.model.settings import Settings
from ronde.model.systems import TIEBREAKS
from ronde.model.table import Bye, Pair, Reason
from ronde.model.tournament import Tournament
from ronde.render import lists
from ronde.render.text import colour_name, score_text, tiebreak_text, width
from ronde.systems.system import rules

PEOPLE = [
    Player(1, "POIRIER", "Élodie", "FRA", "Metz", 1800),
    Player(2, "伊藤", "健", "JPN"),
    Player(3, "O'BRIEN-SMITH", "Tim", "IRL", rating=900),
    Player(4, "Ω"),
    Player(5, "LI", "Bo", "FRA", comment="plays on Sundays"),
]


def lines(text: str) -> list[str]:
    return text.split("\n")


def test_the_sheet_shows_differences_where_lists_are_relative() -> None:
    board = Board(relative=True)
    hall = tournament(PEOPLE[:2], rounds=["1-2:40"], settings=Settings(board=board))

    page = lists.sheet_text(hall, 1, "en")

    assert "+16" in page
    assert "40-24" not in page
    assert "with a difference of +16 discs" in page
    assert "-16" in lists.sheet_text(hall, 2, "fr")


def test_the_crosstable_ends_with_the_tie_breaks() -> None:
    hall = tournament(PEOPLE[:2], rounds=["1-2:40"])

    head, first, *_ = lines(lists.crosstable_text(hall, "en"))

    assert head.split()[-3:] == ["points", "Brightwell", "discs"]
    assert first.split()[-1] == "40"


# Scores


@pytest.mark.parametrize(
    ("result", "english", "french"),
    [
        (Result(40, 24), "40-24", "40-24"),
        (Result(34.5, 29.5), "34.5-29.5", "34,5-29,5"),
        (forfeit(Board(), winner_first=True), "40-24 forfeit", "40-24 forfait"),
        (forfeit(Board(), winner_first=False), "24-40 forfeit", "24-40 forfait"),
        (double_forfeit(), "double forfeit", "double forfait"),
        (adjourned(Board()), "adjourned", "ajournée"),
        (unplayed(), "unplayed", "non jouée"),
    ],
)
def test_a_result_is_written_as_people_do(result: Result, english: str, french: str) -> None:
    assert score_text(result, "en") == english
    assert score_text(result, "fr") == french


def test_tie_breaks_are_cut_to_one_decimal_as_papp_does() -> None:
    shown = [tiebreak_text(value) for value in (83, 83.5, 83.25, 83.3333, 0.0)]

    assert shown == ["83", "83.5", "83.2", "83.3", "0"]


# Players


def test_players_are_listed_with_why_they_are_away() -> None:
    hall = replay([PlayerLeft(3, 1, Absence.WITHDRAWN)], tournament(PEOPLE, current="4:away"))

    listed = lines(lists.players_text(hall, "en"))

    assert listed[0].split() == ["number", "name", "country", "club", "rating", "state"]
    assert listed[1].split() == ["1", "POIRIER", "Élodie", "FRA", "Metz", "1800"]
    assert listed[3].endswith("withdrawn")
    assert listed[4].endswith("absent")
    assert len({width(line[: line.rindex(" ")]) for line in listed[3:4]}) == 1


def test_without_players_the_list_says_what_to_do() -> None:
    assert "player add" in lists.players_text(Tournament(), "en")
    assert lists.players_text(Tournament(), "en") == lists.standings_text(Tournament(), "en")


@pytest.mark.parametrize("reason", list(Absence))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_absence_can_be_listed(reason: Absence, language: str) -> None:
    hall = replay([AbsencePlanned(1, 1, reason)], tournament(2))

    assert lines(lists.players_text(hall, language))[1].split()[:2] == ["1", "P1"]


# Rounds


def drawn() -> Tournament:
    """Two tables and a bye, each with a bill, and one result."""
    tables = {
        1: Pair(1, 2, (Reason("colour", 20, 2, -1), Reason("float-again", 25, 1, 2)), 45),
        2: Pair(3, 4, (), 0),
    }
    bye = Bye(5, (Reason("bye-again", 10_000_000, 5, 3),), 10_000_000)
    paired = RoundPaired(1, tables, bye, "swiss", 1, 10_000_045)
    return replay([paired, ResultEntered(1, 1, Result(40, 24))], tournament(PEOPLE))


def test_a_round_shows_tables_results_and_the_bye() -> None:
    hall = drawn()

    assert lines(lists.round_text(hall, hall.open_round, "en")) == [
        "Test: round 1",
        "",
        "table  Black                  White",
        "    1  POIRIER Élodie (1)     伊藤 健 (2)  40-24",
        "    2  O'BRIEN-SMITH Tim (3)  Ω (4)",
        "",
        "Bye:",
        "    LI Bo (5)",
    ]


def test_an_explained_round_puts_the_sentence_and_the_bill_under_each_pair() -> None:
    hall = drawn()

    assert lines(lists.round_text(hall, hall.open_round, "en", explain=True)) == [
        "Test: round 1",
        "",
        "table  Black                  White",
        "    1  POIRIER Élodie (1)     伊藤 健 (2)  40-24",
        "                 The first round is drawn by lot; POIRIER Élodie meets a lower",
        "                 score again.",
        f"             20  {lists.reason_text(hall, Reason('colour', 20, 2, -1), 'en')}",
        f"             25  {lists.reason_text(hall, Reason('float-again', 25, 1, 2), 'en')}",
        "    2  O'BRIEN-SMITH Tim (3)  Ω (4)",
        "                 The first round is drawn by lot.",
        "",
        "Bye:",
        "    LI Bo (5)",
        f"       10000000  {lists.reason_text(hall, Reason('bye-again', 1, 5, 3), 'en')}",
    ]


@pytest.mark.parametrize(
    ("reason", "rule", "shown"),
    [
        (Reason("colour", 1, 1, 2), "colour", ("POIRIER", "2", "Black")),
        (Reason("colour-again", 1, 1, -1), "colour-again", ("POIRIER", "White")),
        (Reason("float", 1, 1, 1), "float", ("POIRIER", "1")),
        (Reason("float-again", 1, 1, 1), "float-again-down", ("POIRIER",)),
        (Reason("float-again", 1, 1, -1), "float-again-up", ("POIRIER",)),
        (Reason("float-back", -1, 1, 1), "float-back-down", ("POIRIER",)),
        (Reason("float-back", -1, 1, -1), "float-back-up", ("POIRIER",)),
        (Reason("elitism", 1, 0, 9), "elitism", ("9",)),
        (Reason("met-same-colours", 1, 0, 2), "met-same-colours", ("2",)),
        (Reason("met-in-a-row", 1, 0, 2), "met-in-a-row", ()),
        (Reason("same-country", 1), "same-country", ()),
        (Reason("bye-in-a-row", 1, 1, 2), "bye-in-a-row", ("POIRIER",)),
    ],
)
def test_a_reason_is_a_sentence_in_both_languages(reason: Reason, rule: str, shown: tuple[str, ...]) -> None:
    hall = tournament(PEOPLE)

    for language in LANGUAGES:
        colour = colour_name("black" if reason.amount > 0 else "white", language)
        count = abs(reason.amount)
        facts = {
            "count": count,
            "amount": count,
            "round": count,
            "colour": colour,
            "player": "POIRIER Élodie",
        }
        assert lists.reason_text(hall, reason, language) == say(f"rules.{rule}", language, **facts)
    assert all(part in lists.reason_text(hall, reason, "en") for part in shown)


def test_a_reason_about_somebody_who_was_erased_is_still_told() -> None:
    assert "floats" in lists.reason_text(tournament(2), Reason("float", 1, 99, 1), "en")


def test_colours_are_named_as_the_game_calls_them() -> None:
    hall = tournament(2, current="1-2")
    chess = tournament(2, current="1-2", settings=Settings(board=CHESS))
    own = tournament(2, current="1-2", settings=Settings(board=Board(colours=("Red", "Blue"))))

    heads = [lines(lists.round_text(one, one.open_round, "fr"))[2].split()[1:] for one in (hall, chess, own)]
    assert heads == [["Noirs", "Blancs"], ["Blancs", "Noirs"], ["Red", "Blue"]]


def test_several_players_without_a_table_are_not_paired_yet() -> None:
    hall = tournament(5, current="1-2")

    shown = lists.round_text(hall, hall.open_round, "en")

    assert lines(shown)[-4:] == ["Not paired yet:", "    P3 (3)", "    P4 (4)", "    P5 (5)"]


def test_a_closed_round_shows_its_byes() -> None:
    hall = tournament(3, ["1-2:40"])

    assert lines(lists.round_text(hall, hall.round(1), "en"))[-2:] == ["Bye:", "    P3 (3)"]
    closed = replace(hall.round(1), byes=(2, 3))
    assert "Byes:" in lists.round_text(hall, closed, "en")


def test_an_empty_round_is_only_its_title() -> None:
    assert lists.round_text(Tournament(name="Open"), Tournament().open_round, "en") == "Open: round 1"


# Standings, crosstable, teams, sheets


def test_standings_share_places_and_show_them_once() -> None:
    hall = tournament(PEOPLE, ["1-2:40 3-4:="])

    shown = lines(lists.standings_text(hall, "en"))

    assert shown[0] == "Test: 5 players after round 1"
    assert [line[:7].strip() for line in shown[3:]] == ["1", "", "3", "", "5"]
    points = shown[2].index("points") + len("points")
    for line in shown[3:]:
        pad = width(line) - len(line)
        assert line[points - pad - 1].isdigit()


@pytest.mark.parametrize("language", LANGUAGES)
def test_standings_by_any_tie_break_are_shown(language: str) -> None:
    hall = tournament(PEOPLE, ["1-2:40 3-4:=", "5-1:20 2-3:33"], settings=Settings(tiebreaks=TIEBREAKS))

    shown = lines(lists.standings_text(hall, language))

    assert len(shown) == 3 + len(PEOPLE)
    assert shown[3].split()[-len(TIEBREAKS) :][-1].isdigit()


def test_standings_of_one_player_speak_of_one() -> None:
    assert lists.standings_text(tournament(1), "en").startswith("Test: 1 player after round 0")


def test_the_crosstable_stays_straight_with_wide_letters() -> None:
    hall = tournament(PEOPLE, ["1-2:40 3-4:=", "5-1:20 2-3:33 4:away"])

    shown = lines(lists.crosstable_text(hall, "en"))

    assert len({width(line) for line in shown}) == 1
    assert shown[0].split() == ["place", "name", "1", "2", "points", "Brightwell", "discs"]
    first = next(line for line in shown if "POIRIER" in line)
    assert [cell[:2] for cell in first.split()[-5:-2]] == ["B+", "W+", "2"]
    assert "bye" in next(line for line in shown if "LI Bo" in line)
    assert "---" in next(line for line in shown if "Ω" in line)


def test_the_crosstable_of_a_long_season_keeps_its_points_to_the_right() -> None:
    hall = tournament(2, ["1-2:40"] * 30)

    shown = lines(lists.crosstable_text(hall, "en"))

    assert len({width(line) for line in shown}) == 1
    assert shown[1].split()[-3] == "30"


def test_teams_are_listed_by_points() -> None:
    hall = tournament(PEOPLE, ["1-2:40 3-4:="])

    shown = lines(lists.teams_text(hall, "en"))

    assert shown[0].split() == ["team", "points", "players"]
    assert shown[1].split() == ["FRA", "2", "2"]
    assert ["-", "0.5", "1"] in [line.split() for line in shown]


def test_a_sheet_tells_every_round() -> None:
    hall = tournament(PEOPLE, ["1-2:40 3-4:= 5:away", "2-1:24 3-4:-", "1-3:= 2-4:40"])
    left = replay([PlayerLeft(5, 4, Absence.WITHDRAWN)], hall)

    assert lines(lists.sheet_text(hall, 1, "en")) == [
        "POIRIER Élodie (1) after round 3:",
        "",
        "  1. Black   + 40-24     伊藤 健 (2)",
        "  2. White   + 40-24     伊藤 健 (2)",
        "  3. Black   = 32-32     O'BRIEN-SMITH Tim (3)",
        "",
        "2.5 points out of 3, with 112 discs.",
    ]
    assert lines(lists.sheet_text(left, 5, "en"))[2:] == [
        "  1. absent",
        "  2. bye",
        "  3. bye",
        "",
        "2 points out of 3, with 80 discs.",
        "The player has left the tournament.",
        "plays on Sundays",
    ]


def test_a_rule_nobody_here_knows_is_shown_by_its_name() -> None:
    hall = tournament(PEOPLE)

    for language in LANGUAGES:
        assert lists.reason_text(hall, Reason("from-the-future", 7, 1, 2), language) == "from-the-future"


@pytest.mark.parametrize("rule", rules())
def test_every_rule_of_a_bill_is_said_in_words(rule: str) -> None:
    hall = tournament(PEOPLE)

    for language in LANGUAGES:
        for amount in (-2, 1, 2):
            assert lists.reason_text(hall, Reason(rule, 7, 1, amount), language) != rule


@pytest.mark.parametrize("reason", list(Absence))
def test_every_reason_to_be_away_has_its_word_on_the_sheet(reason: Absence) -> None:
    facts: list[Event] = [AbsencePlanned(5, 1, reason), RoundClosed(1, (), {5: reason})]
    hall = tournament(PEOPLE, current="1-2:40 3-4:=")

    page = lists.sheet_text(replay(facts, hall), 5, "fr")

    shown = Absence.ABSENT if reason is Absence.WITHDRAWN else reason  # he is back
    assert f"  1. {say(f'lists.absence-{shown.value}', 'fr')}" in lines(page)


def test_one_point_is_one_point() -> None:
    hall = tournament(PEOPLE, ["1-2:40 3-4:="])

    assert "1 point out of 1, with 40 discs." in lists.sheet_text(hall, 1, "en")
    assert "0 points out of 1, with 24 discs." in lists.sheet_text(hall, 2, "en")
    assert "0,5 point sur 1, avec 32 pions." in lists.sheet_text(hall, 3, "fr")
