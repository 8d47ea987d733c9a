"""The paper on scale: every figure in it is computed from measured costs by the formulas here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import floor, log10
from textwrap import wrap
from typing import Any, Final

from ronde.http_engines.places import MOST as AT_ONCE
from ronde.web.serving.connections import STREAMS
from ronde.web.serving.watch import LOOK

Costs = dict[str, Any]

THINK: Final = 5.0
"""Seconds an engine thinks over a move, on average."""
CHANGE: Final = 5.0
"""Seconds from one change of a page to the next, for somebody who looks on."""
RESULTS: Final = 12.0
"""Seconds between two results of a tournament of 100 players while a round ends: 50 in ten minutes."""
ENCOUNTER: Final = 60.0
"""Seconds an encounter of programs takes."""
CORE: Final = 0.7
"""How much of a core may be busy before answers get late."""
MEMORY: Final = 0.5
"""How much of the memory is given to what is counted."""
EARS: Final = 16
"""Listening connections with which PostgreSQL was measured."""
MACHINES: Final = (1, 2, 5, 10, 50)


@dataclass(frozen=True, slots=True)
class Hold:
    """How many of something are held, and what ends first."""

    count: float
    ends: str

    def __str__(self) -> str:
        return f"{number(self.count)} ({self.ends})"


def least(*holds: Hold) -> Hold:
    """The one that ends first."""
    return min(holds, key=lambda hold: hold.count)


def number(value: float) -> str:
    """Two digits are all that such a sum is worth.

    >>> number(13468), number(0.1234), number(7)
    ('13,000', '0.12', '7')
    """
    if not value:
        return "0"
    value = float(f"{value:.1e}")  # first, for 9.96 is 10 and not 10.0
    digits = 1 - floor(log10(abs(value)))
    return f"{round(value, digits):,.{max(0, digits)}f}"


class Scale:
    """What machines like the measured one hold."""

    def __init__(self, costs: Costs) -> None:
        self.costs = costs
        machine = costs["machine"]
        self.cores: int = machine["cores"]
        self.bytes = machine["memory_gib"] * 2**30 * MEMORY
        self.files: int = machine["files"]

    # one process of the Arbitre

    def moves(self) -> float:
        """Moves a second of one process, which is one core."""
        return CORE * 1000 / float(self.costs["move_ms_callback"])

    def games(self) -> Hold:
        """Games in play at once with engines that call back."""
        return least(
            Hold(self.moves() * THINK, "the work of one core"),
            Hold(self.bytes / 1000 / self.costs["game_kb_callback"], "memory"),
        )

    def held_lines(self) -> Hold:
        """The same with engines that print their move, which hold a connection while they think."""
        return least(
            Hold(CORE * 1000 / self.costs["move_ms_printed"] * THINK, "the work of one core"),
            Hold(self.bytes / 1000 / self.costs["game_kb_printed"], "memory"),
            Hold(self.files, "open files"),
        )

    def waiting(self) -> Hold:
        """Games whose engines think for ever, and cost memory only."""
        return Hold(self.bytes / 1000 / self.costs["game_kb_callback"], "memory")

    # one web process

    def spectators(self) -> Hold:
        """Open live pages of one process: each is told of a change and asks for the page again."""
        each = (self.costs["page_ms"] + self.costs["listener_ms"]) / 1000
        return least(
            Hold(CORE * CHANGE / each, "the work of one core"),
            Hold(STREAMS.all, "our own limit of streams"),
            Hold(self.bytes / 1000 / self.costs["listener_kb"], "memory"),
            Hold(self.files, "open files"),
        )

    def on_files(self) -> Hold:
        """Open tournaments of one process, each in its file."""
        return least(
            Hold(CORE * LOOK * 1000 / self.costs["look_ms"], "looking whether the files have grown"),
            Hold(self.costs["facts_sqlite"] * RESULTS, "the disk"),
            Hold(self.bytes / 1000 / self.costs["tournament_kb"], "memory"),
        )

    # several machines on one PostgreSQL

    def notify_ms(self) -> float:
        """What one more process that listens adds to the storing of a fact."""
        alone, heard = float(self.costs["facts_pg"]), float(self.costs["facts_pg_heard"])
        return max(0.01, 1000 * (1 / heard - 1 / alone) / EARS)

    def facts(self, processes: int) -> float:
        """Facts a second that PostgreSQL stores while so many processes listen."""
        return 1 / (1 / float(self.costs["facts_pg"]) + processes * self.notify_ms() / 1000)

    def processes(self, machines: int) -> int:
        """Web processes: one a core, but one machine, or one core of the only one, is PostgreSQL's."""
        return self.cores * max(1, machines - 1) - (machines == 1)

    def spectators_on(self, machines: int) -> Hold:
        """Open live pages of all processes together."""
        one = self.spectators()
        return Hold(self.processes(machines) * one.count, one.ends.replace("one core", "the cores"))

    def on_server(self, machines: int) -> Hold:
        """Open tournaments; every process knows them all."""
        processes = self.processes(machines)
        return least(
            Hold(self.facts(processes) * RESULTS, "PostgreSQL storing and telling facts"),
            Hold((1 - CORE) * 1000 / self.costs["follow_ms"] * RESULTS, "every process reading every fact"),
            Hold(self.bytes / 1000 / self.costs["tournament_kb"] / self.cores, "memory of a web process"),
        )

    # encounters of programs on Dask

    def encounters_on(self, machines: int) -> Hold:
        """Encounters of programs at once: two cores each, one machine is home if there are two."""
        workers = max(1, machines - 1)
        return least(
            Hold(workers * self.cores / 2, "cores"),
            Hold(ENCOUNTER * 1000 / self.costs["dask_ms"], "the scheduler of Dask"),
            Hold(ENCOUNTER * self.costs["facts_sqlite"] / 2, "storing at home"),
        )

    def most_workers(self) -> float:
        """Machines that one scheduler of Dask can keep busy."""
        return ENCOUNTER * 1000 / float(self.costs["dask_ms"]) / (self.cores / 2)


