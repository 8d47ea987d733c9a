"""PAPP's XML: well-formed whatever people are called."""

from __future__ import annotations

from datetime import datetime
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st
from tests.support.builders import leave, tournament

from ronde.formats.papp import Edition
from ronde.formats.papp.xml import rounds_xml, standings_xml
from ronde.model.player import Player

AT = datetime(2026, 11, 17, 9, 5)
HALL = tournament(5, ["1-2:40 3-4:="], current="1-3 2-4")


def read(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text.encode("utf-8", "replace"))


def test_every_round_has_its_pairs_and_those_without_a_game() -> None:
    first, second = read(rounds_xml(HALL, Edition(), AT)).iter("Round")

    assert [one.findtext("Number") for one in (first, second)] == ["1", "2"]
    assert [len(list(one.iter("Pair"))) for one in (first, second)] == [2, 2]
    assert [one.findtext("Id") for one in first.iter("NotPairedPlayer")] == ["5"]
    assert next(first.iter("BlackPlayer")).findtext("Score") == "40"


def test_the_standings_mark_whoever_has_left() -> None:
    root = read(standings_xml(leave(HALL, 5), Edition(), AT))

    assert len(list(root.iter("Player"))) == 5
    assert len(list(root.iter("HasLeftTournament"))) == 1


@given(st.text("<>&'\"]é語\U0001f600 x-", min_size=1, max_size=20).map(lambda text: f"X{text}X"))
def test_whatever_a_name_holds_the_files_can_be_read(name: str) -> None:
    hall = tournament([Player(1, name), Player(2, "<&>")], ["1-2:40"])

    read(rounds_xml(hall, Edition(), AT))
    read(standings_xml(hall, Edition(), AT))
