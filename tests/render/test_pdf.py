"""Lists as PDF."""

from __future__ import annotations

import re
import struct
import sys
import zlib
from base64 import a85decode, b64encode
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth
from tests.browser.halls import make

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.app.exchange import ExportContext, export
from ronde.i18n import LANGUAGES, error_text
from ronde.model.decisions.players import change_player
from ronde.model.errors import ExtraMissing
from ronde.model.settings import Settings, usual_settings
from ronde.model.tournament import Tournament
from ronde.render import pdf
from ronde.render.pdf import missing_letters, write_pdf


@pytest.fixture
def tournament(tmp_path: Path) -> Tournament:
    desk = Desk.open(make(tmp_path / "open.ronde", Settings(rounds=5)))
    desk.close()
    return desk.tournament


def pages(made: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", made))


def sizes(made: bytes) -> set[tuple[int, int]]:
    boxes = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", made)
    return {(round(float(width)), round(float(height))) for width, height in boxes}


def test_every_list_is_in_it_on_the_paper_asked_for(tournament: Tournament) -> None:
    a4 = write_pdf(tournament, "en", moment="2026-11-16T14:02:00")
    letter = write_pdf(tournament, "fr", moment="2026-11-16T14:02:00", paper="letter")

    assert a4.startswith(b"%PDF-")
    assert pages(a4) >= 6
    assert sizes(a4) == {(595, 842), (842, 595)}
    assert sizes(letter) == {(612, 792), (792, 612)}


def test_it_is_set_in_our_type_and_names_that_lack_letters_there_in_another(tmp_path: Path) -> None:
    def fonts(*names: str) -> set[bytes]:
        path = make(tmp_path / f"{len(names)}.ronde", Settings(rounds=5), (*names, "IŻ, Jan"), closed=0)
        desk = Desk.open(path)
        desk.close()
        made = write_pdf(desk.tournament, "fr", moment="2026-11-16T14:02:00")
        return set(re.findall(rb"/BaseFont /[A-Z]+\+([\w-]+)", made))

    ours = {b"Inter-Regular", b"Inter-Bold"}
    assert fonts("ÅSE, Bjørn") == ours
    assert len(fonts("ЧАЙКОВСКИЙ, Пётр", "ΠΑΠΑΣ, Νίκος") - ours) == 1


def test_the_head_of_the_pairings_is_the_round_in_the_type_of_the_printed_page(
    tournament: Tournament,
) -> None:
    made = write_pdf(tournament, "en", moment="")
    streams = [_unpacked(one) for one in re.findall(rb"stream\r?\n(.*?)endstream", made, re.DOTALL)]
    heads = [text for text in streams if re.search(rb"/F\d+\+\d+ 34 Tf", text)]
    rules = [text for text in streams if b"\n1.7 w" in text]

    assert len(heads) == 3, "by table, by name, and the numbers of the slips"
    assert len(rules) == pages(made) - 1, "a rule below every head; slips have none"


def test_the_same_tournament_gives_the_same_bytes(tournament: Tournament) -> None:
    once, again = (write_pdf(tournament, "en", moment="2026-11-16T14:02:00") for _ in range(2))

    assert once == again


def dots(side: int) -> bytes:
    """A black square as PNG: a few kilobytes, however large it is when unpacked."""
    head = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    body = zlib.compress(bytes((1 + (side + 7) // 8) * side), 9)
    parts = [(b"IHDR", head), (b"IDAT", body), (b"IEND", b"")]
    packed = [struct.pack(">I", len(data)) + kind + data for kind, data in parts]
    sums = [struct.pack(">I", zlib.crc32(part[4:])) for part in packed]
    return b"\x89PNG\r\n\x1a\n" + b"".join(part + end for part, end in zip(packed, sums, strict=True))


def pictures(tournament: Tournament, logo: bytes) -> int:
    """How many pictures are in the PDF of a tournament with that logo."""
    kept = "data:image/png;base64," + b64encode(logo).decode()
    public = replace(tournament.settings.public, logo=kept)
    settings = replace(tournament.settings, public=public)
    return write_pdf(replace(tournament, settings=settings), "en", moment="").count(b"/Subtype /Image")


def test_a_logo_that_takes_all_memory_when_unpacked_is_left_out(tournament: Tournament) -> None:
    assert pictures(tournament, dots(300)) == 1
    assert [pictures(tournament, logo) for logo in (dots(3_000), dots(13_900), b"\x89PNG", b"")] == [0] * 4


def test_pages_hold_something(tournament: Tournament) -> None:
    made = write_pdf(tournament, "en", moment="")
    streams = re.findall(rb"stream\r?\n(.*?)endstream", made, re.DOTALL)
    texts = [_unpacked(stream) for stream in streams]

    assert sum(text.count(b"Tj") for text in texts) > 60


def _unpacked(stream: bytes) -> bytes:
    try:
        return zlib.decompress(a85decode(stream.strip().removesuffix(b"~>")))
    except (ValueError, zlib.error):
        return b""


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_slip_is_cut_by_the_end_of_a_page(paper: str, tmp_path: Path) -> None:
    people = tuple(f"PLAYER{number}, Name" for number in range(18))
    desk = Desk.open(make(tmp_path / "open.ronde", Settings(rounds=5), people, closed=0))
    desk.close()
    made = write_pdf(desk.tournament, "en", moment="", paper=paper)
    streams = [_unpacked(one) for one in re.findall(rb"stream\r?\n(.*?)endstream", made, re.DOTALL)]
    drawn = [(len(re.findall(rb"\n1 w", text)), len(re.findall(rb"\n\\.5 w", text))) for text in streams]
    slips = [(boxes, lines) for boxes, lines in drawn if boxes or lines]
    boxes, lines = (sum(one) for one in zip(*slips, strict=True))

    assert len(slips) == 3
    assert [one * lines for one, _ in slips] == [other * boxes for _, other in slips]


def test_each_category_has_its_standings_with_podium_and_its_crosstable(tmp_path: Path) -> None:
    usual = usual_settings("keizer")
    settings = replace(usual, keizer=replace(usual.keizer, categories="w=Women"))
    people = tuple(f"PLAYER{number}, Name" for number in range(8))
    desk = Desk.open(make(tmp_path / "club.ronde", settings, people, closed=1))
    plain, plain_steps = drawn_of(replace(desk.tournament, settings=usual))
    for number in (1, 3, 6, 8):
        desk.act(CHIEF, change_player, number=number, changes={"categories": ("w",)})
    desk.close()
    grouped, steps = drawn_of(desk.tournament)

    assert grouped - plain == 2  # a page of standings and one of crosstable
    assert (plain_steps, steps) == (0, 3)


def drawn_of(tournament: Tournament) -> tuple[int, int]:
    """How many pages a PDF has, and how many names stand in the type of the podium."""
    made = write_pdf(tournament, "en", moment="")
    streams = [_unpacked(one) for one in re.findall(rb"stream\r?\n(.*?)endstream", made, re.DOTALL)]
    return pages(made), sum(len(re.findall(rb"/F\d+\+\d+ 12 Tf", text)) for text in streams)


LONG = (
    "PANAGIOTOPOULOS, Konstantinos Alexandros", "VAN DEN BROUCKE-DE LANNOY, Maria Magdalena", "AU, Al",
    "SCHMIDT-GRÜNEWALD, Friedrich Wilhelm", "IŻ, Jan", "OYELARAN, Oluwaseun Babatunde", "LI, Bo", "PAZ, Eva",
)  # fmt: skip


@pytest.mark.parametrize(
    ("system", "closed", "runs"),
    [(name, closed, 1) for name in ("swiss", "keizer") for closed in (8, 12)]
    + [("swiss", 30, 3), ("keizer", 30, 2)],
)
def test_a_crosstable_lies_across_pages_by_rounds_on_which_nothing_overlaps(
    system: str, closed: int, runs: int, tmp_path: Path
) -> None:
    settings = replace(usual_settings(system, rounds=40, game="chess"), country="FRA")
    desk = Desk.open(make(tmp_path / "long.ronde", settings, LONG, closed=closed))
    desk.close()
    made = write_pdf(desk.tournament, "de", moment="")

    assert len(re.findall(rb"/MediaBox \[ 0 0 841\.", made)) == runs
    tables = list(crosstables_of(desk.tournament))
    assert len(tables) == runs
    shown = [head for table in tables for head in table._cellvalues[0] if head.isdigit()]
    assert shown == [str(at) for at in range(1, closed + 1)]
    for table in tables:
        assert sum(table._colWidths) <= 842 - 80
        names = [cells[1][0] for cells in table._cellvalues[1:]]
        assert {one.text for one in names} == {one.replace(",", "") for one in LONG}
        assert max(len(one.blPara.lines) for one in names) == 1
        assert all(fits(table, at) for at in range(len(table._colWidths)))


def crosstables_of(tournament: Tournament) -> Iterator[Any]:
    """The tables of the crosstable, as they are laid out on a page."""
    import reportlab.platypus as flow

    for section in pdf._sections(tournament, "de", flow, "a4"):
        if section.across:
            section.parts[0].wrap(842 - 80, 500)
            yield section.parts[0]


def fits(table: Any, at: int) -> bool:
    """Whether everything in a column is narrower than the column."""
    texts = [cells[at] for cells in table._cellvalues if isinstance(cells[at], str)]
    style = table._cellStyles[1][at]
    widest = max(stringWidth(text, style.fontname, style.fontsize) for text in texts)
    return bool(widest + style.leftPadding + style.rightPadding <= table._colWidths[at])


def test_an_empty_tournament_is_one_page() -> None:
    assert pages(write_pdf(Tournament(name="Empty"), "en", moment="")) == 1


def test_names_are_text_and_no_markup(tmp_path: Path) -> None:
    path = make(
        tmp_path / "odd.ronde", Settings(rounds=5), ("<b>BOLD</b>", "A&B, <font size=99>", 'O\'NEIL, "Q"')
    )
    desk = Desk.open(path)
    desk.close()

    assert pages(write_pdf(desk.tournament, "en", moment="")) >= 5


def test_letters_the_font_lacks_are_remarked(tmp_path: Path) -> None:
    desk = Desk.open(make(tmp_path / "odd.ronde", Settings(rounds=5), ("ELŻANOWSKI, Jan", "🐙, Octo")))
    desk.close()

    (remark,) = missing_letters(desk.tournament)
    assert "🐙" in remark.text


def test_the_export_is_one_file(tournament: Tournament) -> None:
    for name in ("pdf", "pdf-letter"):
        assert set(export(ExportContext(tournament, "en"), name).files) == {""}


def test_without_the_library_the_extra_is_named(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "reportlab.platypus", None)

    with pytest.raises(ExtraMissing) as refused:
        write_pdf(tournament, "en", moment="")
    for language in LANGUAGES:
        assert "ronde[pdf]" in error_text(refused.value, language)
