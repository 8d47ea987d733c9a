"""Names in the language of the reader: metavariables, seats, systems, what the machine itself says."""

from __future__ import annotations

import errno
import os
import re
import sqlite3
from pathlib import Path

import click
import pytest
from tests.cli.terminal import Terminal
from tests.i18n.test_words import commands

from ronde.cli.main import ronde
from ronde.i18n import LANGUAGES, actor_from_text, actor_text, error_text, section_words, system_text
from ronde.model.errors import FormatError, JournalError, NothingToUndo, Problem, ResultDiffers
from ronde.model.result import Result
from ronde.model.systems import SYSTEMS
from ronde.render.lists import system_name
from ronde.render.text import score_text

INTERNATIONAL = {"A", "B", "DATE", "ELO", "FORMAT", "M", "N", "OPTIONS", "POSITION", "S", "SCORE", "SCRIPT"}
INTERNATIONAL |= {"SS", "TRAY", "URL", "PROG"}
"""Words on a command line that read the same in every language, or that a manual defines."""


def metavars() -> set[str]:
    """Every word in capitals that the commands show."""
    context = click.Context(ronde)
    params = [param for one in commands().values() for param in one.params]
    kinds = [param for param in params if not isinstance(param.type, click.Choice)]
    shown = [param.make_metavar(context) for param in kinds if not getattr(param, "is_flag", False)]
    shown += ["[OPTIONS] COMMAND [ARGS]..."]  # of a group
    return {word for text in shown for word in re.findall(r"\b[A-Z]+\b", text)}


def test_every_metavariable_has_its_word_and_none_is_left_over() -> None:
    for language in LANGUAGES:
        assert metavars() - INTERNATIONAL == set(section_words("metavars", language))


def test_french_help_names_what_the_french_usage_names() -> None:
    english, french = section_words("metavars", "en"), section_words("metavars", "fr")
    foreign = {word for word in english if english[word] != french[word]} - {
        str(word) for word in french.values()
    }
    for section in ("help", "options"):
        for key, text in section_words(section, "fr").items():
            words = set(re.findall(r"\b[A-Z]{2,}\b", str(text)))
            assert not words & foreign, f"{section}.{key}: {words & foreign}"


def test_help_lists_options_and_no_bare_arguments(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = Terminal(capsys, monkeypatch).done("--lang", "fr", "player", "add", "--help").out

    assert "[OPTIONS] FICHIER NOM..." in said
    assert all(
        line.lstrip().startswith("-") for line in re.findall(r"^  \S.*", said.partition("Options")[2], re.M)
    )


@pytest.mark.parametrize(
    "code",
    [
        errno.ENOENT,
        errno.EACCES,
        errno.ENAMETOOLONG,
        errno.EISDIR,
        errno.ELOOP,
        errno.EMFILE,
        errno.ENOSPC,
        errno.EIO,
    ],
)
def test_what_the_system_says_is_told_in_french(code: int) -> None:
    text = os.strerror(code)

    for written in (text, f"[Errno {code}] {text}", str(OSError(code, text, "a: b"))):
        assert system_text(written, "fr") == section_words("system", "fr")[text] != text
        assert text not in error_text(JournalError(path="x", detail=written), "fr")
    assert system_text("quite another text", "fr") == "quite another text"
    assert text not in error_text(FormatError([Problem("x", 1, 1, "formats.bad-name", text)]), "fr")


def test_what_sqlite_says_is_told_in_french(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    path.write_bytes(b"no database at all" * 100)
    with pytest.raises(sqlite3.DatabaseError) as caught:
        sqlite3.connect(path).execute("SELECT * FROM sqlite_master")

    assert system_text(str(caught.value), "fr") == "ce n'est pas une base SQLite"


@pytest.mark.parametrize(
    ("seat", "french"), [("arbiter", "arbitre"), ("helper Anna", "aide Anna"), ("Zoé", "Zoé"), ("", "")]
)
def test_a_seat_has_a_name_in_every_language_and_is_meant_by_any(seat: str, french: str) -> None:
    assert actor_text(seat, "fr") == french
    assert actor_text(seat, "en") == seat
    assert actor_from_text(french) == actor_from_text(seat) == seat
    assert french in error_text(NothingToUndo(seat=seat), "fr")


def test_every_system_has_a_name_and_a_foreign_one_its_code() -> None:
    for language in LANGUAGES:
        assert all(f"system-{system}" in section_words("public", language) for system in SYSTEMS)
    assert system_name("swiss", "fr") == "suisse"
    assert system_name("monrad", "fr") == "monrad"


def test_a_draw_without_discs_is_written_as_people_write_it() -> None:
    half, win = Result(0.5, 0.5), Result(1, 0)

    for language in LANGUAGES:
        assert score_text(half, language) == "½-½"
        assert "½-½" in error_text(ResultDiffers(table=1, old=half, new=win), language)
    assert score_text(Result(32, 32), "fr") == "32-32"
