"""The keys typed at the real PAPP, adapted to our desk.

A key or a line becomes a line (`<CTRL-F>` is `^f`), and keys that only turn PAPP's pages are left out. Where
PAPP pairs (`a`), each pair of its list is made by hand (`m`, `a` and two numbers, `q`) before `a` shows and
writes the list: in round 1 in the order of the list, later from the last to the first, because scores sort
the tables. The key that PAPP waits for at the start of a known tournament is left out too.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.papp_states import FOLDERS, papp_template

WITH_KEYS = [folder for folder in FOLDERS if (folder / "keys.txt").exists()]
PAGER = {"q", "<SPACE>"}
"""Keys that only turn PAPP's pages; our pages wait for nobody."""
CONTROLS = {"<CTRL-F>": "^f", "<CTRL-V>": "^v"}
_PAIR = re.compile(r"^ *\d+  .*?\((\d+)\) -- .*\((\d+)\)", re.MULTILINE)


@dataclass(frozen=True)
class Golden:
    """A golden folder: what it began with and what was typed there."""

    path: Path

    @property
    def lists(self) -> Path:
        """Where the lists of the rounds are: in the folder, or in its subfolder."""
        return next((one.parent for one in sorted(self.path.rglob("round__1.txt"))), self.path)

    @property
    def language(self) -> str:
        """The language of the program that wrote the lists."""
        return "fr" if "Appariements" in (self.lists / "round__1.txt").read_text() else "en"

    def old(self) -> bool:
        """Whether PAPP 1.36 was at work."""
        return "# PAPP 1.36," in (self.path / "papp-internal-workfile.txt").read_text()

    def pairs(self, number: int) -> list[tuple[str, str]]:
        """The pairs PAPP drew in a round, in the order of its list."""
        return _PAIR.findall((self.lists / f"round{number:_>3}.txt").read_text())

    def begin(self, folder: Path) -> None:
        """Put what the arbiter had before the first key into an empty folder."""
        for name in ("papp.cfg", "joueurs.txt"):
            shutil.copy(self.path / name, folder / name)
        shutil.copy(papp_template(self.path), folder / "cell.tmpl")

    def runs(self) -> Iterator[list[str]]:
        """The keys of every run of the program, from its start to X, without remarks."""
        run: list[str] = []
        for line in (self.path / "keys.txt").read_text().splitlines():
            if line.startswith("##"):
                continue
            run.append(line)
            if line == "x":
                yield run
                run = []


@dataclass
class Adapted:
    """The keys of PAPP as lines of the plain desk, round by round."""

    golden: Golden
    registered: Callable[[], set[str]]
    """Who is registered when a pairing is asked for."""
    happened: Callable[[str, int], None]
    """Told that a round was `paired`, `closed` or `corrected`, once our desk has done so."""
    round: int = 1
    correcting: bool = False
    manual: bool = False
    """Whether M is open, where A pairs two people and Q goes back."""
    page: bool = False
    """Whether a page is open over M, which Q closes first."""
    forced: set[tuple[str, str]] = field(default_factory=set)

    def lines(self, keys: Sequence[str]) -> Iterator[str]:
        """Every answer the desk is to be given."""
        for key in keys:
            if self.manual:
                yield from self._by_hand(key)
                continue
            self.manual = key == "m"
            if key in PAGER:
                continue
            if key == "a":
                yield from self._force()
                continue
            yield CONTROLS.get(key, key.removesuffix("<RET>"))
            if key == "!<RET>":
                yield from self._after("closed", self.round)
                self.round, self.forced = self.round + 1, set()
            elif not key.endswith("<RET>"):
                yield from self._perhaps_corrected(key)

    def _by_hand(self, key: str) -> Iterator[str]:
        """The keys of M as they are; only those that close a page over it are left out."""
        if key in PAGER and self.page:
            self.page = False
            return
        self.page = self.page or key in ("l", "v", "f")
        self.manual = key != "q"
        if key != "<SPACE>":
            yield key.removesuffix("<RET>")

    def _force(self) -> Iterator[str]:
        """`A` draws what PAPP drew: its pairs are made by hand, then `A` shows and writes the list.

        In the first round the tables stand in order of creation; later the scores put them in order, so
        the pairs are made from the last to the first.
        """
        here = self.registered()
        pairs = self.golden.pairs(self.round)
        order = pairs if self.round == 1 else pairs[::-1]
        missing = [pair for pair in order if {*pair} <= here and pair not in self.forced]
        self.forced |= set(missing)
        if missing:
            yield "m"
            for first, second in missing:
                yield from ("a", first, second)
            yield "q"
        yield "a"
        yield from self._after("paired", self.round)

    def _perhaps_corrected(self, key: str) -> Iterator[str]:
        """Yes after a correction: the lists of the last round are written again."""
        if key == "y" and self.correcting:
            yield from self._after("corrected", self.round - 1)
        self.correcting = key == "c"

    def _after(self, what: str, number: int) -> Iterator[str]:
        """An empty line shows the menu again: by then the desk has done what it was told."""
        yield ""
        self.happened(what, number)


class Keyboard:
    """A keyboard whose next line is thought of only when the desk asks for it."""

    def __init__(self, lines: Iterator[str]) -> None:
        self.coming = lines

    def readline(self) -> str:
        """The next line, or nothing at the end."""
        line = next(self.coming, None)
        return "" if line is None else f"{line}\n"

    def isatty(self) -> bool:
        """It is a pipe."""
        return False
