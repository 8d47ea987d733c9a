"""The rules that every command keeps: help, data, streams, one vocabulary. A new command is tried too."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest

from ronde.cli.main import HelpPage, help_pages, main, ronde
from ronde.cli.session import NamedPath, SourcePath, TargetPath
from ronde.cli.speech import LANGUAGE, AliasChoice, TranslatedGroup, TranslatedHelp
from ronde.i18n import LANGUAGES
from ronde.model.systems import SYSTEMS

Screen = pytest.CaptureFixture[str]
PRODUCTS = {"export", "fide generate", "completion", "tournoi bracket"}
"""What these print is a file of another format."""
TALKS = {"desk", "papp", "defi", "script", "demo", "serve", "worker"}
"""These talk to somebody, or run other commands, until they are ended."""
OWN_OUTPUT = {"backup", "import", "tournoi", "tournoi replace", "tournoi withdraw", "tournoi enter"}
"""These make a file of their own: `-o` names it."""
READS = {
    "tournoi submit", "tournoi results", "tournoi links", "player import", "people import", "import",
    "fide check", "check", "duel", "tournoi",
}  # fmt: skip
"""These read lists or positions that another program may print."""


def tree(group: click.Group = ronde, words: tuple[str, ...] = ()) -> Iterator[tuple[str, TranslatedHelp]]:
    """Every command that does something, with its words."""
    context = click.Context(group, info_name="ronde")
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        assert isinstance(found, TranslatedHelp), f"{name}: use ronde.cli.speech.command"
        if isinstance(found, click.Group):
            if found.invoke_without_command:
                yield " ".join((*words, name)), found
            yield from tree(found, (*words, name))
        else:
            yield " ".join((*words, name)), found


COMMANDS = dict(tree())
every_command = pytest.mark.parametrize("name", COMMANDS)


def options(name: str) -> dict[str, click.Option]:
    return {
        word: param
        for param in COMMANDS[name].params
        if isinstance(param, click.Option)
        for word in param.opts
    }


@every_command
def test_minus_h_alone_is_help_in_every_language(name: str, capsys: Screen) -> None:
    told = set()
    for language in LANGUAGES:
        assert main([*name.split(), "-h", "--lang", language]) == 0
        told.add(capsys.readouterr().out)

    assert len(told) == len(LANGUAGES)


@every_command
def test_what_tells_something_tells_it_as_data_too(name: str) -> None:
    assert ("--json" in options(name)) is (name not in PRODUCTS | TALKS)


@every_command
def test_what_is_printed_can_go_into_a_file(name: str) -> None:
    if name in TALKS:
        assert "--output" not in options(name)
        return
    output = options(name)["--output"]
    if name in OWN_OUTPUT:
        assert "--force" not in options(name)
    slips = COMMANDS[name].context_settings.get("ignore_unknown_options")
    assert ("-o" in output.opts) is not bool(slips)
    if name not in OWN_OUTPUT - {"backup"}:
        assert isinstance(output.type, TargetPath), "- is standard output"


@every_command
def test_a_hyphen_is_a_stream_or_refused_and_never_the_name_of_a_file(name: str) -> None:
    for param in COMMANDS[name].params:
        if isinstance(param.type, click.Path):
            assert isinstance(param.type, NamedPath), f"{param.name}: use ronde.cli.session"
    assert (name in READS) is any(isinstance(param.type, SourcePath) for param in COMMANDS[name].params)


@every_command
def test_a_terminal_is_told_when_a_command_takes_long_unless_it_talks_anyway(name: str) -> None:
    assert COMMANDS[name].waits is (name not in TALKS | {"duel", "tournoi"})


@every_command
def test_systems_and_games_have_one_vocabulary(name: str) -> None:
    found = options(name)
    if "--system" in found:
        system = found["--system"].type
        assert isinstance(system, AliasChoice)
        assert set(system.choices) <= set(SYSTEMS)
    if "--game" in found:
        game = found["--game"]
        meant = {word: game.type.convert(word, game, None) for word in ("othello", "reversi", "pente")}
        assert meant["othello"] == meant["reversi"]
        assert meant["pente"] == "pente"


def pages(language: str) -> list[HelpPage]:
    token = LANGUAGE.set(language)
    try:
        return list(help_pages())
    finally:
        LANGUAGE.reset(token)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_argument_and_option_has_a_sentence_in_the_language_of_the_reader(language: str) -> None:
    for page in pages(language):
        for word, told in (*page.arguments, *page.options, *page.usual, *page.commands):
            assert told, (page.words, word)
        for placeholder in page.placeholders:
            assert any(placeholder == word for word, _ in page.arguments) or page.commands, page.words


def test_every_default_is_told() -> None:
    for page in pages("en"):
        if page.commands and not page.options:
            continue
        command: click.Command = ronde
        for word in page.words:
            assert isinstance(command, TranslatedGroup)
            inner = command.get_command(click.Context(command), word)
            assert inner is not None
            command = inner
        usual = [
            param.opts[0]
            for param in command.params
            if isinstance(param, click.Option)
            and isinstance(param.default, str | int | float)
            and not isinstance(param.default, bool)
            and param.default != ""
        ]
        told = " ".join(f"{word}: {sentence}\n" for word, sentence in page.options)
        assert told.count("[default:") == len(usual), page.words
