"""Damaged files: parts of good ones cut, doubled, swapped and mixed with difficult input."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence

from tests.support.papp_states import GOLDEN

from ronde.formats.papp import PappFiles
from ronde.formats.papp.folder import read_files
from ronde.formats.papp.players import PappPeople, read_players
from ronde.formats.papp.statements import ReadFiles, read_commands
from ronde.formats.papp.tokens import SourceText
from ronde.model.errors import FormatError, Problem
from ronde.model.replay import replay

PLAYERS = b"1 ALPHA, Ann\n2 BETA, Bob\n3 GAMMA, Cid {GBR}\n4 DELTA, Dan\n"
HEADER = b'#_Nom-Tournoi   = "W" ;\n#_Nombre-Rondes = 7 ;\n#_BQ-double = 6.0 ;\n#_Date = "15/06/2024" ;\n'
CONFIG = b'Pays="FRA"; dossier false;\n'

SPICE = (
    b";", b"(", b")", b"{", b"}", b"[", b"]", b"&", b"+", b"-", b"=", b"/", b":", b",", b'"', b"'", b"`",
    b"%", b"%_", b"%!", b"#", b"#_", b"<", b">", b"\r", b"\n", b"\r\n", b"\0", b"\xef\xbb\xbf", b"\xe9",
    b"\xc3\xa9", b"\xff", b"\x0c", b"__eof__", b"0", b"1", b"2", b"3", b"0.5", b"32.0", b".75",
    b"99999999999999999999", b"INFINI", b"penalites {", b"Couleur:", b"1+ fois = 7;", b"raz-couplage;",
    b"ronde-suivante;", b"& +1 +2;", b"& -1;", b"(1 2);", b"(1 40 2 24);", b"(3 4 70);", b"pays = FRA\n",
    b"table-toutes-rondes [2] = {1 2};", b"score-bip = 0/1;", b"#_Nom-Tournoi", b"%ronde {",
    b'%ronde {"round":1,"absent":{"1":[]}}\n', b'%ronde {"round":1,"results":[[1,2,0,0,"unplayed"]]}\n',
    b'%ronde {"player":1,"name":7}\n', b'%ronde {"settings":{"rounds":-1}}\n',
    b'%ronde {"round":1,"tables":{"1":1}}\n',
)  # fmt: skip


def corpus(kind: str) -> list[bytes]:
    """Good and bad files of one kind, from the goldens; more good ones, as mutations damage them anyway."""
    cases = json.loads((GOLDEN / "malformed" / "cases.json").read_text())
    found = [
        (case["text"].encode("latin-1"), 6 if case["outcome"].startswith("accepted") else 1)
        for case in cases
        if case["kind"] == kind and len(case["text"]) < 400
    ]
    return [text for text, weight in found for _ in range(weight)]


def mutated(seeds: Sequence[bytes], chance: random.Random) -> bytes:
    """A seed with a few mutations."""
    data = bytearray(chance.choice(seeds))
    for _ in range(chance.choice((1, 1, 1, 2, 3, 6))):
        at = chance.randrange(len(data) + 1)
        wound = chance.randrange(6)
        if wound < 2:
            data[at:at] = chance.choice(SPICE)
        elif wound == 2:  # between two lines, where whole statements belong
            end = data.find(b"\n", at) + 1
            data[end:end] = chance.choice(SPICE)
        elif wound == 3:
            del data[at : at + chance.choice((1, 1, 2, 8))]
        elif wound == 4:
            piece = chance.choice(seeds)
            start = chance.randrange(len(piece) + 1)
            data[at:at] = piece[start : start + 20]
        else:
            data[at : at + 1] = bytes([chance.randrange(256)])
    return bytes(data)


def read_config(data: bytes) -> None:
    _refused(lambda: read_commands(SourceText.of("papp.cfg", data), ReadFiles(), frozenset()))


def read_list(data: bytes) -> None:
    _refused(lambda: read_players(SourceText.of("joueurs", data), PappPeople()))


def read_new(data: bytes) -> None:
    def read() -> None:
        base = PappPeople()
        read_players(SourceText.of("joueurs", PLAYERS), base)
        read_players(SourceText.of("nouveaux.txt", data), base, new=True)

    _refused(read)


def read_workfile(data: bytes) -> None:
    """Read a workfile and, if it is accepted, play the tournament it tells."""

    def read() -> None:
        files = PappFiles({"players": PLAYERS, "workfile": data}, {"players": "joueurs", "workfile": "w"})
        replay(read_files(files, ReadFiles(), fallback="W").events)

    _refused(read)


def _refused(read: Callable[[], None]) -> None:
    problems: tuple[Problem, ...] = ()
    try:
        read()
    except FormatError as error:
        problems = error.problems
        assert problems
    assert len(problems) <= 15
    assert all(problem.line >= 1 and problem.column >= 1 for problem in problems)


READERS: dict[str, Callable[[bytes], None]] = {
    "config": read_config,
    "players": read_list,
    "new-players": read_new,
    "workfile": read_workfile,
}
"""The four readers; only a FormatError may come out of them."""
