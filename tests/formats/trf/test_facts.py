"""Reports that become tournaments and reports again: nothing is lost, and what is adjusted is told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from tests.formats.trf.test_trf import FILES, SAMPLE, _wishes

from ronde.formats.files import ImportResult
from ronde.formats.trf import (
    RandomReport,
    Trf,
    check_rounds,
    generate,
    import_report,
    parse_trf,
    position_before,
    read_trf,
    stored_report,
    tiebreaks_of,
    trf_of,
    wrong_points,
    wrong_ranks,
)
from ronde.formats.trf.write import not_expressible, write_trf
from ronde.i18n import LANGUAGES, problem_text
from ronde.model.errors import FormatError
from ronde.model.player import Absence, FideCard
from ronde.model.replay import replay
from ronde.model.tournament import Tournament
from ronde.systems.dutch.pairing import pair
from ronde.systems.rounds import complete_round

OPEN = Path("open.trf")


def taken(text: str) -> ImportResult:
    """The facts of a report."""
    return import_report(parse_trf(text, str(OPEN)), OPEN)


def hall_of(told: ImportResult) -> Tournament:
    """The tournament of an import."""
    return replay(told.events)


def back(told: ImportResult, edition: str = "trf26") -> Trf:
    """The report of an imported tournament, written and read again."""
    trf = trf_of(hall_of(told), kept=stored_report(told.attachments))
    return parse_trf(write_trf(trf, edition))


def rows(trf: Trf) -> list[object]:
    """The players with their paired rounds, without what standings and line numbers add."""
    return [
        replace(player, line=0, rank=0, points=0, rounds=player.rounds[: trf.played])
        for player in trf.players
    ]


@pytest.mark.parametrize("path", FILES)
def test_every_golden_tournament_comes_back_and_passes_the_check(path: Path) -> None:
    trf = read_trf(path)
    again = back(import_report(trf, path))

    assert rows(again) == rows(trf)
    assert again.points == trf.points
    assert wrong_points(again) == []
    assert wrong_ranks(again, tiebreaks_of(again, "")) == []
    if len(trf.players) <= 12:  # the larger ones are paired again in test_trf.py
        assert all(one.equal for one in check_rounds(again))


@settings(max_examples=25)
@given(_wishes())
def test_what_is_imported_and_exported_says_the_same(wishes: RandomReport) -> None:
    trf = generate(wishes)
    for edition in ("trf26", "trf-engine"):
        again = back(import_report(trf, OPEN), edition)

        assert rows(again) == rows(trf)
        assert (again.points, again.rounds) == (trf.points, trf.rounds)
        upcoming = trf.played + 1
        if upcoming <= trf.rounds:
            assert position_before(again, upcoming) == position_before(trf, upcoming)


def test_a_tournament_goes_on_as_the_sample_of_the_specification() -> None:
    hall = hall_of(taken(SAMPLE))

    assert hall.absence(5) is Absence.HALF_BYE
    assert hall.player(2).fide == FideCard(100002, "WIM", "w", "1995/05/05")
    hall = replay(complete_round(hall, seed=1), hall)
    assert [(table.first, table.second) for table in hall.open_round] == [(1, 3), (7, 2), (4, 6)]


def test_unknown_lines_comments_and_kept_records_survive_a_round_trip() -> None:
    extra = "122 90 minutes and 30 seconds\n132" + " " * 88 + "26/11/07  26/11/08\nDAT 1 KEY value\n"
    again = back(taken(SAMPLE + extra))

    assert again.others == ("### byes for the round to be paired", "DAT 1 KEY value")
    assert again.head["122"] == ("90 minutes and 30 seconds",)
    assert again.head["132"][0].split() == ["26/11/07", "26/11/08"]


def test_games_of_less_than_a_move_stay_unrated() -> None:
    again = back(taken(SAMPLE.replace("4 w 1", "4 w W").replace("1 b 0  0000", "1 b L  0000")))

    assert [again.players[at].rounds[0].result for at in (0, 3)] == ["W", "L"]


def test_numbers_with_gaps_are_kept_and_the_next_round_is_the_same() -> None:
    text = SAMPLE.replace("001    7", "001   70").replace("    7 w 1", "   70 w 1")
    trf, again = parse_trf(text), back(taken(text))

    assert [player.number for player in again.players] == [1, 2, 3, 4, 5, 6, 70]
    assert pair(position_before(again, 3)) == pair(position_before(trf, 3))


def test_byes_forbidden_pairs_and_virtual_points_survive() -> None:
    text = SAMPLE.replace("142 4", "142 6") + (
        "240 F 004    1\n240 Z 003    7\n260 001 999    1    3\n250       0.5 001 003    1    3\n"
    )
    for edition in ("trf26", "trf-engine"):
        trf, again = parse_trf(text), back(taken(text), edition)

        for round_ in (3, 4):
            assert position_before(again, round_).forbidden == position_before(trf, round_).forbidden
            assert [one.here for one in position_before(again, round_).entrants] == [
                one.here for one in position_before(trf, round_).entrants
            ]
        assert pair(position_before(again, 3)) == pair(position_before(trf, 3))


def test_the_older_form_tells_what_it_cannot_say() -> None:
    trf = parse_trf(SAMPLE + "260 001 999    1    3\n")
    text = write_trf(trf, "trf16")

    assert "\n142" not in text
    assert "\n260" not in text
    assert parse_trf(text).players[4].rounds[2].result == "H"
    assert [one.text for one in not_expressible(trf, "trf16")] == ["142, 260"]
    assert not_expressible(trf, "trf26") == []


@pytest.mark.parametrize(
    ("before", "after", "key", "line"),
    [
        ("  2.0    1 ", "  3.0    1 ", "points-adjusted", 9),
        ("152 W\n", "", "colour-deduced", 0),
        ("142 4\n", "", "no-rounds", 0),
        ("BH/C1,BH", "BH/C1,XY", "left-out-tie-breaks", 0),
        (" GM Adam", "XGM Adam", "left-out-title", 9),
        ("1990/01/01", "01.01.1990", "left-out-birth", 9),
        ("192 FIDE_DUTCH", "192 FIDE_DUBOV", "other-type", 0),
        ("192 FIDE_DUTCH", "192 FIDE_DUTCH_2017", "old-rules", 0),
        ("142 4", "142 4\n042 yesterday", "left-out-day", 0),
        ("240 H 003    5", "260 001 003    1    3", "forbidden-for-ever", 0),
        ("   5 b =     1 w 0", "   5 b =  0000 - Z", "", 0),
    ],
)
def test_every_adjustment_is_told(before: str, after: str, key: str, line: int) -> None:
    assert before in SAMPLE
    if not key:
        text = SAMPLE.replace(before, after).replace("4 w 1     2 b 1", "4 w 1  0000 - Z")
        assert "trf.absent-last" in [one.key for one in taken(text).remarks]
        return

    told = [one for one in taken(SAMPLE.replace(before, after, 1)).remarks if one.key == f"trf.{key}"]

    assert [one.line for one in told] == [line]
    for language in LANGUAGES:
        assert problem_text(told[0], language)


def test_points_that_are_no_halves_are_refused() -> None:
    with pytest.raises(FormatError) as refused:
        taken(SAMPLE.replace("D 0.5", "D 0.3"))

    assert refused.value.problems[0].key == "trf.odd-points"


def test_national_ratings_decide_where_record_172_says_so_and_both_are_kept() -> None:
    national = f"FRA    1 m GM {'Adam, Paul':<33} 2600 FRA\n"
    told = taken(SAMPLE + "172 FRA NRO\n" + national)

    assert hall_of(told).player(1).rating == 2600
    assert back(told).players[0].rating == 2510
    assert national.rstrip() in back(told).others


def test_three_points_for_a_win_count_in_the_standings_of_an_import() -> None:
    trf = generate(replace(RandomReport(players=9, rounds=4, seed=3), points=parse_trf(THREE).points))
    hall = hall_of(import_report(trf, OPEN))

    assert {player.number: player.points for player in trf_of(hall).players} == {
        player.number: player.points for player in trf.players
    }


THREE = SAMPLE.replace("162  W 1.0    D 0.5    P 1.0", "162  W 3.0    D 1.0    P 3.0")
