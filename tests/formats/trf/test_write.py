"""From a report to its text, for every edition."""

from __future__ import annotations

from dataclasses import replace

from tests.formats.trf.samples import SMALL

from ronde.formats.trf import PointSystem, parse_trf
from ronde.formats.trf.records import ByeRequest
from ronde.formats.trf.write import ENGINE, TRF16, TRF26, not_expressible, write_trf

TRF = parse_trf(SMALL)


def test_every_edition_is_read_back_with_the_same_players() -> None:
    for edition in (TRF16, TRF26, ENGINE):
        text = write_trf(TRF, edition)
        read = [replace(player, line=0) for player in parse_trf(text).players]
        assert read == [replace(player, line=0) for player in TRF.players], edition
        assert text.count("\n") == text.count("\r\n") > 0


def test_the_old_edition_says_what_it_has_no_record_for() -> None:
    odd = replace(TRF, points=PointSystem(win=30), byes=(ByeRequest("H", 4, (1,)),))

    assert [problem.text for problem in not_expressible(odd, TRF16)] == ["142, 162, 240"]
    assert not_expressible(odd, TRF26) == []
    assert "162" not in write_trf(odd, TRF16)


def test_engines_get_the_byes_of_the_next_round_in_the_rows() -> None:
    asked = replace(TRF, byes=(ByeRequest("H", 3, (4,)),))

    assert "0000 - H" not in write_trf(asked, TRF26)
    assert "0000 - H" in write_trf(asked, ENGINE)
