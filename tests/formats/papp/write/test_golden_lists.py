"""Every list of the golden tournaments, byte for byte; run with -s to see the table."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from tests.formats.papp.golden_files import Folder, comparisons_of, text, tournament_of
from tests.support.papp_states import FOLDERS

from ronde.formats.papp import standings_list
from ronde.model.tournament import at_closing


def kind_of(name: str) -> str:
    """`stand__3.xml` becomes `stand*.xml`."""
    path = Path(name)
    return f"{path.stem.rstrip('0123456789').rstrip('_')}*{path.suffix}"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_lists_are_papps_own_but_for_documented_deviations(folder: Path) -> None:
    equal: Counter[str] = Counter()
    reasons: Counter[tuple[str, str]] = Counter()
    unexplained = []
    for comparison in comparisons_of(folder):
        kind = kind_of(comparison.name)
        if comparison.equal:
            equal[kind] += 1
        elif comparison.reason:
            reasons[kind, comparison.reason] += 1
        else:
            unexplained.append(comparison.name)

    print(f"\n{folder.name}")
    for kind in sorted(equal | Counter(kind for kind, _ in reasons)):
        told = "; ".join(f"{count} differ: {why}" for (one, why), count in reasons.items() if one == kind)
        print(f"  {kind:24} {equal[kind]:3} equal  {told}")
    assert not unexplained


def test_only_xml_and_html_deviate() -> None:
    deviating = {
        Path(comparison.name).suffix
        for folder in FOLDERS
        for comparison in comparisons_of(folder)
        if not comparison.equal
    }

    assert deviating == {".xml", ".htm"}


LATER_CHANGES = {"03-late-withdrawn-corrected-bq3": 19}
"""How many lists differ because a result was corrected, or a player emigrated, after they were written."""


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_lists_papp_wrote_at_the_time_come_out_of_the_finished_tournament(folder: Path) -> None:
    golden = Folder(folder)
    end = tournament_of(folder, golden.final)
    compared = [one for number in range(1, golden.rounds + 1) for one in golden.published(end, number)]

    different_fields = [one.name for one in compared if not one.equal and not one.reason]
    assert len(compared) >= 4 * golden.rounds
    assert len(different_fields) == LATER_CHANGES.get(folder.name, 0), different_fields


MARKED = re.compile(r"  ([- ])(?=[^\d\s\[-])[^\[\]]*?\((\d+)\)(?: \{[^}]*\})?$", re.MULTILINE)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_who_was_on_papps_standings_and_who_had_left_is_known_at_the_end(folder: Path) -> None:
    golden = Folder(folder)
    end = tournament_of(folder, golden.final)
    for number in range(1, golden.rounds + 1):
        listed = text(golden.lists / f"stand{number:_>3}.txt")
        told = {int(who): mark == "-" for mark, who in MARKED.findall(listed)}
        hall = at_closing(end, number)

        assert {player: hall.has_left(player) for player in hall.players} == told


def test_an_earlier_list_with_todays_presence_is_another_one() -> None:
    golden = Folder(next(folder for folder in FOLDERS if folder.name.startswith("09")))
    end = tournament_of(golden.path, golden.final)

    assert standings_list(end, golden.edition, 1) != text(golden.lists / "stand__1.txt")
