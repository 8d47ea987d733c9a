"""The recipe "Add a list format" of docs/extending.md, followed literally in a copy of the package."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tests.house.recipes import apply_steps, ronde, section, steps
from tests.support.builders import tournament

from ronde.core.player import Player
from ronde.formats.tables.standings import standings_listing
from ronde.i18n.door import LANGUAGES
from ronde.scoring.door import standings

pytestmark = pytest.mark.full

LIST = section("Add a list format")


def function() -> str:
    """The function of the recipe."""
    found = re.search("```python\n(.*?)```", LIST, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_function_writes_the_standings() -> None:
    room: dict[str, Any] = {}
    exec(function(), room)
    hall = tournament([Player(1, "AN|N"), Player(2, "BOB")], ["1-2:40"])

    told = room["listing_markdown"](standings_listing(hall, standings(hall), "en")).splitlines()

    assert told[0] == "| place | name | country | points | Brightwell | discs |"
    assert told[1] == "| ---: | --- | --- | ---: | ---: | ---: |"
    assert told[2].startswith("| 1 | AN\\|N |  | 1 |")
    assert len(told) == 4


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package to which the recipe was applied."""
    copy = apply_steps(tmp_path, steps(LIST))
    head = '"""Lists as tables in Markdown."""\n\n'
    (copy / "ronde/formats/tables/markdown.py").write_text(head + function(), "utf-8")
    systems = copy / "ronde/core/systems.py"
    offered = systems.read_text("utf-8").replace('GENERAL = ("json", ', 'GENERAL = ("json", "markdown", ')
    systems.write_text(offered, "utf-8")
    return copy


def test_the_recipe_touches_three_files_and_the_words() -> None:
    assert sorted({name for name, _, _ in steps(LIST)}) == [
        "src/ronde/formats/door.py",
        *(f"src/ronde/i18n/words/{language}/webdesk.py" for language in sorted(LANGUAGES)),
        "src/ronde/web/desk/exports.py",
    ]


def test_the_new_format_is_exported_and_offered(package: Path) -> None:
    ronde(package, "new", "cup.ronde", "--name", "Cup")
    ronde(package, "player", "add", "cup.ronde", "Ann One")
    exported = ronde(package, "--lang", "en", "export", "cup.ronde", "--as", "markdown")

    assert exported.startswith("| place | name |")
