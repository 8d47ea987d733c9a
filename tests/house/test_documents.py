"""Everything that has a name is named in the documents."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from tests.i18n.test_words import all_errors, commands

from ronde.actions import ACTIONS
from ronde.core.events import FACTS
from ronde.core.player import Absence
from ronde.core.result import BOARDS
from ronde.core.settings import PROFILES, Settings
from ronde.core.systems import SYSTEMS, TIEBREAKS
from ronde.formats.door import EXPORTS, IMPORTS
from ronde.formats.settings_text import flat
from ronde.i18n.door import LANGUAGES
from ronde.pairing.door import rules
from ronde.scoring.door import TIEBREAKS as SCORES

DOCS = Path(__file__).parents[2] / "docs"
TEXT = "\n".join(path.read_text(encoding="utf-8") for path in sorted(DOCS.rglob("*.md")))
CODE = "\n".join(re.findall(r"```.*?```|`[^`\n]+`", TEXT, re.DOTALL))
"""What stands in code font."""


def missing(names: Iterable[str], text: str = CODE) -> list[str]:
    return [name for name in names if not re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text)]


def test_every_command_is_documented() -> None:
    words = [f"ronde {key.replace('-', ' ')}" for key in commands() if key != "ronde"]

    assert missing(words) == []


def test_every_option_is_documented() -> None:
    options = {name for command in commands().values() for param in command.params for name in param.opts}

    assert missing(sorted(name for name in options if name.startswith("--")), TEXT) == []


def shown(key: str) -> list[str]:
    """A setting in full, or after its neighbours only by its end: `keizer.shares.club`, `.bye`."""
    return [key, f".{key.rpartition('.')[2]}"]


def test_every_setting_is_documented() -> None:
    undocumented = [key for key in flat(Settings()) if len(missing(shown(key))) == 2]

    assert undocumented == []


def test_every_error_code_is_documented() -> None:
    assert missing(kind.code for kind in all_errors()) == []


def test_every_fact_is_documented() -> None:
    assert missing(FACTS) == []


def test_every_format_is_documented() -> None:
    assert missing({*IMPORTS, *EXPORTS}) == []


def test_every_tie_break_and_every_pairing_system_is_documented() -> None:
    assert set(SCORES) == set(TIEBREAKS)
    assert missing([*TIEBREAKS, *SYSTEMS]) == []


def test_every_rule_of_the_bill_is_documented() -> None:
    assert missing(rules()) == []


def test_every_game_profile_absence_and_language_is_documented() -> None:
    assert missing([*BOARDS, *PROFILES, *(reason.value for reason in Absence), *LANGUAGES]) == []


def test_every_key_of_the_desk_is_documented() -> None:
    keys = [
        f"Ctrl-{action.key[1:].upper()}" if len(action.key) > 1 else action.key.upper() for action in ACTIONS
    ]

    assert [key for key in keys if not re.search(rf"[\[`]{re.escape(key)}[\]`]", TEXT)] == []
