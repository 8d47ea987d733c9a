"""Pages without a server: whole, in every language, and safe whatever a program says."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.render.pages.recorded import CLOCK, HOSTILE, record

from ronde.arena.pages import replay_data
from ronde.render.shell import page, script_data


def test_nothing_a_program_says_can_end_the_script() -> None:
    made = page("partie", "en", data=replay_data(record("tictactoe", 3, HOSTILE), CLOCK, title=HOSTILE))

    assert made.count("</script>") == 1
    assert "\u2028" not in made
    assert json.loads(script_data({"x": HOSTILE}).replace("<\\!--", "<!--"))["x"] == HOSTILE


@pytest.mark.parametrize("kind", ["direct", "partie", "tournoi"])
def test_a_page_needs_nothing_from_elsewhere(kind: str) -> None:
    made = page(kind, "fr", source="x.js")

    assert '<html lang="fr">' in made
    assert not re.search(r'(src|href)="?https?:', made)
    assert "@import" not in made


@pytest.mark.skipif(shutil.which("node") is None, reason="no JavaScript engine to read the scripts with")
@pytest.mark.parametrize("kind", ["direct", "partie", "tournoi"])
def test_the_scripts_can_be_read(kind: str, tmp_path: Path) -> None:
    made = page(kind, "en", data=None, source="x.js")
    script = tmp_path / "page.js"
    script.write_text(made.split("<script>")[1].split("</script>")[0])

    assert subprocess.run(["node", "--check", str(script)]).returncode == 0


def test_every_word_of_the_scripts_is_there() -> None:
    assets = Path(page.__code__.co_filename).with_name("assets")
    words = page("partie", "en")
    for script in assets.glob("*.js"):
        for key in re.findall(r'say\("((?:pages|games|referee)\.[a-z-]+)"', script.read_text()):
            if not key.endswith("-"):
                assert f'"{key}":' in words, key


@pytest.mark.parametrize("kind", ["direct", "partie", "tournoi"])
def test_a_page_has_the_style_sheets_of_the_server_and_every_icon_its_scripts_name(kind: str) -> None:
    made = page(kind, "en", source="x.js")

    assert re.search(r"^\.tabs \{.*(\n  .*)*\n  \[aria-current\] \{", made, re.MULTILINE)
    for name in re.findall(r'icon\("([a-z]+)"\)', made):
        assert f'<symbol id="i-{name}"' in made
