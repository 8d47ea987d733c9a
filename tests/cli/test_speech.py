"""Command lines that speak: defaults and arguments in every help, one word for one thing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from ronde.cli.main import main, ronde
from ronde.cli.speech import LANGUAGE, SpokenGroup
from ronde.desk import Desk
from ronde.i18n.door import LANGUAGES

Screen = pytest.CaptureFixture[str]


def commands(group: click.Group = ronde, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The words of every command."""
    context = click.Context(group, info_name=path[-1] if path else "ronde")
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        if isinstance(found, SpokenGroup):
            yield from commands(found, (*path, name))
        else:
            yield (*path, name)


def found(words: tuple[str, ...]) -> click.Command:
    command: click.Command = ronde
    for word in words:
        assert isinstance(command, click.Group)
        inner = command.get_command(click.Context(command), word)
        assert inner is not None
        command = inner
    return command


def help_of(words: tuple[str, ...], language: str, screen: Screen, ask: str = "-h") -> str:
    assert main([*words, ask, "--lang", language]) == 0
    return screen.readouterr().out


@pytest.mark.parametrize("words", list(commands()), ids=" ".join)
def test_every_help_describes_its_arguments_and_tells_its_defaults(
    words: tuple[str, ...], capsys: Screen
) -> None:
    command = found(words)
    arguments = [param for param in command.params if isinstance(param, click.Argument)]
    usual = [
        param
        for param in command.params
        if isinstance(param, click.Option)
        and isinstance(param.default, str | int | float)
        and not isinstance(param.default, bool)
        and param.default != ""
    ]

    told = {language: help_of(words, language, capsys) for language in LANGUAGES}

    assert ("Arguments:\n" in told["en"]) is bool(arguments)
    assert told["en"].count("[default:") == len(usual)
    assert " ".join(told["fr"].split()).count("[par défaut :") == len(usual)
    assert len(set(told.values())) == len(LANGUAGES)


def test_arguments_are_described_in_the_language_of_the_reader(capsys: Screen) -> None:
    told = " ".join(help_of(("sheet",), "fr", capsys).split())

    assert "JOUEUR Un joueur : son numéro, ou le début de son nom." in told


def test_a_score_or_a_slip_may_begin_with_a_hyphen_and_minus_h_alone_is_help(
    capsys: Screen, tmp_path: Path
) -> None:
    assert "SCORE" in help_of(("correct",), "en", capsys)
    assert main(["result", str(tmp_path / "none.ronde"), "-h"]) == 1


@pytest.mark.parametrize(
    ("word", "system"), [("berger", "berger"), ("robin", "berger"), ("double", "double-berger")]
)
def test_older_words_for_a_system_are_understood(word: str, system: str, tmp_path: Path) -> None:
    file = tmp_path / "open.ronde"

    assert main(["new", str(file), "--system", word]) == 0

    desk = Desk.open(file)
    assert desk.tournament.settings.system == system
    desk.close()


def test_a_word_nobody_knows_is_answered_with_todays_words_only(tmp_path: Path, capsys: Screen) -> None:
    assert main(["tournoi", str(tmp_path), "--system", "league", "--lang", "en"]) == 2

    told = capsys.readouterr().err
    assert "berger" in told
    assert "robin" not in told


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    before = LANGUAGE.get()
    yield
    LANGUAGE.set(before)
