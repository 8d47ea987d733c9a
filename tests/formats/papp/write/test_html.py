from __future__ import annotations

import pytest
from tests.support.builders import tournament

from ronde.formats.papp import Edition, crosstable_html
from ronde.formats.papp.html import default_template, read_template
from ronde.formats.papp.tokens import SourceText
from ronde.model.errors import FormatError
from ronde.model.player import Player
from ronde.model.settings import Settings

EN = Edition()
PAPP = Settings(profile="papp", cap=10_000_000)


def page(cell: str, *, papp: bool = True) -> str:
    """The cells of a first round of three, one after the other."""
    hall = tournament(
        [Player(1, "A&B"), Player(2, "<C>"), Player(3, "D")],
        ["1-2:40"],
        settings=PAPP if papp else Settings(),
    )
    template = f"<!-- CELL-BEGIN -->\n{cell}\n<!-- CELL-END -->\n$PAPP_CROSSTABLE\n"
    told = crosstable_html(hall, EN, template.encode())
    return "".join(part.split("\n\n</td>")[0] + ";" for part in told.split('"crosstable_cell">\n')[1:])


def test_names_are_cut_then_escaped() -> None:
    assert page("PAPP_OPP_NAME[2] PAPP_MY_NAME[9]") == "&lt;C A&amp;B;BYE D;A&amp; &lt;C&gt;;"


def test_papp_replaces_each_keyword_once_and_we_always() -> None:
    assert page("PAPP_PTS PAPP_PTS").startswith(" 1  PAPP_PTS;")
    assert page("PAPP_PTS PAPP_PTS", papp=False).startswith(" 1   1 ;")


def test_a_player_called_like_a_keyword_is_nothing_special() -> None:
    hall = tournament([Player(1, "PAPP_SCORE"), Player(2, "B")], ["1-2:40"])
    template = b"<!-- CELL-BEGIN -->\nPAPP_MY_NAME[20] PAPP_SCORE\n<!-- CELL-END -->\n$PAPP_CROSSTABLE\n"

    assert "PAPP_SCORE 40/24\n" in crosstable_html(hall, EN, template)


def test_an_absence_is_dashes() -> None:
    hall = tournament(3, ["1-2:40 3:away"], settings=PAPP)
    cell = "PAPP_COLOR|PAPP_OPP|PAPP_COUPON|PAPP_SCORE|PAPP_MY_SCORE|PAPP_PTS|PAPP_TOTAL|PAPP_TABLE"
    template = f"<!-- CELL-BEGIN -->\n{cell}\n<!-- CELL-END -->\n$PAPP_CROSSTABLE\n"

    assert " - |-  | --- |---|--| 0 |0    |-\n" in crosstable_html(hall, EN, template.encode())


@pytest.mark.parametrize(("settings", "tables"), [(PAPP, ["2", "1"]), (Settings(), ["1", "2"])])
def test_tables_of_past_rounds_follow_the_corrected_scores_at_papps(
    settings: Settings, tables: list[str]
) -> None:
    """In round 2 the losers were put at table 1: at PAPP's the winners have sat there once that is known."""
    hall = tournament(4, ["1-2:40 3-4:40", "2-4:40 1-3:40"], settings=settings)
    template = b"<!-- CELL-BEGIN -->\nPAPP_TABLE\n<!-- CELL-END -->\n$PAPP_CROSSTABLE\n"

    told = crosstable_html(hall, EN, template)

    rows = {row.split("<")[0]: row for row in told.split('crosstable_name">')[1:]}
    found = [rows[name].split('crosstable_cell">\n')[2].split("\n")[0] for name in ("P2", "P1")]
    assert found == tables


def test_the_default_template_is_complete_in_every_edition() -> None:
    for edition in (EN, Edition("1.36"), Edition(language="fr")):
        text = default_template(edition)
        assert "PAPP_SCORE" in read_template(SourceText("cell.tmpl", text)).cell


def test_a_template_with_carriage_returns_is_read() -> None:
    text = "a\r\n<!-- CELL-BEGIN -->\r\nx\r\n<!-- CELL-END -->\r\nb"

    read = read_template(SourceText("cell.tmpl", text))

    assert (read.frame, read.cell) == (("a\n", "b"), "x\n")


@pytest.mark.parametrize("text", ["", "<!-- CELL-BEGIN -->\nx", "<!-- CELL-END -->\n<!-- CELL-BEGIN -->\n"])
def test_a_template_without_a_cell_is_refused(text: str) -> None:
    with pytest.raises(FormatError) as error:
        read_template(SourceText("cell.tmpl", text))

    assert error.value.problems[0].key == "papp.template-no-cell"
