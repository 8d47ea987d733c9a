"""An existing tournament of programs keeps its rules, and reports the options it ignores."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.terminal import Terminal

BEGUN = (
    "--system", "berger", "--laps", "2", "--time", "5", "--increment", "0", "--sandbox", "none",
    "--memory", "512", "--games", "2", "--seed", "3", "--name", "Spring", "--set", "majority=true",
)  # fmt: skip


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two programs that lose at once, and their tournament."""
    folder = tmp_path_factory.mktemp("kept")
    (folder / "joueurs").mkdir()
    for name in ("j1", "j2"):
        (folder / "joueurs" / name).write_text("#!/bin/sh\nexit 1\n")
        (folder / "joueurs" / name).chmod(0o755)
    return folder


def again(ronde: Terminal, folder: Path, *words: str | Path) -> str:
    """What is complained about when these words are typed and the tournament is there."""
    output = ("--output", folder / "t.ronde", "--no-web")
    if not (folder / "t.ronde").exists():
        assert ronde("tournoi", folder / "joueurs", *BEGUN, *output).status == 0
    said = ronde("tournoi", folder / "joueurs", "--sandbox", "none", "--memory", "512", *words, *output)
    assert said.status == 0
    return said.err


@pytest.mark.full
def test_the_same_command_goes_on_without_a_word(ronde: Terminal, begun: Path) -> None:
    assert again(ronde, begun, *BEGUN) == ""


def test_words_of_the_run_alone_are_nobodys_rules(ronde: Terminal, begun: Path) -> None:
    assert again(ronde, begun, "--jobs", "1") == ""


@pytest.mark.parametrize(
    "words",
    [
        ("--system", "swiss"),
        ("--laps", "1"),
        ("--time", "6"),
        ("--increment", "1"),
        ("--games", "4"),
        ("--seed", "4"),
        ("--name", "Autumn"),
        ("--set", "majority=false"),
        ("--best-of",),
        ("--clear", "30"),
        ("--double",),
        ("--game", "reversi"),
    ],
)
def test_a_word_that_says_something_else_is_named(
    ronde: Terminal, begun: Path, words: tuple[str, ...]
) -> None:
    told = again(ronde, begun, *words)

    assert "t.ronde keeps the rules it started with" in told
    assert f"ignores {words[0]};" in told


def test_data_are_not_spoilt_by_remarks(ronde: Terminal, begun: Path) -> None:
    assert again(ronde, begun, "--system", "swiss", "--json") == ""


@pytest.mark.full
def test_a_tournament_without_a_name_has_that_of_its_file(
    ronde: Terminal, begun: Path, tmp_path: Path
) -> None:
    quick = ("--time", "5", "--sandbox", "none", "--no-web")

    data = ronde.data("tournoi", begun / "joueurs", "--output", tmp_path / "spring cup.ronde", *quick)

    assert data["title"] == "spring cup"
