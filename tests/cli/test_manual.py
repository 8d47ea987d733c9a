"""The manual phase at the command line, in the journal and in the report."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.terminal import Terminal
from tests.formats.trf.test_trf import SAMPLE


@pytest.fixture
def hall(ronde: Terminal, tmp_path: Path) -> Path:
    (tmp_path / "sample.trf").write_text(SAMPLE)
    ronde("import", "sample.trf", "-o", "open.ronde")
    ronde.done("pair", "open.ronde")
    return tmp_path / "open.ronde"


def test_a_phase_warns_compares_and_is_in_journal_and_report(ronde: Terminal, hall: Path) -> None:
    assert ronde.done("fide", "manual", "show", hall).out.strip() == "The round is as the draw has it."
    ronde.done("fide", "manual", "begin", hall)
    ronde.done("table", "swap", hall, "Berg", "Dunn")
    told = ronde.data("fide", "manual", "show", hall)
    assert {one["severity"] for one in told["warnings"]} >= {"style"}
    ended = ronde.done("fide", "manual", "end", hall).out

    assert "By hand: Gil Ana – Dunn Ian; Berg Lena – Fox Tom." in ended
    assert "By the draw: Gil Ana – Berg Lena; Dunn Ian – Fox Tom." in ended
    log = ronde.done("history", hall).out
    assert "start of the manual phase of round" in log
    assert "end of the manual phase of round" in log
    for player in ("1", "2", "7"):
        ronde.done("result", hall, player, "=")
    ronde.done("close", hall)
    report = ronde.done("export", hall, "--as", "trf26").out
    assert "### Round 3: by the rules 7 - 2, changed in the manual phase" in report
    assert "### Round 3: 7 - 4 was paired by hand" in report


def test_a_round_is_not_closed_while_its_phase_is_open(ronde: Terminal, hall: Path) -> None:
    ronde.done("fide", "manual", "begin", hall)
    for player in ("1", "2", "7"):
        ronde.done("result", hall, player, "=")

    assert ronde.refused("close", hall).code == "round-not-complete.manual"
    assert ronde.refused("fide", "manual", "begin", hall).code == "manual-impossible"
    ronde.done("fide", "manual", "end", hall)
    assert ronde.refused("fide", "manual", "end", hall).code == "manual-impossible.not-begun"
