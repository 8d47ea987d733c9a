"""The recipe "Add a tie-break" of docs/extending.md, followed literally in a copy of the package."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.house.recipes import apply_steps, ronde, section, steps

from ronde.i18n.door import LANGUAGES

pytestmark = pytest.mark.full

TIEBREAK = section("Add a tie-break")


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package to which the recipe was applied."""
    return apply_steps(tmp_path, steps(TIEBREAK))


def test_the_recipe_touches_two_files_and_the_words() -> None:
    assert sorted({name for name, _, _ in steps(TIEBREAK)}) == [
        "src/ronde/core/systems.py",
        *(f"src/ronde/i18n/words/{language}/lists.py" for language in sorted(LANGUAGES)),
        "src/ronde/scoring/tiebreaks.py",
    ]


def test_the_new_tie_break_orders_the_standings_in_every_language(package: Path) -> None:
    ronde(package, "new", "cup.ronde", "--name", "Cup", "--tiebreaks", "wins-first,discs")
    for name in ("Ann One", "Bob Two", "Cyd Three", "Dan Four"):
        ronde(package, "player", "add", "cup.ronde", name)
    ronde(package, "table", "add", "cup.ronde", "1", "2")
    ronde(package, "table", "add", "cup.ronde", "3", "4")
    ronde(package, "result", "cup.ronde", "1+2")
    ronde(package, "result", "cup.ronde", "4+40")
    shown = ronde(package, "--lang", "en", "close", "cup.ronde")

    assert "wins 1st colour" in shown
    assert shown.index("Ann One") < shown.index("Dan Four"), (
        "Dan has more discs, but won with the second colour"
    )
    assert "victoires 1re couleur" in ronde(package, "--lang", "fr", "standings", "cup.ronde")
    assert "Siege 1. Farbe" in ronde(package, "--lang", "de", "standings", "cup.ronde")
    assert "winst 1e kleur" in ronde(package, "--lang", "nl", "standings", "cup.ronde")
