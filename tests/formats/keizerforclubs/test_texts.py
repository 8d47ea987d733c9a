"""The lists as XML, CSV and plain text."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats.keizerforclubs.season import FOOTER, season

from ronde.formats.keizerforclubs.lists import csv_text, plain_text, xml_text
from ronde.formats.keizerforclubs.tables import standings_sheet
from ronde.formats.keizerforclubs.words import LANGUAGES

SHEET = standings_sheet(season(), 2, LANGUAGES["en"])


@settings(max_examples=25)
@given(st.text())
def test_whatever_a_name_holds_the_xml_can_be_read(name: str) -> None:
    sheet = replace(SHEET, rows=(("1.", name, "1", "1"),))
    root = ElementTree.fromstring(xml_text(sheet, FOOTER).encode("utf-8", "replace"))

    assert len(list(root.iter("player"))) == 2, "the head and the row"


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("=1+1", "'=1+1"),
        ("-A", "'-A"),
        ("a;b", '"a;b"'),
        ('"x', '"""x"'),
        ("plain", "plain"),
        ("- ", "- "),
        ("a,=b", "a,'=b"),
        ("a;=b", '"a;\'=b"'),
        ("a,-b", "a,'-b"),
        ("1,5", "1,5"),
    ],
)
def test_no_cell_of_a_spreadsheet_is_a_formula_or_breaks_its_line(cell: str, written: str) -> None:
    line = csv_text(replace(SHEET, rows=((cell, "b", "c", "d"),)), FOOTER).split("\n")[4]

    assert line == f"{written};b;c;d"


def test_plain_columns_are_as_wide_as_said_or_wider() -> None:
    lines = plain_text(replace(SHEET, rows=(("1.", "A", "2.5", "1"), ("2.", "B" * 40, "1", "0"))), FOOTER)
    short, long = lines.split("\n")[4:6]

    assert short.startswith("  1. A" + " " * 24)
    assert "B" * 40 in long
    assert lines.rstrip("\n").endswith(FOOTER.line)
