"""Every list in the golden folders, with what Ronde writes from the same state of the tournament.

A golden file shows the tournament at the time it was written. That state is rebuilt from the snapshots of the
workfile: cut before the results for a pairing list, before `ronde-suivante` for the XML of a confirmation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cache, lru_cache, partial
from html import unescape
from pathlib import Path

from tests.support.papp_states import papp_template

from ronde.formats.papp import (
    AddedGame,
    Edition,
    EloSlip,
    PappFiles,
    crosstable_html,
    crosstable_text,
    elo_file,
    pairings,
    sheet_list,
    standings_list,
)
from ronde.formats.papp.folder import read_files
from ronde.formats.papp.lists import results, teams_list
from ronde.formats.papp.statements import ReadFiles, read_commands
from ronde.formats.papp.xml import rounds_xml, standings_xml
from ronde.model.replay import replay
from ronde.model.tournament import Tournament, at_closing

NEXT = "ronde-suivante;"


@dataclass(frozen=True)
class Comparison:
    """A golden file and what Ronde makes of it; several candidates if a correction rewrote the file later."""

    folder: str
    name: str
    theirs: str
    ours: tuple[str, ...]

    @property
    def equal(self) -> bool:
        return self.theirs in self.ours

    @property
    def reason(self) -> str:
        """Why the files differ, if it is for one of our own reasons; empty otherwise."""
        reasons = {_reason(self.theirs, ours) for ours in self.ours}
        return next((reason for reason in sorted(reasons) if reason), "")


def _reason(theirs: str, ours: str) -> str:
    """Which of the documented deviations turns our file into theirs."""
    plain = re.sub("&(amp|lt|gt|quot);", lambda found: unescape(found[0]), ours)
    escaped = "values are escaped" if plain != ours else ""
    if plain == theirs:
        return escaped
    last = _IDLE.findall(theirs)[-1:]
    if not last:
        return ""
    *_, idle = _IDLE.finditer(plain)
    swapped = plain[: idle.start()] + last[0] + plain[idle.end() :]
    bye = "the bye of the current round is listed"
    return ", ".join(filter(None, (escaped, bye))) if swapped == theirs else ""


_IDLE = re.compile(r"<NotPairedPlayers />|<NotPairedPlayers>.*?</NotPairedPlayers>", re.DOTALL)


def text(path: Path) -> str:
    return path.read_bytes().decode("latin-1" if b"\xe9" in path.read_bytes() else "utf-8")


@lru_cache(maxsize=256)
def tournament_of(folder: Path, workfile: str) -> Tournament:
    """The tournament a folder would hold if this were its workfile, with the new players known by then."""
    files = PappFiles(
        {
            "config": (folder / "papp.cfg").read_bytes(),
            "players": (folder / "joueurs.txt").read_bytes(),
            "new_players": new_players_then(folder, workfile).encode(),
            "workfile": workfile.encode(),
        },
        {kind: kind for kind in ("config", "players", "new_players", "workfile")},
    )
    read = ReadFiles()
    read_commands(files.page("config"), read, frozenset())
    return replay(read_files(files, read, fallback="?").events)


def new_players_then(folder: Path, workfile: str) -> str:
    """The lines of the new-players file that the workfile already repeats in its comments."""
    lines = text(folder / "nouveaux.txt").splitlines(keepends=True)
    final = workfile == text(folder / "papp-internal-workfile.txt")
    return "".join(line for line in lines if final or line.strip().removeprefix("%_").strip() in workfile)


def paired(workfile: str) -> str:
    """The workfile as it was when its last round had been paired: the last results without their scores."""
    before, _, block = workfile.rpartition("raz-couplage;")
    pairs = re.sub(r"\((\d+) +[\d.]+ +(\d+) +[\d.]+\);", r"(\1 \2);", block.partition(NEXT)[0])
    return f"{before}raz-couplage;{pairs}"


def unconfirmed(workfile: str) -> str:
    """The workfile as it was when the results of its last round were in, but not confirmed."""
    return workfile.rpartition(NEXT)[0]


class Folder:
    """One golden folder: its edition, its snapshots and its lists."""

    def __init__(self, path: Path) -> None:
        self.path = path
        final = text(path / "papp-internal-workfile.txt")
        version = "1.36" if "# PAPP 1.36," in final else "1.37.1"
        french = "% Inscrits" in final or "% Appariements" in final
        self.edition = Edition(version, "fr" if french else "en")
        self.final = final
        self.lists = next(
            (one for one in path.iterdir() if one.is_dir() and list(one.glob("round__*"))), path
        )
        self.template = papp_template(path).read_bytes()

    def snapshot(self, number: int) -> str:
        return text(self.path / "workfile_snapshots" / f"after_round_{number}.txt")

    def uncorrected(self, number: int) -> str:
        """The state after a round before a correction of earlier ones rewrote the snapshot."""
        if number == 1:
            return self.snapshot(1)
        before = self.snapshot(number - 1).rpartition(NEXT)[0]
        return before + NEXT + self.snapshot(number).split(NEXT, number - 1)[-1]

    @property
    def rounds(self) -> int:
        return len(list((self.path / "workfile_snapshots").iterdir()))

    def closed_states(self, number: int) -> list[str]:
        """The state after a round, and, for lists a correction wrote again, the same round as told later."""
        states = [self.snapshot(number), self.uncorrected(number)]
        later = [*(self.snapshot(n) for n in range(number + 1, self.rounds + 1)), self.final]
        for workfile in later:
            parts = workfile.split(NEXT)
            states.append(NEXT.join(parts[:number]) + NEXT + "\n%" + "%".join(_comments(workfile)))
        if number == self.rounds:
            states.append(self.final)
        return states

    def comparisons(self) -> Iterator[Comparison]:
        yield from self._lists()
        yield from self._xml()
        yield from self._final()

    def _compare(
        self, path: Path, states: list[str], write: Callable[[Tournament], str]
    ) -> Iterator[Comparison]:
        if path.exists():
            ours = tuple(write(tournament_of(self.path, state)) for state in states)
            yield Comparison(self.path.name, str(path.relative_to(self.path)), text(path), ours)

    def _lists(self) -> Iterator[Comparison]:
        edition, lists = self.edition, self.lists
        html = partial(crosstable_html, edition=edition, template=self.template)
        for number in range(1, self.rounds + 1):
            tail = f"{number:_>3}"
            at = [paired(state) for state in (self.snapshot(number), self.uncorrected(number))]
            closed = self.closed_states(number)
            yield from self._compare(lists / f"round{tail}.txt", at, partial(pairings, edition=edition))
            coupons = partial(results, edition=edition, number=number)
            yield from self._compare(lists / f"resul{tail}.txt", closed[:2], coupons)
            ranking, teams = partial(standings_list, edition=edition), partial(teams_list, edition=edition)
            yield from self._compare(lists / f"stand{tail}.txt", closed, ranking)
            yield from self._compare(lists / f"team{tail}.txt", closed, teams)
            yield from self._compare(lists / f"cross{tail}.htm", closed, html)
            path = lists / f"stand{tail}.xml"
            if path.exists():
                yield from self._compare(
                    path, closed, partial(standings_xml, edition=edition, at=written(path))
                )

    def published(self, end: Tournament, number: int) -> Iterator[Comparison]:
        """The lists of a round as they come out of a later tournament, with the presence of its closing."""
        hall, edition, tail = at_closing(end, number), self.edition, f"{number:_>3}"
        xml = f"stand{tail}.xml"
        makers: dict[str, Callable[[], str]] = {
            f"resul{tail}.txt": lambda: results(hall, edition, number),
            f"stand{tail}.txt": lambda: standings_list(hall, edition),
            f"team{tail}.txt": lambda: teams_list(hall, edition),
            f"cross{tail}.htm": lambda: crosstable_html(hall, edition, self.template),
            xml: lambda: standings_xml(hall, edition, written(self.lists / f"stand{tail}.xml")),
        }
        for name, make in makers.items():
            if (self.lists / name).exists():
                yield Comparison(self.path.name, name, text(self.lists / name), (make(),))

    def _xml(self) -> Iterator[Comparison]:
        snapshots = self.path / "rounds_xml_snapshots"
        for number in range(1, self.rounds + 1):
            for kind, cut in (("paired", paired), ("results", unconfirmed)):
                path = snapshots / f"rounds_{kind}_{number}.xml"
                states = [cut(state) for state in (self.snapshot(number), self.uncorrected(number))]
                yield from self._compare(path, states, self._rounds_at(path))
        path = self.lists / "rounds.xml"
        states = [unconfirmed(state) for state in (self.snapshot(self.rounds), self.uncorrected(self.rounds))]
        yield from self._compare(path, states, self._rounds_at(path))

    def _rounds_at(self, path: Path) -> Callable[[Tournament], str]:
        return lambda tournament: rounds_xml(tournament, self.edition, written(path))

    def _final(self) -> Iterator[Comparison]:
        edition, path, final = self.edition, self.path, [self.final]
        for number in range(1, self.rounds + 1):
            cross = path / "crosstable_text" / f"crosstable_after_{number}.txt"
            yield from self._compare(cross, final, partial(crosstable_text, edition=edition, upto=number))
        for sheet in sorted((path / "sheets").iterdir()):
            player = int(sheet.stem.split("_")[1])
            yield from self._compare(sheet, final, partial(sheet_list, edition=edition, player=player))
        ranking = partial(standings_list, edition=edition)
        html = partial(crosstable_html, edition=edition, template=self.template)
        yield from self._compare(path / "final_ranking.txt", final, ranking)
        yield from self._compare(path / "final_crosstable.htm", final, html)
        elo = path / "elo.txt"
        told = partial(elo_file, edition=edition, at=written(elo), slip=slip_of(text(elo)))
        yield from self._compare(elo, final, told)


def _comments(workfile: str) -> list[str]:
    return [line for line in workfile.splitlines(keepends=True) if line.startswith("%_%")]


def written(path: Path) -> datetime:
    """When the golden file was made, as it says itself."""
    found = re.search(r"CreationDate: (\S+ \S+)", text(path))
    assert found is not None
    return datetime.strptime(found[1], "%Y/%m/%d %H:%M")


def slip_of(elo: str) -> EloSlip:
    """What was typed when the golden ELO file was made."""

    def field(name: str) -> str:
        found = re.search(rf"%%{name}: (.*)", elo)
        return found[1] if found else ""

    games = re.findall(r"(\d+) \(([\d.]+)\).\(([\d.]+)\) +(\d+) B", elo.partition("%%Added results")[2])
    added = tuple(AddedGame(int(one), float(a), int(other), float(b)) for one, a, b, other in games)
    return EloSlip(field("Country"), field("Date"), field("Sender"), added)


@cache
def comparisons_of(path: Path) -> tuple[Comparison, ...]:
    """Every list of one golden folder."""
    return tuple(Folder(path).comparisons())