def prose(text: str) -> str:
    """A paragraph in lines of one length, however long the figures in it are."""
    return "\n".join(wrap(" ".join(text.split()), 118, break_long_words=False, break_on_hyphens=False))


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table of Markdown."""
    lines = [list(head), ["---"] * len(list(head)), *map(list, rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def paper(costs: Costs) -> str:
    """The whole document."""
    scale = Scale(costs)
    parts = (_summary, _measured, _assumed, _one, _many, _league, _missing, _beyond)
    return "\n\n".join(part(scale) for part in parts) + "\n"


def _summary(scale: Scale) -> str:
    ten, machine = 10, scale.costs["machine"]
    how = """What one machine holds and what ten hold, computed from costs that were measured. Written by
        `python bench/scale.py --write`; the costs are kept in `scale.json`, the formulas are in
        `bench/scale_paper.py`, and a test holds this page equal to what they give."""
    one = f"""**One machine** ({machine["cores"]} cores, {machine["memory_gib"]:.0f} GiB) holds
        {number(scale.games().count)} games in play with engines that call back, limited by
        {scale.games().ends}; {number(scale.spectators_on(1).count)} spectators, limited by
        {scale.spectators_on(1).ends}; {number(scale.on_files().count)} open tournaments in files, limited
        by {scale.on_files().ends}; {number(scale.moves())} moves a second."""
    many = f"""**Ten machines** on one PostgreSQL hold {number(scale.spectators_on(ten).count)} spectators,
        limited by {scale.spectators_on(ten).ends}; {number(scale.on_server(ten).count)} open tournaments,
        limited by {scale.on_server(ten).ends}; and, as workers of one Dask scheduler,
        {number(scale.encounters_on(ten).count)} encounters of programs at once, limited by
        {scale.encounters_on(ten).ends}. Games of the Arbitre in its own office stay what one
        process holds."""
    return "\n\n".join(["# Scale, on paper", prose(how), prose(one), prose(many)])


def _measured(scale: Scale) -> str:
    costs, machine = scale.costs, scale.costs["machine"]
    server = f"PostgreSQL {costs['postgres']}"
    rows = [
        ("a game that waits, engine calls back", f"{costs['game_kb_callback']:.1f} kB"),
        ("a game that waits, engine holds the line", f"{costs['game_kb_printed']:.1f} kB"),
        ("a move, engine calls back", f"{costs['move_ms_callback']:.3f} ms of work"),
        ("a move, engine prints it", f"{costs['move_ms_printed']:.3f} ms of work"),
        ("a listener of a live page", f"{costs['listener_kb']:.1f} kB"),
        ("the last of 1,000 listeners has heard of a result", f"{costs['thousand_ms']:.0f} ms"),
        ("telling a listener of a change", f"{costs['listener_ms']:.3f} ms of work"),
        ("a public page", f"{costs['page_ms']:.3f} ms of work"),
        ("an empty web process", f"{costs['server_mb']:.0f} MB"),
        ("an open tournament of 100 players", f"{costs['tournament_kb']:.0f} kB"),
        ("a look whether a file has grown", f"{costs['look_ms']:.3f} ms of work"),
        ("facts stored in a file, synced", f"{costs['facts_sqlite']:.0f} /s"),
        ("results through a desk, file in memory", f"{costs['results']:.0f} /s"),
        ("another desk takes in a fact", f"{costs['follow_ms']:.3f} ms of work"),
        (f"facts stored on {server}, one writer", f"{costs['facts_pg']:.0f} /s"),
        (f"facts stored on {server}, four tournaments at once", f"{costs['facts_pg_4']:.0f} /s"),
        (f"facts stored on {server}, 16 listeners", f"{costs['facts_pg_heard']:.0f} /s"),
        ("an encounter without thinking, local pool", f"{costs['encounter_ms']:.1f} ms"),
        ("the same on Dask, two workers", f"{costs['encounter_dask_ms']:.1f} ms"),
        ("bare Dask, one of many tasks", f"{costs['dask_ms']:.2f} ms"),
        *((f"pairing {count} players", f"{seconds:.3f} s") for count, seconds in costs["pairing"].items()),
        ("a game of Reversi in a tournament file, with its moves", f"{costs['game_bytes'] / 1000:.1f} kB"),
        ("a result in a tournament file", f"{costs['result_bytes']:.0f} bytes"),
    ]
    where = f"""{machine["date"]}, {machine["cpu"]}, {machine["cores"]} cores, {machine["memory_gib"]:.1f}
        GiB, {machine["system"]}, Python {machine["python"]}, SQLite {machine["sqlite"]},
        {machine["files"]:,} open files allowed, load {machine["load"]} at the start. Everything ran on this
        one machine, clients and engines too."""
    text = prose(f"{where} {machine.get('note', '')}")
    return f"## Measured\n\n{text}\n\n{table(('cost', 'measured'), rows)}"


def _assumed(scale: Scale) -> str:
    rows = [
        ("an engine thinks over a move", f"{THINK:g} s"),
        ("a page that somebody looks at changes every", f"{CHANGE:g} s"),
        ("a tournament of 100 players stores a result every", f"{RESULTS:g} s"),
        ("an encounter of programs takes", f"{ENCOUNTER:g} s and two cores"),
        ("a core may be busy", f"{100 * CORE:g} % of the time"),
        ("memory given to what is counted", f"{100 * MEMORY:g} %"),
        ("a web process, and the Arbitre's office", "is one core"),
    ]
    return "## Assumed\n\n" + table(("assumption", "value"), rows)


def _one(scale: Scale) -> str:
    rows = [
        ("games in play, engines call back", scale.games(), "moves/s x thinking time"),
        ("games in play, engines hold the line", scale.held_lines(), "the same, memory, files"),
        ("games that only wait", scale.waiting(), "memory / kB of a game"),
        (
            "spectators of a web process",
            scale.spectators(),
            "work of news and of the page / time between changes",
        ),
        ("open tournaments in files", scale.on_files(), f"a look every {LOOK:g} s"),
    ]
    cells = [(what, number(hold.count), hold.ends, how) for what, hold, how in rows]
    burst = scale.spectators().count * scale.costs["page_ms"] / 1000
    disk = scale.costs["game_bytes"] * 1e6 / 1e9
    text = f"""A process plays {number(scale.moves())} moves a second. When a round is closed, all its
        spectators have asked again within {number(burst)} s. A million games with their moves are
        {number(disk)} GB. Competitions play {AT_ONCE:,} games at once at most, so that with instant engines
        a move is delayed by {number(AT_ONCE / scale.moves())} s; the rest is room for training games, the
        ladder and people."""
    what = table(("what", "holds", "ends first", "computed from"), cells)
    return f"## One machine\n\n{what}\n\n{prose(text)}"


def _many(scale: Scale) -> str:
    rows = [
        (
            str(machines),
            str(scale.processes(machines)),
            str(scale.spectators_on(machines)),
            number(scale.facts(scale.processes(machines))),
            str(scale.on_server(machines)),
            str(scale.encounters_on(machines)),
        )
        for machines in MACHINES
    ]
    head = ("machines", "web processes", "spectators", "facts/s", "open tournaments", "encounters at once")
    roles = """One machine is home: PostgreSQL, the scheduler of Dask, the office of the Arbitre. The others
        are web processes, one a core, or workers; the table says what they hold if all are the one or all
        the other."""
    storing = 1000 / scale.costs["facts_pg"]
    text = f"""Storing a fact costs PostgreSQL {storing:.1f} ms, and {scale.notify_ms():.2f} ms more for
        every process notified by NOTIFY: spectators grow with machines, facts do not. With
        {number(storing / scale.notify_ms())} processes telling costs as much as storing. One scheduler of
        Dask keeps {number(scale.most_workers())} such machines busy with encounters of a minute; one
        tournament's file at home stores {number(scale.costs["facts_sqlite"])} games a second."""
    return f"## Several machines\n\n{prose(roles)}\n\n{table(head, rows)}\n\n{prose(text)}"


