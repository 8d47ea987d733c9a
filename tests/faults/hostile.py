"""Files made to hurt whoever reads them, for every reader of the printing room."""

from __future__ import annotations

import gzip
import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

from tests.faults.tally import Tally
from tests.support.processes import plain_environment

from ronde.app.exchange import IMPORTS

MEMORY = 1_500_000_000
"""Bytes of address space a reader may take; a gigabyte of text does not fit twice."""

READER = """
import resource, sys
from pathlib import Path

import ronde.cli.main  # before the limit: what is measured is the reading
from ronde.model.errors import RondeError
from ronde.app.exchange import IMPORTS, import_path
from ronde.i18n import error_text

resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]), int(sys.argv[1])))
for name in sys.argv[2:]:
    for format in IMPORTS:
        try:
            found = import_path(Path(name), format, bounded=True)
            print("read", format, name, len(found.events), flush=True)
        except (MemoryError, RecursionError):  # `tell_apart` has a sentence for both
            print("refused", format, name, flush=True)
        except RondeError as error:
            said = error_text(error, "en")
            print("refused" if said.strip() else "silent", format, name, flush=True)
"""


def hostile_files(folder: Path) -> list[Path]:
    """One file of each kind of malice."""
    made = []
    for name, content in _contents().items():
        (folder / name).write_bytes(content)
        made.append(folder / name)
    huge = folder / "huge.csv"
    with huge.open("wb") as file:
        file.write(b"name,rating\nDOE,1200\n")
        os.truncate(file.fileno(), 1_000_000_000)
    return [*made, huge, _long_list(folder)]


def _long_list(folder: Path) -> Path:
    """As large as is still read, and a person on every line."""
    path = folder / "long.csv"
    path.write_bytes(b"name\n" + b"A\n" * 20_000)
    return path


def _contents() -> dict[str, bytes]:
    lol = "".join(f'<!ENTITY l{at} "{f"&l{at - 1};" * 10}">' for at in range(1, 10))
    bomb = f'<?xml version="1.0"?><!DOCTYPE l [<!ENTITY l0 "lol">{lol}]><l>&l9;</l>'.encode()
    fact = {"kind": "PlayerEntered", "actor": "a", "action": 1, "data": {}}
    return {
        "death.zip": _zip_of_death(),
        "death.gz": gzip.compress(bytes(50_000_000), 1),
        "bomb.xml": bomb,
        "outside.xml": b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
        "deep.json": b"[" * 200_000,
        "deep2.json": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
        "number.json": b'{"format":"ronde-journal","version":' + b"9" * 100_000 + b',"facts":[]}',
        "float.json": b'{"format":"ronde-journal","version":1e999999,"facts":[]}',
        "facts.json": json.dumps({"format": "ronde-journal", "version": 1, "facts": [fact] * 100}).encode(),
        "number.csv": b"name,rating\nDOE," + b"9" * 1_000_000 + b"\n",
        "nul.csv": b"name\nDO\x00E\n",
        "quote.csv": b'name\n"' + b"x" * 300_000,
        "columns.csv": b"name," * 200_000 + b"\nDOE\n",
        "line.txt": b"x" * 5_000_000,
        "nul.txt": bytes(100_000),
        "braces.cfg": b"{" * 100_000,
        "hash.cfg": b"%" * 500_000 + b"\n#_Coupon = 99999999999999999999999999999999;",
        "surrogates.json": b'"\\ud800\\ud800"',
        "latin.csv": bytes(range(256)) * 100,
        "header.s3db": b"SQLite format 3\x00" + bytes(200_000),
        "header.ronde": b"SQLite format 3\x00" + b"\xff" * 50_000,
        "empty.csv": b"",
    }


def _zip_of_death() -> bytes:
    inside = bytes(20_000_000)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for at in range(5):
            archive.writestr(f"{at}.csv", inside)
    return out.getvalue()


def read_all(folder: Path, memory: int = MEMORY) -> Tally:
    """Give every file to every reader under a limit of memory."""
    tally, files = Tally(), hostile_files(folder)
    done = subprocess.run(
        [sys.executable, "-c", READER, str(memory), *map(str, files)],
        capture_output=True, encoding="utf-8", env=plain_environment(), timeout=300, check=False,
    )  # fmt: skip
    lines = done.stdout.splitlines()
    tally.inputs += len(lines)
    if done.returncode or len(lines) != len(IMPORTS) * len(files):
        tally.crash(f"{done.returncode} after {lines[-1:]} {done.stderr[-500:]}")
    for line in lines:
        if line.startswith("silent"):
            tally.crash(f"a refusal without words: {line}")
    return tally
