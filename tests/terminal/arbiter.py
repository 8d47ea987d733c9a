"""Somebody who types at `papp --plain` in a folder of his own."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from ronde.app.desk import Desk
from ronde.cli.main import main
from ronde.model.tournament import Tournament

CONFIG = """Pays = "FRA"; dossier false; fichier joueurs = "joueurs.txt";
fichier appariements = "round###.txt"; fichier resultats = "resul###.txt";
fichier classement = "stand###.txt"; fichier equipes = "team###.txt"; fichier tableau-croise = "cross###.htm";
"""
PLAYERS = "1 ALPHA, Ann\n2 BETA, Bob\n3 GAMMA, Cid {GBR}\n"
OPEN = ("Open", "3", "6")
TWO = (*OPEN, "i", "alpha ann", "beta bob", "")
PAIRED = (*TWO, "m", "a", "1", "2", "q", "a")
PLAYED = (*PAIRED, "r", "1 40", "!")
WORKFILE = "papp-internal-workfile.txt"
JOURNAL = "papp-internal-workfile.ronde"

Screen = pytest.CaptureFixture[str]


class Arbiter:
    """The folder, what is put into it and read from it, and what the desk says to some lines."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Screen) -> None:
        self.folder, self.monkeypatch, self.capsys = folder, monkeypatch, capsys
        folder.mkdir(exist_ok=True)
        self.put("papp.cfg", CONFIG)
        self.put("joueurs.txt", PLAYERS)

    def put(self, name: str, text: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    def read(self, name: str) -> str:
        return (self.folder / name).read_text()

    def data(self, name: str) -> bytes:
        return (self.folder / name).read_bytes()

    def files(self) -> set[str]:
        return {str(path.relative_to(self.folder)) for path in self.folder.rglob("*") if path.is_file()}

    def hall(self, name: str = JOURNAL) -> Tournament:
        """The tournament in a file of ours."""
        desk = Desk.open(self.folder / name)
        try:
            return desk.tournament
        finally:
            desk.close()

    def types(self, *lines: str, language: str = "en") -> str:
        """What the desk says to these lines; it must end well."""
        self.monkeypatch.chdir(self.folder)
        self.monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(["papp", "--plain", "--lang", language]) == 0
        return self.capsys.readouterr().out

    def runs(self, *words: str) -> str:
        """What a command says in this folder; it must end well."""
        self.monkeypatch.chdir(self.folder)
        assert main([*words, "--lang", "en"]) == 0
        return self.capsys.readouterr().out

    def refused(self, *words: str) -> str:
        """Why a command is refused in this folder."""
        self.monkeypatch.chdir(self.folder)
        self.monkeypatch.setattr(sys, "stdin", io.StringIO("x\n"))
        assert main([*words, "--lang", "en"]) != 0
        return self.capsys.readouterr().err