def _league(scale: Scale) -> str:
    league = scale.costs["league"]
    crowded = league["crowded"]
    text = f"""`ronde simulate league` plays {league["engines"]:,} simulated engines, one in ten slow and
        one in a hundred dead, in competitions of ten, by the rules of real ones: {league["games"]:,} games,
        {number(league["seconds"])} s of virtual time in {number(league["real_seconds"])} s;
        {number(league["kilobytes_an_engine"])} kB an engine, {number(league["peak_megabytes"])} MB in all.
        With {league["at_once"]:,} places a fast engine waits {league["with_slow"]:.1f} s for one, 95 of 100
        times, and {league["without"]:.1f} s if nobody were slow."""
    small = f"""A hall may be too small: with {crowded["at_once"]:,} places for {crowded["engines"]:,}
        engines, slow games fill it and the fast wait {crowded["with_slow"]:.0f} s instead of
        {crowded["without"]:.0f}; the command then says so and ends with status 1. Between two rounds
        everybody waits for the slowest game of his competition; that is what rounds are."""
    return f"## The scheduler, with ten thousand engines\n\n{prose(text)}\n\n{prose(small)}"


def bullets(title: str, *lines: str) -> str:
    """A list under a title."""
    items = ("\n  ".join(prose(line).splitlines()) for line in lines)
    return "\n".join([f"## {title}", "", *(f"- {item}" for item in items)])


