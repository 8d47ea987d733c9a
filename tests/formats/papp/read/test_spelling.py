"""The golden folders in other spellings of the same meaning (papp 3.1 and 3.3) are the same tournaments."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from random import Random

import pytest
from tests.support.papp_states import FOLDERS

from ronde.formats.papp import known_in, read_folder, stored_config

_PIECES = re.compile(r'"[^"\n]*"|#_[A-Za-z-]+|[%#](?!_)[^\n]*\n?|%_|[A-Za-z][A-Za-z-]*|[0-9.]+|\s+|.')
WORKFILE = "papp-internal-workfile.txt"


def commands(text: str, dice: Random) -> str:
    """A configuration or a workfile: keywords in any case, blanks and comments anywhere, empty commands."""
    blanks = [" ", "\t", "\n", "  \n", ' % ignored ; } "\n', "\n# ignored ( {\n", " %_ ", "\0"]
    pieces, depth = [], 0
    for piece in _PIECES.findall(text):
        depth += (piece == "{") - (piece == "}")
        if piece.isspace():
            piece = "".join(dice.choices(blanks, k=dice.randint(1, 2))) if dice.random() < 0.4 else piece
        elif piece[0].isalpha():
            piece = "".join(dice.choice([letter.lower(), letter.upper()]) for letter in piece)
        elif piece in ";=(){}[],:/&":
            piece = dice.choice(["", "", " ", "\n"]) + piece + dice.choice(["", "", " ", "\t"])
        if piece.strip() == ";" and not depth and dice.random() < 0.2:
            piece += " ;"
        pieces.append(piece)
    return "".join(pieces)


def people(text: str, dice: Random) -> str:
    """A players file: blanks, quotes around the country, transparent marks, comments, empty lines."""
    lines = []
    for line in text.split("\n")[:-1]:
        if re.match(r"\s*[0-9]", line):
            number, rest = re.fullmatch(r"(\s*[0-9]+\s)(.*)", line).groups()  # type: ignore[union-attr]
            line = dice.choice(["", " ", "\t\t", "%_ "]) + number.lstrip() + dice.choice(["", "  "]) + rest
            if "'" not in line and "%" not in line:
                line += dice.choice(["", " ", "\t", " % a remark", " # (x {"])
        elif found := re.match(r"(?i)pays\s*=\s*(\S+)$", line):
            country = found[1].strip('"')
            line = dice.choice([f"Pays={country}", f'pays = "{country}"', f"pays =\t{country}  "])
        lines.append(line)
        lines += dice.choice([[], [], [""], ["% nothing here"], ["   "]])
    return "".join(f"{line}\n" for line in lines)


def spelt(data: bytes, name: str, dice: Random) -> bytes:
    """The same file otherwise: as above, with line ends and marks of other systems."""
    text = data.decode()
    if name in ("joueurs.txt", "nouveaux.txt"):
        text = people(text, dice) if text.strip() else text
    else:
        text = commands(text, dice)
    mark = dice.choice([b"", b"\xef\xbb\xbf"])
    return mark + text.encode().replace(b"\n", dice.choice([b"\n", b"\r\n", b"\r"]))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_another_spelling_is_the_same_tournament(folder: Path, tmp_path: Path) -> None:
    plain = read_folder(folder)
    for seed in range(4):
        dice = Random(f"{folder.name}{seed}")
        copy = tmp_path / str(seed) / folder.name
        copy.mkdir(parents=True)
        for name in ("papp.cfg", "joueurs.txt", "nouveaux.txt", WORKFILE):
            (copy / name).write_bytes(spelt((folder / name).read_bytes(), name, dice))

        other = read_folder(copy)

        assert other.events == plain.events
        assert [remark.key for remark in other.remarks] == [remark.key for remark in plain.remarks]
        assert stored_config(other.attachments) == stored_config(plain.attachments)
        assert known_in(other.attachments) == known_in(plain.attachments)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_names_without_extension_and_old_names_are_the_same_tournament(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / folder.name
    copy.mkdir()
    config = (folder / "papp.cfg").read_text()
    (copy / "papp.cfg").write_text(config.replace('"joueurs.txt"', '"joueurs"'))
    shutil.copy(folder / "joueurs.txt", copy / "joueurs")
    shutil.copy(folder / "nouveaux.txt", copy / "nouveaux.txt")
    shutil.copy(folder / WORKFILE, copy / "__papp__")

    assert read_folder(copy).events == read_folder(folder).events
