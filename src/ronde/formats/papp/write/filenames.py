"""Names of files and of the subfolder (papp 3.7)."""

from __future__ import annotations

from pathlib import PurePosixPath

from ronde.formats.papp.edition import Edition

BACKUP = "-BACKUP"
NAMELESS_BACKUP = "papp-internal-workfile-BACKUP.txt"
BEFORE_CORRECTION = "__papp.bak"
"""The copy of the workfile before a correction."""
_LONGEST = 200


def numbered(generic: str, number: int) -> str:
    """The file of a round: its number in place of `###`, or behind the name.

    >>> numbered("stand###.txt", 7), numbered("cla.txt", 14)
    ('stand__7.txt', 'cla.txt_14')
    """
    digits = f"{number:_>3}"
    return generic.replace("###", digits, 1) if "###" in generic else f"{generic}{digits}"


def subfolder_name(name: str, edition: Edition) -> str:
    """The folder of a tournament; empty for the nameless.

    >>> subfolder_name("Custom (14) & folder", Edition()), subfolder_name("..", Edition())
    ('Custom_(14)_-_folder', '--')
    """
    odd = "#&%:?*!/'\"\\" + ("`" if edition.before_1_37 else "")
    plain = name.translate(str.maketrans(f"{odd} ", "-" * len(odd) + "_"))
    if plain in (".", ".."):  # PAPP would write into the folder above (papp 1.14)
        plain = "-" * len(plain)
    return plain.encode()[:_LONGEST].decode(errors="ignore")


def inside(name: str) -> str:
    """The name as a path that stays in its folder."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\0" in name:
        last = path.name.replace("\0", "")
        return last if last not in ("", "..") else "-"
    return str(path)
