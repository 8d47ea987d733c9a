"""A report as the pairing and the tie-breaks see it."""

from __future__ import annotations

from dataclasses import replace

from tests.formats.trf.samples import SMALL

from ronde.formats.trf import parse_trf, position_before
from ronde.formats.trf.check import first_colour, report_after, round_of
from ronde.formats.trf.records import ByeRequest, NoMeeting, VirtualPoints

TRF = parse_trf(SMALL)


def test_who_asked_for_a_bye_is_not_paired_in_that_round_only() -> None:
    asked = replace(TRF, byes=(ByeRequest("H", 3, (2,)),))

    assert [one.here for one in position_before(asked, 3).entrants] == [True, False, True, True]
    assert all(one.here for one in position_before(asked, 2).entrants)


def test_points_of_acceleration_and_forbidden_pairs_count_in_their_rounds() -> None:
    steered = replace(TRF, virtual=(VirtualPoints(10, 1, 1, 1, 2),), forbidden=(NoMeeting(2, 3, (1, 4)),))

    assert [one.virtual for one in position_before(steered, 1).entrants] == [(10,), (10,), (), ()]
    assert position_before(steered, 1).forbidden == frozenset()
    assert position_before(steered, 2).forbidden == {frozenset({1, 4})}


def test_only_the_last_round_announced_is_final() -> None:
    assert [position_before(TRF, round_).final for round_ in (1, 2, 3)] == [False, False, True]


def test_the_first_colour_is_read_from_round_one_if_the_file_does_not_say() -> None:
    silent = replace(TRF, white_first=None)

    assert first_colour(silent)
    assert not first_colour(replace(TRF, white_first=False))


def test_a_round_that_is_not_written_is_an_absence() -> None:
    assert round_of(TRF.players[0], 3).result == "Z"
    assert report_after(TRF, 2).rounds == 2
