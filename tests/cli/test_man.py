"""Pages for `man`, in the language of the reader."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from tests.cli.terminal import Terminal

from ronde.cli.man import _escaped
from ronde.cli.tree import help_pages


def test_the_source_of_a_page_is_printed(ronde: Terminal) -> None:
    page = ronde.done("man", "pair", "-o", "-").out

    assert page.startswith('.TH "RONDE-PAIR" "1"')
    assert "\\fB\\-\\-seed N\\fR" in page


def test_every_command_has_a_page_and_a_second_writing_changes_nothing(ronde: Terminal) -> None:
    ronde.done("man", "-o", "man1")

    written = {path.name for path in Path("man1").iterdir()}
    assert written == {f"{'-'.join(('ronde', *page.words))}.1" for page in help_pages()}
    assert {"ronde.1", "ronde-pair.1", "ronde-player-add.1"} <= written
    assert ", 0 of them new" in ronde.done("man", "-o", "man1").out


def test_a_command_that_is_not_there_is_refused(ronde: Terminal) -> None:
    assert ronde("man", "pare").status == 2


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is missing")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_formatter_has_nothing_to_complain_about(ronde: Terminal, language: str) -> None:
    ronde.done("man", "-o", "man1", "--lang", language)
    pages = sorted(Path("man1").iterdir())

    line = ["groff", "-man", "-Tutf8", "-k", "-ww", "-z", *map(str, pages)]
    done = subprocess.run(line, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


def test_a_sentence_that_begins_with_a_dot_is_text() -> None:

    assert _escaped(".ronde") == "\\&.ronde"
    assert _escaped("a\\b-c") == "a\\eb\\-c"