def _missing(scale: Scale) -> str:
    return bullets(
        "Not measured",
        "A second machine. Processes, engines, listeners, PostgreSQL and Dask shared these cores; a network "
        "adds its own time.",
        f"More than 1,000 listeners, 3,000 waiting games, {EARS} listening processes, two Dask workers: "
        "beyond that the sums are straight lines.",
        "TLS, a proxy in front, slow phones that hold a connection while they read.",
        "Engines at addresses that are played on workers: each game holds a thread there, and "
        "`ronde worker --cores` says how many at once.",
        "Vacuuming, replication and backups of PostgreSQL while it works.",
    )


def _beyond(scale: Scale) -> str:
    return bullets(
        "What we would change beyond it",
        "Tournaments in files: look often only at those that somebody has open, or let the kernel tell.",
        "Spectators: let a cache in front keep a page until the next fact; it depends on nothing else.",
        "Facts: one channel of NOTIFY a tournament, so that a process is notified only of those it shows; "
        "then one database a federation.",
        "The Arbitre: one office a game, behind one address; its mailbox is the only state in no book.",
        "Places of the hall: count the moves that are in the referee's hands, not the games; a game whose "
        "engine thinks would hold no place.",
        "Rounds: a round robin need not wait for a round's slowest game; the desk would have to keep several "
        "rounds open.",
    )
