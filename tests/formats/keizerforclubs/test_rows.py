"""The rows of a round, slot by slot, as the real KeizerForClubs numbered them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support import keizer_states as golden

from ronde.formats.keizerforclubs.codes import pairing_rows, points_of
from ronde.systems import keizer_table, single


@pytest.mark.parametrize("path", golden.TOURNAMENTS, ids=lambda path: path.stem[:3])
def test_every_row_has_the_slot_and_the_points_it_had(path: Path) -> None:
    for evening in golden.evenings(golden.load(path)):
        values = evening.golden["after"].get("game_values")
        if values is None:
            continue  # k32 does not tell them
        points = points_of(keizer_table(evening.closed))
        ours = [
            (row.round, row.slot, row.white, row.black or -1, row.white_points, row.black_points)
            for number in range(1, evening.golden["round"] + 1)
            for row in pairing_rows(evening.closed, number, points)
        ]
        theirs = [(*row[:4], single(row[4]), single(row[5])) for row in values]
        assert sorted(ours) == sorted(theirs)


@pytest.mark.parametrize("path", golden.TOURNAMENTS, ids=lambda path: path.stem[:3])
def test_those_who_do_not_play_follow_their_ranks(path: Path) -> None:
    for evening in golden.evenings(golden.load(path)):
        rows = pairing_rows(evening.closed, evening.golden["round"], {})
        idle = [(row.slot, row.white, row.code.name.lower()) for row in rows if not row.black]
        told = [(row["slot"], row["id"], row["kind"]) for row in evening.golden["not_playing"]]
        assert [row for row in idle if row[2] != "late"] == told
