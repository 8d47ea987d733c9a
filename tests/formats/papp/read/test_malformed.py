from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.formats.papp.mutation import CONFIG, HEADER, PLAYERS
from tests.support.papp_states import GOLDEN

from ronde.formats.files import ImportResult
from ronde.formats.papp import Edition, known_in, read_folder, standings_list
from ronde.i18n import error_text
from ronde.model.errors import FormatError
from ronde.model.replay import replay

CASES: list[dict[str, Any]] = json.loads((GOLDEN / "malformed" / "cases.json").read_text())
OURS = {"comment backquote", "accent"}
"""1.37 refuses the mark that 1.36 wants before a comment, and the other way round; we read both. And PAPP
knows no accents, where the desk takes them: whoever is registered with one can stand so in the base."""


def put(folder: Path, case: dict[str, Any]) -> Path:
    """The folder in which PAPP was tried."""
    files = {"papp.cfg": CONFIG, "joueurs": PLAYERS, "papp-internal-workfile.txt": HEADER}
    files[case["file"]] = case["text"].encode("latin-1")
    if case["kind"] == "new-players":
        files["nouveaux.txt"] = case["text"].encode("latin-1")
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder


def imported(folder: Path, case: dict[str, Any]) -> ImportResult | FormatError:
    try:
        return read_folder(put(folder, case))
    except FormatError as error:
        return error


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['kind']}: {case['label']}")
def test_a_file_is_accepted_or_refused_as_by_papp(case: dict[str, Any], tmp_path: Path) -> None:
    found = imported(tmp_path, case)

    if case["outcome"].startswith("accepted") or case["label"] in OURS:
        assert isinstance(found, ImportResult)
        assert ("warning" in case["outcome"]) <= bool(found.remarks)
        after = case.get("after") or {}
        if "list_command" in after:
            hall = replay(found.events)
            assert standings_list(hall, Edition()).splitlines()[2:] == _spaced(after["list_command"])
        if "players_in_base" in after:
            assert len(known_in(found.attachments)) == after["players_in_base"]
    else:
        assert isinstance(found, FormatError)
        assert {problem.path for problem in found.problems} == {case["file"]}
        assert all(problem.line >= 1 and problem.column >= 1 for problem in found.problems)


def _spaced(listed: list[str]) -> list[str]:
    return [listed[0], "", *listed[1:]]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['kind']}: {case['label']}")
def test_every_complaint_has_words_in_both_languages(case: dict[str, Any], tmp_path: Path) -> None:
    found = imported(tmp_path, case)

    error = found if isinstance(found, FormatError) else FormatError(found.remarks)
    assert error_text(error, "fr") != error_text(error, "en") or not error.problems


@pytest.mark.parametrize(
    ("lines", "key"),
    [
        ("& +1 +2 +3 +4;\n(1 40 2 25);", "sum-wrong"),
        ("& +1 +2;\n(1 3);", "player-unregistered"),
        ("& +1 +2;\n(1 32 2 32.0);", "pair-unreadable"),
        ("& +1 +2;\n(1 40.25 2 23.75);", "pair-unreadable"),
        ("& +1 +2;\n(1 2);\nronde-suivante;", "result-missing"),
        ("& +1 +2;\n(1 2 70);\nronde-suivante;", "result-illegal"),
        ("& +1 +2 +3 +4;\ntable-toutes-rondes [4] = { 1 2 };", "table-too-small"),
        ("ronde-suivante;\nround-robin-table [2] = { 1 2 };", "table-late"),
        ("#_Nombre-Rondes = 0 ;", "rounds-impossible"),
        ("#_Nombre-Rondes = 129 ;", "rounds-impossible"),
        ("ronde-suivante;" * 128, "rounds-too-many"),
        ("& +1 +2;\n(1 2", "pair-unreadable"),
        ("#_Autre = 3 ;", "header-unknown"),
    ],
)
def test_a_workfile_papp_stumbles_over_is_refused(lines: str, key: str, tmp_path: Path) -> None:
    case = {"file": "papp-internal-workfile.txt", "kind": "workfile", "text": HEADER.decode() + lines}

    found = imported(tmp_path, case)

    assert isinstance(found, FormatError)
    assert [problem.key for problem in found.problems] == [f"papp.{key}"]


def test_the_257th_player_is_refused(tmp_path: Path) -> None:
    numbers = range(1, 258)
    put(tmp_path, {"file": "joueurs", "kind": "players", "text": "".join(f"{n} P{n}\n" for n in numbers)})
    signs = " ".join(f"+{number}" for number in numbers)
    (tmp_path / "papp-internal-workfile.txt").write_bytes(HEADER + f"& {signs};".encode())

    with pytest.raises(FormatError) as error:
        read_folder(tmp_path)

    assert error.value.problems[0].key == "papp.players-too-many"


def test_fifteen_problems_are_enough(tmp_path: Path) -> None:
    found = imported(tmp_path, {"file": "papp.cfg", "kind": "config", "text": "foo;\n" * 40})

    assert isinstance(found, FormatError)
    assert [problem.line for problem in found.problems] == list(range(1, 16))


def test_nothing_is_taken_from_a_file_with_a_mistake_at_its_end(tmp_path: Path) -> None:
    found = imported(
        tmp_path,
        {"file": "joueurs", "kind": "players", "text": PLAYERS.decode() + "FIVE, Eve\n5 FIVE, Eve\n"},
    )

    assert isinstance(found, FormatError)
    assert [(problem.line, problem.column) for problem in found.problems] == [(5, 1)]
