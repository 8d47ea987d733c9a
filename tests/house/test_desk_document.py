"""The document of the desk names every key with its labels in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from ronde.actions import ACTIONS, MANUAL, Action
from ronde.i18n.door import plain, say

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("document", ["desk.md", "desk.fr.md"])
@pytest.mark.parametrize("action", [*ACTIONS, *MANUAL], ids=lambda action: action.name)
def test_every_action_is_in_the_table_of_keys_with_both_labels(action: Action, document: str) -> None:
    key = f"Ctrl-{action.key[1:].upper()}" if action.key.startswith("^") else action.key.upper()
    english, french = (plain(say(f"actions.{action.name}", language)) for language in ("en", "fr"))

    assert f"| `{key}` | {english} | {french} |" in (DOCS / document).read_text("utf-8")
