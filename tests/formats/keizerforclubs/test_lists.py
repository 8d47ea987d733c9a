"""The lists of KeizerForClubs, held against those the real program printed in four languages."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.support.builders import do
from tests.support.keizer_states import GOLDEN, exported, load
from tests.systems.keizer.test_pairing import club, evening
from tests.systems.keizer.test_ratings import KNOWN as ESTIMATED
from tests.systems.keizer.test_ratings import estimated_hall

from ronde.formats.keizerforclubs import Footer, footer_of, list_files, round_files
from ronde.formats.keizerforclubs.codes import ResultCode
from ronde.formats.keizerforclubs.tables import crosstable_sheet, pairings_sheet, players_sheet
from ronde.formats.keizerforclubs.words import LANGUAGES
from ronde.model.decisions.players import enter_player, plan_absence, player_leaves
from ronde.model.events import PlayerEntered
from ronde.model.player import Absence, Player
from ronde.model.replay import replay
from ronde.model.tournament import Tournament
from ronde.systems.rounds import complete_round

KNOWN = load(GOLDEN / "exports.json")["plain"]
HALL = exported(KNOWN)
FOOTER = Footer("{DATE}", "{VERSION}")
FORMATS = ("html", "xml", "csv", "txt")


def ours(language: str) -> dict[str, str]:
    words = LANGUAGES[language.lower()]
    files: dict[str, bytes] = {}
    for number in (2, 4):
        for format in FORMATS:
            files |= round_files(HALL, number, format, words, stem=KNOWN["file_stem"], footer=FOOTER, css="")
    return {name: content.decode() for name, content in files.items()}


def escaped_back(text: str) -> str:
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def without_the_broken_head(text: str) -> str:
    """The sum sign as a character, and the French head in one line."""
    return text.replace("&#8721;", "∑").replace("Points de partie\n", "Points de partie")


@pytest.mark.parametrize("language", KNOWN["exports"])
def test_every_list_of_the_real_program_is_written_alike_but_for_escaping_and_the_broken_csv_head(
    language: str,
) -> None:
    files = ours(language)
    for name, text in KNOWN["exports"][language].items():
        if name.endswith(".csv"):
            assert files[name] == without_the_broken_head(text)
        elif name.endswith(".txt"):
            assert files[name] == text
        else:
            assert escaped_back(files[name]) == text


def hostile() -> Tournament:
    """Names that would break a list that is not escaped."""
    names = [
        "O'Neil & <b>Sons</b>",
        'The "Kid"; =1+1',
        "=cmd|' /C calc'!A0",
        "§ Paragraph",
        "Élise 李",
        "a]]>b",
    ]
    hall = club(0, categories="x=A & B < C", language="")
    players = [PlayerEntered(Player(at, name, rating=1000 + at), 1) for at, name in enumerate(names, 1)]
    return evening(evening(replay(players, replace(hall, name='<script>alert("1")</script>'))))


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_hostile_names_break_no_list(format: str, language: str) -> None:
    files = list_files(hostile(), format, language, stem="../club: x", footer=FOOTER)

    assert files
    for name, content in files.items():
        assert not set(name) & set('/\\:"<>|?*')
        text = content.decode()
        if format == "xml":
            ElementTree.fromstring(text)
        if format == "html":
            assert "<script>" not in text
            assert "<b>" not in text
            assert len(re.findall("<tr", text)) == len(re.findall("</tr>", text))
        if format == "csv":
            assert not any(re.search(r"(^|;)=", line) for line in text.splitlines())


def test_a_csv_of_the_crosstable_has_as_many_cells_in_every_line() -> None:
    files = ours("EN")
    lines = files["MyFile_StandingsEx-4.csv"].splitlines()[3:-1]

    assert {line.count(";") for line in lines} == {9}


def test_all_lists_of_all_rounds_are_written_once() -> None:
    files = list_files(HALL, "html", "en", stem="club", footer=FOOTER)

    names = {name.removeprefix("club_").removesuffix(".html") for name in files}
    rounds = {f"Round-{at}" for at in range(1, 5)}
    assert names == rounds | {"Players-4"} | {f"StandingsEx-{at}" for at in range(1, 5)} | {
        f"{kind}-{at}{group}"
        for kind in ("Standings", "Podium")
        for at in range(1, 5)
        for group in ("", "-r15", "-f")
    }


def test_a_tournament_without_a_round_has_a_list_of_players() -> None:
    assert set(list_files(club(2), "txt", "fr", stem="club", footer=FOOTER)) == {"club_Joueurs-0.txt"}


def test_the_language_of_the_tournament_comes_before_that_of_the_house() -> None:
    keizer = replace(HALL.settings.keizer, language="de")
    german = replace(HALL, settings=replace(HALL.settings, keizer=keizer))

    assert "club_Runde-1.txt" in list_files(german, "txt", "en", stem="club", footer=FOOTER)


def test_a_time_bonus_adds_minutes_to_the_list_of_pairings() -> None:
    keizer = replace(HALL.settings.keizer, time_bonus="curve=expo, min=5, sum=40, fak=0.006")
    timed = replace(HALL, settings=replace(HALL.settings, keizer=keizer))

    files = round_files(timed, 1, "xml", LANGUAGES["en"], stem="club", footer=FOOTER)
    boards = ElementTree.fromstring(files["club_Round-1.xml"].decode()).findall(".//board")

    minutes = [(board.findtext("w_t"), board.findtext("b_t")) for board in boards[1:]]
    assert [int(white or 0) + int(black or 0) for white, black in minutes[:4]] == [40, 40, 40, 40]
    assert minutes[4:] == [("NN", "NN")] * 2, "a row without a game has no opponent and no minutes"
    text = round_files(timed, 1, "txt", LANGUAGES["en"], stem="club", footer=FOOTER)["club_Round-1.txt"]
    assert "  1. Borg, Nils" in text.decode()
    heads = {name: pairings_sheet(timed, 1, words).head for name, words in LANGUAGES.items()}
    assert heads["en"] == ("B.", "White", "Time", "Black", "Time", "Result")
    assert (heads["de"][2], heads["fr"][2], heads["nl"][2]) == ("Zeit", "Temps", "Tijd")


def test_the_list_of_players_tells_their_states_in_the_last_round() -> None:
    hall = do(club(7), plan_absence, number=2, rounds=[1], reason=Absence.CLUB)
    hall = do(hall, plan_absence, number=3, rounds=[1], reason=Absence.UNEXCUSED)
    hall = do(hall, player_leaves, number=4)
    hall = evening(hall)
    hall = do(hall, plan_absence, number=5, rounds=[2], reason=Absence.EXCUSED)
    hall = do(do(hall, player_leaves, number=6), enter_player, player=Player(9, "Late"))

    rows = players_sheet(hall, LANGUAGES["en"]).rows

    marked = {2: "prevented/club", 3: "unexcused", 4: "withdrawn"}
    assert [row[3] for row in rows] == [marked.get(at, "present") for at in (1, 2, 3, 4, 5, 6, 7, 9)]


def test_the_list_of_players_belongs_to_the_round_that_is_being_played() -> None:
    hall = do(evening(club(5)), plan_absence, number=2, rounds=[2], reason=Absence.EXCUSED)
    before = players_sheet(hall, LANGUAGES["en"])
    drawn = players_sheet(replay(complete_round(hall, seed=1), hall), LANGUAGES["en"])

    assert (before.title, before.rows[1][3]) == ("Players Round 1", "present")
    assert (drawn.title, drawn.rows[1][3]) == ("Players Round 2", "excused")


@pytest.mark.parametrize(
    ("language", "code", "shown", "short"),
    [
        ("en", ResultCode.ADJOURNED, "- (adjourned)", "adjo"),
        ("fr", ResultCode.ADJOURNED, "- (ajournée)", "ajou"),
        ("de", ResultCode.ADJOURNED, "- (vertagt)", "vert"),
        ("nl", ResultCode.ADJOURNED, "- (verdaagd)", "verd"),
        ("de", ResultCode.EXCUSED, "- (entschuldigt)", "fehl"),
        ("de", ResultCode.UNEXCUSED, "- (unentschuldigt)", "fehl"),
        ("de", ResultCode.BYE, "+ (Freilos)", "frei"),
        ("en", ResultCode.UNEXCUSED, "- (unexcused)", "unex"),
    ],
)
def test_a_reason_is_written_out_for_pairings_and_cut_to_four_letters_in_the_crosstable(
    language: str, code: ResultCode, shown: str, short: str
) -> None:
    words = LANGUAGES[language]

    assert (words.result(code), words.short(code)) == (shown, short)


def test_the_crosstable_shows_estimates_beside_the_performance_when_asked() -> None:
    hall = estimated_hall()
    keizer = replace(hall.settings.keizer, estimates=True)
    hall = replace(hall, settings=replace(hall.settings, keizer=keizer))

    row = crosstable_sheet(hall, 3, LANGUAGES["en"]).rows[0]

    known = ESTIMATED["cross_table_row_1"]
    assert [_single_blanks(cell) for cell in row] == [_single_blanks(cell) for cell in known]


def _single_blanks(text: Any) -> str:
    return " ".join(str(text).split())


def test_normalised_values_have_one_more_decimal_with_a_small_bonus() -> None:
    hall = evening(club(6, normalised=True))
    keizer = hall.settings.keizer

    for loss, best in ((0, "3.0"), (3, "3.00"), (49, "3.00"), (50, "3.0"), (100, "3.0")):
        bonus = replace(hall.settings, keizer=replace(keizer, shares=replace(keizer.shares, loss=loss)))
        rows = crosstable_sheet(replace(hall, settings=bonus), 1, LANGUAGES["en"]).rows
        points = [cell.split("p=")[1].strip() for row in rows for cell in row[6:]]
        assert max(row[2] for row in rows) == best
        assert {len(text) for text in points} == {len(best)}, "values and points alike"


def test_the_footer_dates_a_list_by_the_last_action() -> None:
    assert footer_of("2026-09-01T12:00:00Z").date == "01.09.2026"
    assert footer_of("").date == ""
    assert footer_of("").program.startswith("KeizerForClubs v")
