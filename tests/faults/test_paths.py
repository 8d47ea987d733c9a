"""Paths with spaces, accents and 300 characters: a round is played there, or one sentence says why not."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.terminal import Terminal
from tests.support.proofs import verified

FOLDERS = ["with  two spaces ", "Club d'échecs à Évry", "健 ü %41 #?&", "/".join(["long " * 20] * 3)]
TOO_LONG = "é" * 300


@pytest.fixture
def ronde(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setenv("RONDE_LANG", "en")
    return Terminal(capsys, monkeypatch)


@pytest.mark.parametrize("name", FOLDERS)
def test_a_round_is_played_and_exported_in_a_folder_of_any_name(
    tmp_path: Path, ronde: Terminal, name: str
) -> None:
    folder = tmp_path / name
    folder.mkdir(parents=True)
    file, proof = folder / "Été à 2.ronde", folder / "preuve é"
    commands: list[tuple[object, ...]] = [
        ("new", file, "--name", "Open"),
        *(("player", "add", file, player) for player in ("ANNE", "BO")),
        ("pair", file),
        ("result", file, "1+4"),
        ("close", file),
        ("export", file, "--as", "csv", "-o", folder / "à b.csv"),
        ("export", file, "--as", "proof", "-o", proof),
    ]

    said = [ronde(*command) for command in commands]

    assert [one.err for one in said if one.status] == []
    assert (folder / "à b.csv").read_text().count("ANNE") == 1
    assert verified(proof).returncode == 0


@pytest.mark.parametrize(
    "words",
    [
        ("new", f"{TOO_LONG}.ronde", "--name", "Open"), ("status", f"{TOO_LONG}.ronde"),
        ("serve", f"{TOO_LONG}.ronde"), ("import", f"{TOO_LONG}.csv"),
    ],
)  # fmt: skip
def test_a_name_too_long_for_the_disk_is_one_sentence_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ronde: Terminal, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)

    said = ronde(*words)

    assert said.status == 1
    assert TOO_LONG in said.err
    assert len(said.err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
