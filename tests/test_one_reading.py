"""A result line means the same at the terminal, in the browser and on the command line, in any state."""

from __future__ import annotations

import contextlib
import io
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import example, given, settings
from hypothesis import strategies as st

from ronde.app.commands import EnterLine
from ronde.app.desk import Desk
from ronde.cli.main import main
from ronde.i18n import error_text
from ronde.model.decisions.players import enter_player
from ronde.model.decisions.rounds import add_table, enter_at_table, open_tournament
from ronde.model.entry import read_line
from ronde.model.errors import NoResult, RondeError
from ronde.model.player import Player
from ronde.model.result import BOARDS, Result
from ronde.model.settings import Settings
from ronde.model.tournament import Tournament
from ronde.terminal import Conversation, run_plain

PEOPLE = ("POIRIER Jean", "POIROT Al", "DOE Ann", "SMITH-JONES Kim", "DOERING Bo", "ROE Cy")
STARTS = st.sampled_from(
    ["poir", "poi", "doe", "smith-", "smith-jones", "roe", "1", "2", "99", "table 2", "-doe"]
)
ENDS = st.sampled_from(
    ["", "+", "-", "=", "99", "35", " 35", "+4", " 1-0", " 1/2", "½", " f", "e", " x y", "+/-"]
)
LINES = st.one_of(
    st.builds(str.__add__, STARTS, ENDS), st.sampled_from(["!", "-", "+6", "x", "-poir", "doe 99"])
)

Outcome = list[Result | None]


@cache
def hall(board: str, filled: int) -> bytes:
    """The file of a tournament with three tables, of which the first ones have a result."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "open.ronde")
        _write(path, board, filled)
        return path.read_bytes()


def _write(path: Path, board: str, filled: int) -> None:
    desk = Desk.create(path)
    desk.act("arbiter", open_tournament, name="Open", settings=Settings(rounds=3, board=BOARDS[board]))
    for name in PEOPLE:
        family, first = name.split(" ")
        desk.act("arbiter", enter_player, player=Player(0, family, first))
    for one, other in ((1, 4), (2, 5), (3, 6)):
        desk.act("arbiter", add_table, first=one, second=other)
    for table in range(1, filled + 1):
        total = BOARDS[board].total
        desk.act("arbiter", enter_at_table, table=table, result=Result(total, 0))
    desk.close()


def outcome(tournament: Tournament) -> Outcome:
    """The results of the first round, and a mark if it is closed."""
    first = tournament.rounds[0]
    return [table.result for table in first] + [None] * first.closed


def at_terminal(path: Path, line: str) -> tuple[Outcome, str]:
    desk, screen = Desk.open(path), io.StringIO()
    run_plain(Conversation(desk, "en", folder=path.parent), io.StringIO(f"r\n{line}\n\n"), screen)
    found = outcome(desk.tournament)
    desk.close()
    return found, screen.getvalue()


def on_command_line(path: Path, line: str) -> tuple[Outcome, str]:
    said = io.StringIO()
    quiet = contextlib.redirect_stdout(io.StringIO())
    with contextlib.redirect_stderr(said), quiet, contextlib.suppress(SystemExit):
        main(["--lang", "en", "result", str(path), "--replace", "--", line])
    desk = Desk.open(path)
    found = outcome(desk.tournament)
    desk.close()
    return found, said.getvalue()


def in_browser(path: Path, line: str) -> tuple[Outcome, str]:
    desk, said = Desk.open(path), ""

    try:
        desk.run(EnterLine(line, replacing=True))
    except RondeError as error:
        said = error_text(error, "en")
    found = outcome(desk.tournament)
    desk.close()
    return found, said


@settings(max_examples=40, deadline=None)
@given(LINES, st.sampled_from(["othello", "chess"]), st.integers(0, 3))
@example("poir+", "othello", 0)
@example("doe 99", "othello", 1)
@example("poi35", "othello", 0)
@example("!", "chess", 3)
def test_all_three_edges_give_the_same_verdict(line: str, board: str, filled: int) -> None:
    edges = {}
    with TemporaryDirectory() as folder:
        for edge in (at_terminal, on_command_line, in_browser):
            path = Path(folder, f"{edge.__name__}.ronde")
            path.write_bytes(hall(board, filled))
            if edge is at_terminal:
                desk = Desk.open(path)
                reading = read_line(line, desk.tournament)
                desk.close()
            edges[edge.__name__] = edge(path, line)

    outcomes = [found for found, _ in edges.values()]
    assert outcomes[0] == outcomes[1] == outcomes[2]
    if reading.refusal is not None:
        told = error_text(reading.refusal, "en")
        assert told in " ".join(edges["on_command_line"][1].split())
        assert told == edges["in_browser"][1]
        # PAPP does not ring where there is nothing to erase; it shows the empty coupon
        assert isinstance(reading.refusal, NoResult) or told in edges["at_terminal"][1]
    else:
        assert edges["in_browser"][1] == "" == edges["on_command_line"][1]
