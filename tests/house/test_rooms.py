"""The walls of the house, and that they would hold."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.house.walls import (
    CHECKS,
    FACES,
    INNER,
    ROOMS,
    SPEAKING,
    SRC,
    all_faults,
    files,
    generator_faults,
    import_faults,
    outside_faults,
    room_of,
    word_faults,
    writing_faults,
)
from tests.support.processes import python

DOCS = Path(__file__).parents[2] / "docs"
TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_house_keeps_its_rules(check: Callable[[str, Path], list[str]]) -> None:
    faults = all_faults(check)

    assert not faults, "\n".join(["", *faults])


def test_every_room_is_in_the_table_and_in_the_documents() -> None:
    rooms = {room_of(path.relative_to(SRC)) for path in files()} - {"__init__", "__main__"}
    document = (DOCS / "house.md").read_text(encoding="utf-8")

    assert rooms <= set(ROOMS)
    for room in rooms:
        assert f"`{room}`" in document, room


def test_arrows_point_inwards_and_never_in_a_circle() -> None:
    seen: set[str] = set()

    def visit(room: str, path: tuple[str, ...]) -> None:
        assert room not in path, " -> ".join((*path, room))
        if room not in seen:
            for inner in ROOMS[room].rooms:
                visit(inner, (*path, room))
            seen.add(room)

    for room in ROOMS:
        visit(room, ())
    for room in INNER:
        assert set(ROOMS[room].rooms) <= set(INNER)


def test_only_the_command_line_may_start_the_other_faces() -> None:
    for face in FACES:
        others = set(ROOMS[face].rooms) & set(FACES)
        assert others == (set(FACES) - {"cli"} if face == "cli" else set())


def test_every_folder_of_the_house_has_its_sign() -> None:
    for folder in {path.parent for path in files()}:
        first = ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))
        assert ast.get_docstring(first), folder


def test_the_doors_of_the_inner_rooms_open_without_a_library() -> None:
    program = """
