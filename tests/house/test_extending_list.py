"""The recipe for a list format is run as it is written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tests.support.builders import tournament

from ronde.core.player import Player
from ronde.formats.tables.standings import standings_listing
from ronde.scoring.door import standings

DOCUMENT = Path(__file__).parents[2] / "docs" / "extending.md"


def recipe() -> str:
    """The code of the section on list formats."""
    section = DOCUMENT.read_text().split("## Add a list format")[1].split("\n## ")[0]
    found = re.search("```python\n(.*?)```", section, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_recipe_for_a_list_format_writes_the_standings() -> None:
    room: dict[str, Any] = {}
    exec(recipe(), room)
    hall = tournament([Player(1, "AN|N"), Player(2, "BOB")], ["1-2:40"])

    told = room["listing_markdown"](standings_listing(hall, standings(hall), "en")).splitlines()

    assert told[0] == "| place | name | country | points | Brightwell | discs |"
    assert told[1] == "| ---: | --- | --- | ---: | ---: | ---: |"
    assert told[2].startswith("| 1 | AN\\|N |  | 1 |")
    assert len(told) == 4


def test_the_places_the_recipe_names_exist() -> None:
    source = DOCUMENT.parents[1] / "src" / "ronde"

    assert "EXPORTS" in (source / "formats" / "door.py").read_text()
    assert "GENERAL" in (source / "core" / "systems.py").read_text()
    assert "format-csv" in (source / "i18n" / "words" / "en" / "webdesk.py").read_text()
