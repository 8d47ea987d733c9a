"""Every list of the golden tournaments, byte for byte; run with -s to see the table."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from tests.formats.papp.golden_files import comparisons_of
from tests.papp_states import FOLDERS


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