import sys
import ronde.core.tournament, ronde.scoring.door, ronde.pairing.door, ronde.games.door
print(sorted({"numpy", "msgspec", "click", "sqlite3"} & set(sys.modules)))
"""
    assert python(program).strip() == "[]"


def test_files_that_may_speak_are_still_there() -> None:
    for name in SPEAKING:
        assert (SRC / name).is_file(), name


# The walls would hold


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("core/result.py", "import numpy"),
        ("core/result.py", "import click"),
        ("core/result.py", "from ronde.scoring.door import standings"),
        ("core/result.py", "from ronde.storage.door import Entry"),
        ("core/result.py", "from ronde.i18n.door import say"),
        ("core/result.py", "from ronde import desk"),
        ("core/result.py", "def f():\n    from ronde.pairing.door import draw"),
        ("core/result.py", "from .errors import RuleError"),
        ("core/result.py", "from tests.support.builders import players"),
        ("scoring/record.py", "from ronde.pairing.door import draw"),
        ("pairing/swiss.py", "from ronde.scoring.tiebreaks import brightwell"),
        ("pairing/swiss.py", "from ronde.scoring import tiebreaks"),
        ("pairing/swiss.py", "import msgspec"),
        ("pairing/swiss.py", "import networkx"),
        ("games/reversi.py", "from ronde.core.result import Result"),
        ("storage/sqlite.py", "from ronde.desk import Desk"),
        ("storage/sqlite.py", "import click"),
        ("i18n/door.py", "from ronde.formats import lists"),
        ("formats/lists.py", "from ronde.storage.door import SqliteJournal"),
        ("formats/lists.py", "from ronde.desk import Desk"),
        ("formats/lists.py", "import click"),
        ("desk.py", "from ronde.storage.sqlite import SqliteJournal"),
        ("desk.py", "from ronde.formats.door import export"),
        ("desk.py", "from ronde.i18n.door import say"),
        ("simulation.py", "from ronde.storage.door import SqliteJournal"),
        ("cli/main.py", "from ronde.storage.sqlite import SqliteJournal"),
        ("cli/main.py", "from ronde.pairing import swiss"),
        ("cli/main.py", "import ronde.scoring.tiebreaks"),
        ("cli/main.py", "import textual"),
        ("cli/main.py", "from ronde.formats.papp.read.lexer import tokens"),
        ("tui/app.py", "from ronde.cli.main import main"),
        ("tui/app.py", "from ronde.web.door import serve"),
        ("web/app.py", "from ronde.tui.door import run_screen"),
        ("kitchen/stove.py", "import json"),
    ],
)
def test_a_forbidden_import_is_reported(path: str, line: str) -> None:
    (fault,) = import_faults(f"import json\n{line}\n", Path(path))

    assert fault.startswith(path)


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("core/result.py", "import re\nfrom dataclasses import dataclass"),
        ("core/result.py", "from ronde.core.errors import RuleError\nfrom ronde.core import events as fact"),
        ("scoring/record.py", "from ronde.core.decide.rounds import close_round"),
        ("pairing/swiss.py", "import numpy as np\nfrom ronde.scoring.door import record"),
        ("formats/lists.py", "from ronde.i18n.door import say\nimport msgspec"),
        ("cli/main.py", "from ronde.formats import data, lists\nimport click\nfrom ronde import __version__"),
        ("cli/main.py", "from ronde.pairing import door as pairing\nfrom ronde.desk import CHIEF, Desk"),
        ("cli/main.py", "from ronde.formats.papp.door import read_folder"),
        ("__main__.py", "from ronde.cli.main import main"),
    ],
)
def test_an_allowed_import_is_not_reported(path: str, line: str) -> None:
    assert import_faults(line, Path(path)) == []


def test_a_forbidden_import_added_to_a_real_file_is_reported() -> None:
    path = SRC / "core" / "tournament.py"
    source = path.read_text(encoding="utf-8")

    assert import_faults(source, Path("core/tournament.py")) == []
    (fault,) = import_faults(f"{source}\nimport numpy\n", Path("core/tournament.py"))
    assert "core imports numpy" in fault


@pytest.mark.parametrize(
    "line", ["journal.append(facts, after=3, actor='x')", "self.journal.append_actions(actions, after=0)"]
)
def test_writing_in_a_journal_beside_the_desk_is_reported(line: str) -> None:
    assert writing_faults(line, Path("cli/results.py"))
    assert writing_faults(line, Path("desk.py")) == []
    assert writing_faults("rows.append(row)", Path("cli/results.py")) == []


@pytest.mark.parametrize(
    "line",
    [
        "print('x')",
        "open('x')",
        "import os",
        "from pathlib import Path",
        "import datetime",
        "from time import time",
        "import secrets",
        "import sqlite3",
        "import random\nrandom.random()",
        "import random\nrandom.shuffle(rows)",
        "import random\nchance = random.Random()",
        "from random import Random\nchance = Random()",
        "import numpy as np\nnp.random.default_rng()",
        "import numpy as np\nnp.random.rand(3)",
        "def f():\n    import logging",
    ],
)
def test_the_world_outside_is_reported_in_an_inner_room(line: str) -> None:
    for room in INNER:
        assert outside_faults(line, Path(room, "x.py")), room
    assert outside_faults(line, Path("storage/x.py")) == []


@pytest.mark.parametrize(
    "line",
    ["import random\nchance = random.Random(seed)", "import numpy as np\nnp.random.PCG64(seed)", "import re"],
)
def test_seeded_chance_is_not_reported(line: str) -> None:
    assert outside_faults(line, Path("pairing/x.py")) == []


@pytest.mark.parametrize(
    "line",
    [
        "message = 'Something went wrong'",
        "raise RuleError(reason='no such player')",
        "text = f'{name} has left already'",
        "words = ['Il manque un joueur']",
    ],
)
def test_human_language_in_an_inner_room_is_reported(line: str) -> None:
    assert word_faults(line, Path("core/x.py"))
    assert word_faults(line, Path("cli/x.py")) == []


@pytest.mark.parametrize(
    "line",
    [
        '"""A docstring of many words."""',
        "raise ValueError('a bug of ours')",
        "assert rows, 'a closed round has results'",
        "code = 'unknown-player'",
        "shape = '<rect class=\"big dark\"/>'",
        "ab = 'A b'",
        "x: 'dict of str' = 3",
    ],
)
def test_what_nobody_is_shown_is_not_reported(line: str) -> None:
    assert word_faults(line, Path("core/x.py")) == []


@pytest.mark.parametrize(
    "line",
    ["import random\nrandom.shuffle(rows)", "import random\nrandom.seed(3)", "from random import choice"],
)
def test_the_generator_that_all_threads_share_is_reported(line: str) -> None:
    assert generator_faults(line, Path("cli/x.py"))
    assert generator_faults("from random import Random\nRandom().shuffle(rows)", Path("cli/x.py")) == []


def test_tests_do_not_use_the_shared_generator_either() -> None:
    faults = [
        fault
        for path in files(TESTS)
        for fault in generator_faults(path.read_text(encoding="utf-8"), path.relative_to(TESTS))
    ]

    assert not faults, "\n".join(["", *faults])
