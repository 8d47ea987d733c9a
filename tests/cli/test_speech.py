"""Command lines that speak: arguments in the language of the reader, one word for one thing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ronde.cli.main import main
from ronde.cli.speech import LANGUAGE

Screen = pytest.CaptureFixture[str]


def help_of(words: tuple[str, ...], language: str, screen: Screen, ask: str = "-h") -> str:
    assert main([*words, ask, "--lang", language]) == 0
    return screen.readouterr().out


def test_arguments_are_described_in_the_language_of_the_reader(capsys: Screen) -> None:
    told = " ".join(help_of(("sheet",), "fr", capsys).split())

    assert "JOUEUR Un joueur : son numéro, ou le début de son nom." in told


def test_help_explains_the_common_options_and_names_the_others(capsys: Screen) -> None:
    said = help_of(("duel",), "en", capsys, "--help").partition("Options:")[2]

    assert said.index("--game ") < said.index("--games") < said.index("--time") < said.index("-h, --help")
    assert "--sprt ELO0" not in said
    assert "--sprt" in said.partition("More:")[2]


@pytest.mark.parametrize("words", [("duel",), ("table", "remove"), ("result",), ("fide", "norms")])
def test_all_after_help_explains_every_option(words: tuple[str, ...], capsys: Screen) -> None:
    for ask in ("--help", "-h"):
        said = help_of((*words, ask), "en", capsys, "--all")

        assert "Print data instead of text." in said
        assert "More:" not in said


def test_the_commands_are_listed_by_user_and_rare_ones_only_with_all(capsys: Screen) -> None:
    few, all_ = help_of((), "en", capsys, "--help"), help_of(("--help",), "en", capsys, "--all")

    headings = [line for line in few.splitlines() if line.endswith(":") and not line.startswith(" ")]
    assert headings == [
        "Options:", "Run a tournament:", "Look at it:", "Files and lists:", "Chess:", "Programs that play:",
        "Browser and server:",
    ]  # fmt: skip
    assert "  worker" not in few
    assert "  worker" in all_


def test_a_score_or_a_slip_may_begin_with_a_hyphen_and_minus_h_alone_is_help(
    capsys: Screen, tmp_path: Path
) -> None:
    assert "SCORE" in help_of(("correct",), "en", capsys)
    assert main(["result", str(tmp_path / "none.ronde"), "-h"]) == 1


def test_an_unknown_system_is_answered_with_the_known_ones(tmp_path: Path, capsys: Screen) -> None:
    assert main(["tournoi", str(tmp_path), "--system", "league", "--lang", "en"]) == 2

    assert "berger" in capsys.readouterr().err


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    before = LANGUAGE.get()
    yield
    LANGUAGE.set(before)
