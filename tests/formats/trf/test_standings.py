"""The ranks of a report against its tie-breaks."""

from __future__ import annotations

import pytest
from tests.formats.trf.samples import SMALL

from ronde.formats.trf import WrongRank, parse_trf, tiebreaks_of, wrong_ranks
from ronde.model.errors import FormatError


def test_the_tie_breaks_of_the_file_are_read_without_the_points() -> None:
    trf = parse_trf(SMALL.replace("202 BH,SB", "212 PTS,BH/C1,SB"))

    assert [str(code) for code in tiebreaks_of(trf, "")] == [str(code) for code in tiebreaks_of(trf, "x")]
    assert len(tiebreaks_of(trf, "")) == 2
    assert tiebreaks_of(parse_trf(SMALL.replace("202 BH,SB\n", "")), "") == []


def test_a_tie_break_nobody_knows_is_refused_by_name() -> None:
    with pytest.raises(FormatError) as told:
        tiebreaks_of(parse_trf(SMALL.replace("BH,SB", "BH,LUCK")), "open.trf")

    assert told.value.problems[0].text == "LUCK"


def test_a_rank_outside_the_places_its_owner_shares_is_wrong() -> None:
    trf = parse_trf(SMALL)
    swapped = parse_trf(SMALL.replace("2.0    1 ", "2.0    4 ").replace("0.0    4 ", "0.0    1 "))
    codes = tiebreaks_of(trf, "")

    assert wrong_ranks(trf, codes) == []
    assert wrong_ranks(swapped, codes) == [WrongRank(1, 4, 1, 1), WrongRank(4, 1, 4, 4)]
