"""The pages that `tournoi` writes beside itself, opened from the disk while it plays and after the end."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.arena.programs.workshop import script
from tests.support.processes import plain_environment
from tests.terminal.screen.terminal import eventually

SLOW = '#!/bin/sh\nsleep 0.6\necho "I see $1" >&2\nfor move in 1 2 3 4 5 6 7 8 9; do\n\
    case $(echo "$1" | cut -c $move) in 0) echo $move; exit;; esac\ndone\n'
LINE = (
    sys.executable,
    "-m",
    "ronde",
    "tournoi",
    "--game",
    "tictactoe",
    "--time",
    "30/move",
    "--jobs",
    "1",
    "--messages",
)


class Run:
    """A cup of two slow programs that is being played."""

    def __init__(self, folder: Path) -> None:
        (folder / "joueurs").mkdir()
        for number in range(1, 3):
            script(folder / "joueurs", f"j{number}", SLOW)
        self.folder = folder
        self.process = subprocess.Popen(
            LINE,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env=plain_environment() | {"RONDE_LANG": "en"},
        )

    def address(self, page: str) -> str:
        """A page as a file, once it is there."""
        path = self.folder / "web" / page
        eventually(path.exists)
        return path.as_uri()


@pytest.fixture
def cup(page: Page, tmp_path: Path) -> Iterator[Run]:
    """Begun when the browser is there, so that it does not miss the games."""
    run = Run(tmp_path)
    yield run
    run.process.kill()
    run.process.wait()


def test_the_pages_on_the_disk_follow_the_cup_by_themselves_and_replay_it(cup: Run, page: Page) -> None:
    troubles: list[str] = []
    page.on("pageerror", lambda trouble: troubles.append(str(trouble)))
    table = page.context.new_page()
    table.goto(cup.address("tournoi.html"))
    page.goto(cup.address("direct.html"))
    shown = page.get_by_text(re.compile(r"Move \d+ ·")).first.inner_text()
    expect(page.get_by_text(shown, exact=True)).to_have_count(0)  # nobody has reloaded

    assert cup.process.wait(120) == 0
    expect(table.get_by_text("Champion")).to_be_visible()
    expect(page.get_by_text("finished")).to_be_visible()

    table.locator("#main details summary").last.click()
    table.locator("li a[href^='parties/']").last.click()
    table.wait_for_url("**/parties/**")
    expect(table.get_by_text("7 / 7")).to_be_visible()
    table.wait_for_load_state("load")
    table.keyboard.press("Home")
    expect(table.get_by_text("0 / 7")).to_be_visible()
    table.keyboard.press("ArrowRight")
    expect(table.get_by_text("1 / 7")).to_be_visible()
    expect(table.get_by_text("I see 000000000")).to_be_visible()
    assert not troubles
