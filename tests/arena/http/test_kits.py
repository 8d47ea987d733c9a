"""The kits as they are packed."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pytest
from tests.support.root import ROOT

from ronde.arena.games import GAMES
from ronde.arena.http import KITS, diagnosis, packed_kit

DOCS = ROOT / "docs"
LARGEST = 32_000


def files(name: str) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(packed_kit(name))) as packed:
        assert packed.testzip() is None
        return {one: packed.read(one).decode() for one in packed.namelist()}


def test_there_is_a_kit_for_each_of_six_languages() -> None:
    assert [kit.language for kit in KITS.values()] == ["Python", "PHP", "JavaScript", "Java", "C#", "C"]


@pytest.mark.parametrize("name", KITS)
def test_a_kit_is_one_small_folder_with_engine_checker_and_both_readmes(name: str) -> None:
    found = files(name)
    folder = f"ronde-engine-{name}"

    assert {one.partition("/")[0] for one in found} == {folder}
    wanted = {KITS[name].file, "try.py", "positions.py", "diagnosis.py", "README.md", "README.fr.md"}
    assert wanted <= {one.partition("/")[2] for one in found}
    assert len(packed_kit(name)) < LARGEST


@pytest.mark.parametrize("name", KITS)
def test_the_readmes_name_the_language_the_file_and_the_command(name: str) -> None:
    kit, found = KITS[name], files(name)

    for readme in ("README.md", "README.fr.md"):
        told = found[f"ronde-engine-{name}/{readme}"]
        assert not re.search(r"\{\w+\}", told)
        for word in (kit.language, kit.file, kit.start, kit.needs):
            assert word in told


@pytest.mark.parametrize("name", KITS)
def test_an_engine_reads_every_set_of_the_manual_and_guards_its_referee(name: str) -> None:
    text = files(name)[f"ronde-engine-{name}/{KITS[name].file}"].lower()

    for game in GAMES.values():
        assert game.set_name.lower() in text or game.name == "supermorpion"
    assert re.search("my_?referee", text)


def test_the_checker_names_faults_by_the_very_file_the_tester_uses() -> None:
    assert files("c")["ronde-engine-c/diagnosis.py"] == Path(diagnosis.__file__).read_text(encoding="utf-8")


@pytest.mark.parametrize("guide", ["guides/authors.md", "fr/guides/authors.md"])
def test_the_guide_gives_the_command_of_every_kit(guide: str) -> None:
    told = (DOCS / guide).read_text(encoding="utf-8")

    assert [kit.start for kit in KITS.values() if f"`{kit.start}`" not in told] == []


@pytest.mark.parametrize("name", KITS)
def test_every_file_of_a_kit_says_under_which_licence_it_is(name: str) -> None:
    assert [one for one, text in files(name).items() if "SPDX-License-Identifier: MIT" not in text] == []
