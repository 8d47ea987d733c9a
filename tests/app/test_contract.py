"""Every command gives the same events, and the same refusal, at every face that offers it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.app.faces import (
    Form,
    Http,
    Keys,
    answer_at,
    at_browser,
    at_command_line,
    at_http,
    at_library,
    at_terminal,
    kebab,
)
from tests.app.scenes import SCENES, SEED, events_after

from ronde.app import commands as do
from ronde.app import queries as ask
from ronde.app.command import Command
from ronde.app.desk import Desk
from ronde.app.queries import Query
from ronde.formats.csv import read_players
from ronde.model.errors import RondeError
from ronde.model.events import Event, PlayerEntered, RoundPaired
from ronde.model.player import Absence
from ronde.model.result import Result
from ronde.model.tournament import AsOf, Tournament


@dataclass(frozen=True)
class Said:
    """A command, and how it is said at the faces that offer it; library and HTTP offer every one."""

    command: Command
    line: str = ""
    """At the command line, with FILE for the tournament."""
    http: Http | None = None
    form: Form | Callable[[Tournament], Form] | None = None
    """In the browser; where a form names a player and the command a table, a function of the tournament."""
    keys: tuple[str, ...] = ()
    """At the terminal, line by line."""
    seeded: bool = True
    """Whether the faces that ask nothing about it use the seed of the command."""


def verb(name: str, *who: int, sure: bool = True) -> Form:
    chosen = [("who", str(player)) for player in who]
    return Form("/tables/do", [("verb", name), *chosen, *([("sure", "yes")] if sure else [])])


def at_first_table(now: Tournament) -> list[int]:
    """Somebody at table 1, if there is one."""
    return [table.first for table in now.open_round if table.number == 1]


CASES = {
    "add-player": Said(
        do.AddPlayer("NEWMAN Tom", country="GBR", rating=1500),
        "player add FILE NEWMAN Tom --country GBR --rating 1500",
        Http("POST", "players", {"name": "NEWMAN Tom", "country": "GBR", "rating": 1500}),
        Form("/players/add", [("name", "NEWMAN Tom"), ("country", "GBR"), ("rating", "1500")]),
    ),
    "add-newcomer": Said(
        do.AddPlayer("NEWMAN Tom", country="GBR"),
        "player add FILE NEWMAN Tom --country GBR",
        Http("POST", "players", {"name": "NEWMAN Tom", "country": "GBR"}),
        keys=("i", "NEWMAN Tom", "y", "GBR", ""),
    ),
    "add-namesake": Said(
        do.AddPlayer("WEBB Ann", country="GBR"),
        "player add FILE WEBB Ann --country GBR",
        Http("POST", "players", {"name": "WEBB Ann", "country": "GBR"}),
        Form("/players/add", [("name", "WEBB Ann"), ("country", "GBR")]),
    ),
    "change-player": Said(
        do.ChangePlayer(2, country="GBR"),
        "player edit FILE 2 --country GBR",
        Http("PATCH", "players/2", {"country": "GBR"}),
        keys=("n", "2", "GBR"),
    ),
    "remove-player": Said(
        do.RemovePlayer(6), "player remove FILE 6", Http("DELETE", "players/6", {}), Form("/player/6/remove")
    ),
    "remove-everybody": Said(do.RemoveEverybody(), form=Form("/players/clear")),
    "renumber-players": Said(do.RenumberPlayers(), "player renumber FILE", form=Form("/players/renumber")),
    "leave-tournament": Said(
        do.LeaveTournament(2), "player leave FILE 2", form=Form("/player/2/leave", [("reason", "withdrawn")])
    ),
    "leave-with-bye": Said(
        do.LeaveTournament(2, Absence.HALF_BYE),
        "player leave FILE 2 --reason half-bye",
        form=Form("/player/2/leave", [("reason", "half-bye")]),
    ),
    "return-player": Said(
        do.ReturnPlayer(3), "player return FILE 3", form=Form("/player/3/return"), keys=("+", "3")
    ),
    "set-presence": Said(
        do.SetPresence(2, present=False),
        http=Http("PUT", "players/2/presence", {"present": False}),
        form=Form("/players/presence", [("player", "2"), ("to", "away")]),
    ),
    "set-everybody": Said(do.SetEverybody(present=False), form=Form("/players/everybody", [("to", "away")])),
    "plan-absence": Said(
        do.PlanAbsence(2, (2, 3)), "player away FILE 2 2 3", form=Form("/player/2/away", [("rounds", "2-3")])
    ),
    "cancel-absence": Said(
        do.CancelAbsence(2, (2,)),
        "player away FILE 2 2 --cancel",
        form=Form("/player/2/away", [("rounds", "2"), ("cancel", "yes")]),
    ),
    "forbid-pair": Said(
        do.ForbidPair(1, 4), "forbid FILE 1 4", form=Form("/player/1/forbid", [("other", "4")])
    ),
    "allow-pair": Said(do.AllowPair(1, 4), "allow FILE 1 4", form=Form("/player/1/allow", [("other", "4")])),
    "pair-round": Said(
        do.PairRound(SEED),
        f"pair FILE --seed {SEED}",
        Http("POST", "draw", {"seed": SEED}),
    ),
    "pair-round-here": Said(
        do.PairRound(SEED), http=Http("POST", "draw", {"seed": SEED}), keys=("a", "y"), seeded=False
    ),
    "pair-round-beyond": Said(
        do.PairRound(SEED, beyond=True),
        f"pair FILE --seed {SEED} --beyond",
        Http("POST", "draw", {"seed": SEED, "beyond": True}),
    ),
    "close-round": Said(do.CloseRound(), "close FILE", Http("POST", "close", {}), Form("/close"), ("r", "!")),
    "close-by-line": Said(do.EnterLine("!"), "result FILE !", form=Form("/result", [("entry", "!")])),
    "reopen-round": Said(
        do.ReopenRound(), "reopen FILE", Http("POST", "reopen", {}), Form("/reopen"), ("o", "y")
    ),
    "begin-final": Said(
        do.BeginFinal(2, best_of=3),
        "final FILE --players 2 --best-of 3",
        form=Form("/final", [("players", "2"), ("best_of", "3")]),
        keys=("g", "2", "", "3", "n"),
    ),
    "begin-final-of-named": Said(
        do.BeginFinal(2, (4, 3, 2, 1), third_place=True),
        "final FILE --players 2 --who 4 --who 3 --who 2 --who 1 --third-place",
        form=Form(
            "/final",
            [("players", "2"), *(("who", str(one)) for one in (4, 3, 2, 1)), ("third_place", "yes")],
        ),
        keys=("g", "2", "4 3 2 1", "1", "y"),
    ),
    "adjourn-rest": Said(do.AdjournRest(), form=Form("/adjourn")),
    "add-table": Said(
        do.AddTable(1, 2), "table add FILE 1 2", Http("POST", "tables", {"first": 1, "second": 2})
    ),
    "add-table-beyond": Said(
        do.AddTable(1, 2, beyond=True),
        "table add FILE 1 2 --beyond",
        Http("POST", "tables", {"first": 1, "second": 2, "beyond": True}),
    ),
    "add-table-anew": Said(
        do.AddTable(1, 4, dissolve=True),
        http=Http("POST", "tables", {"first": 1, "second": 4, "dissolve": True}),
        form=verb("meet", 1, 4),
        keys=("m", "a", "1", "4", "q"),
    ),
    "swap-players": Said(do.SwapPlayers(1, 3), "table swap FILE 1 3", form=verb("exchange", 1, 3)),
    "remove-table": Said(
        do.RemoveTable(1),
        "table remove FILE 1",
        Http("DELETE", "tables/1", {}),
        lambda now: verb("part", *at_first_table(now)),
    ),
    "remove-all-tables": Said(
        do.RemoveAllTables(), "table remove FILE --all", form=verb("part-all"), keys=("m", "z", "y", "q")
    ),
    "lock-table": Said(
        do.LockTable(1), "table lock FILE 1", form=lambda now: verb("lock", *at_first_table(now))
    ),
    "give-bye": Said(do.GiveBye(5), "bye FILE 5"),
    "give-bye-anew": Said(do.GiveBye(5, dissolve=True), form=verb("bye", 5)),
    "no-bye": Said(do.GiveBye(), "bye FILE", form=verb("no-bye")),
    "begin-manual": Said(do.BeginManual(), "fide manual begin FILE"),
    "end-manual": Said(do.EndManual(), "fide manual end FILE"),
    "enter-result": Said(
        do.EnterResult(1, 40, 24), http=Http("PUT", "tables/1/result", {"first": 40, "second": 24})
    ),
    "enter-line": Said(
        do.EnterLine("table 1 ="),
        "result FILE table 1 =",
        form=Form("/result", [("entry", "table 1 =")]),
    ),
    "replace-by-line": Said(
        do.EnterLine("table 1 =", replacing=True),
        "result FILE table 1 = --replace",
        form=Form("/result", [("entry", "table 1 ="), ("replace", "yes")]),
        keys=("r", "table 1 =", ""),
    ),
    "clear-result": Said(do.ClearResult(1), "clear FILE --table 1", Http("DELETE", "tables/1/result", {})),
    "change-settings": Said(
        do.ChangeSettings({"rounds": "6"}, name="Other"),
        "settings FILE rounds=6 name=Other",
        Http("PATCH", "settings", {"settings": {"rounds": "6"}, "name": "Other"}),
    ),
    "usual-penalties": Said(do.UsualPenalties(), form=Form("/settings/usual")),
}
"""Every command of the table, in the words of each face."""


def generic(command: Command) -> Http:
    """The address of a command that has none of its own."""
    return Http("POST", kebab(command), msgspec.to_builtins(command))


def said_at(face: str, said: Said) -> Callable[[Path], str] | None:
    """What to do with a file at a face; None if the face does not offer it."""
    ways: dict[str, Any] = {
        "library": lambda path: at_library(path, said.command),
        "http": lambda path: at_http(path, said.http or generic(said.command)),
        "command line": said.line and (lambda path: at_command_line(path, said.line)),
        "browser": bool(said.form) and (lambda path: at_browser(path, form_of(said, path))),
        "terminal": said.keys and (lambda path: at_terminal(path, Keys(said.keys))),
    }
    return ways[face] or None


def form_of(said: Said, path: Path) -> Form:
    assert said.form
    return said.form if isinstance(said.form, Form) else said.form(tournament_of(path))


FACES = ("library", "http", "command line", "browser", "terminal")
OFFERED = [(name, face) for name, said in CASES.items() for face in FACES if said_at(face, said)]
NOT_THERE = {
    ("add-newcomer", "terminal", "keizer-second"),  # a club asks for a rating, and not for a country
    ("add-newcomer", "terminal", "keizer-idle"),
    (
        "pair-round-here",
        "terminal",
        "swiss-over",
    ),  # the terminal asks first
    ("pair-round-here", "terminal", "keizer-idle"),  # the key is off while there is nobody to pair
}
THERE = [(*one, scene) for one in OFFERED for scene in SCENES if (*one, scene) not in NOT_THERE]


@pytest.fixture(scope="session")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("scenes")
    for name, scene in SCENES.items():
        (folder / name).mkdir()
        scene(folder / name / "open.ronde").close()
    return folder


@pytest.fixture(autouse=True)
def no_known_people(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))


def expected(path: Path, command: Command) -> tuple[list[Event], str]:
    """The events of a command at the desk, or the code of its refusal."""
    desk = Desk.open(path)
    try:
        return desk.preview(command).events, ""
    except RondeError as error:
        return [], error.code
    finally:
        desk.close()


def reseeded(command: Command, events: list[Event]) -> Command:
    """The command with the seed that the face chose."""
    seeds = [event.seed for event in events if isinstance(event, RoundPaired)]
    return msgspec.structs.replace(command, seed=seeds[-1]) if seeds else command


@pytest.mark.parametrize(("name", "face", "scene"), THERE)
def test_a_command_gives_the_same_events_at_every_face(
    scenes: Path, tmp_path: Path, name: str, face: str, scene: str
) -> None:
    said, path = CASES[name], tmp_path / "open.ronde"
    before = shutil.copy(scenes / scene / "open.ronde", tmp_path / "before.ronde")
    shutil.copy(before, path)
    start = number_of(path)

    act = said_at(face, said)
    assert act
    code = act(path)

    written = events_after(path, start)
    command = said.command if said.seeded else reseeded(said.command, written)
    events, refusal = expected(Path(before), command)
    assert written == events
    if face in ("library", "http", "command line") and not (refusal == "nothing-to-change" and not code):
        assert code == refusal


def number_of(path: Path) -> int:
    desk = Desk.open(path)
    desk.close()
    return desk.number


@pytest.mark.parametrize("scene", ["papp-second", "swiss-by-hand", "keizer-second", "dutch-second"])
@pytest.mark.parametrize("face", FACES)
def test_a_correction_gives_the_same_events_at_every_face(
    scenes: Path, tmp_path: Path, scene: str, face: str
) -> None:
    """The players of table 1 change colours, and the score is drawn."""
    path = Path(shutil.copy(scenes / scene / "open.ronde", tmp_path / "open.ronde"))
    start, now = number_of(path), tournament_of(path)
    table, half = now.round(1).table(1), now.settings.board.total / 2
    first, second = table.second, table.first
    command = do.CorrectResult(1, first, second, Result(half, half))
    events, refusal = expected(path, command)
    score = [("round", "1"), ("first", str(first)), ("second", str(second)), ("score", "=")]
    said = Said(
        command,
        f"correct FILE 1 {first} = {second}",
        form=Form("/correct", score),
        keys=("c", "1", str(first), "=", str(second), "="),
    )

    act = said_at(face, said)
    assert act
    act(path)

    assert not refusal
    assert events_after(path, start) == events


PEOPLE = "name,first name,country,rating,id\nWEBB,Ann,FRA,1850,\nNEWMAN,Tom,GBR,1500,\nOLD,Sue,GBR,1400,2\n"


@pytest.mark.parametrize("scene", ["swiss", "swiss-paired", "papp-by-hand"])
@pytest.mark.parametrize("face", ["library", "http", "command line", "browser"])
def test_a_list_gives_the_same_events_at_every_face(
    scenes: Path, tmp_path: Path, scene: str, face: str
) -> None:
    path = Path(shutil.copy(scenes / scene / "open.ronde", tmp_path / "open.ronde"))
    people = tmp_path / "people.csv"
    people.write_text(PEOPLE)
    start = number_of(path)
    command = do.ImportPlayers(tuple(do.AddPlayer.of(one) for one in read_players(people)))
    events, _ = expected(path, command)
    said = Said(command, f"player import FILE {people}", form=Form("/players/list", [("text", PEOPLE)]))

    act = said_at(face, said)
    assert act
    act(path)

    assert len([event for event in events if isinstance(event, PlayerEntered)]) == 2
    assert events_after(path, start) == events


def tournament_of(path: Path) -> Tournament:
    desk = Desk.open(path)
    desk.close()
    return desk.tournament


ASKED: dict[str, tuple[Query, str]] = {
    "summary": (ask.Summary(), "status FILE"),
    "players": (ask.Players(), "player list FILE"),
    "pairings": (ask.Pairings(1, explain=True), "round FILE 1 --explain"),
    "standings": (ask.Standings(explain=True), "standings FILE --explain"),
    "crosstable": (ask.Crosstable(as_of=AsOf.NOW), "crosstable FILE --as-of now"),
    "teams": (ask.Teams(), "teams FILE"),
    "player-history": (ask.PlayerHistory("webb"), "sheet FILE webb"),
    "why": (ask.Why(1, 1), "why FILE 1 1"),
    "why-not": (ask.WhyNot("webb", "martin"), "whynot FILE webb martin"),
}
"""Every query of the table, in the words of the command line."""


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("face", ["library", "http", "command line"])
@pytest.mark.parametrize("name", ASKED)
def test_a_query_has_the_same_answer_at_every_face(scenes: Path, scene: str, face: str, name: str) -> None:
    query, line = ASKED[name]
    path = scenes / scene / "open.ronde"

    assert answer_at(face, path, query, line) == answered(path, query)


def answered(path: Path, query: Query) -> Any:
    try:
        return json.loads(msgspec.json.encode(query.answer(tournament_of(path))))
    except RondeError as error:
        return error.code


def test_every_query_has_a_case() -> None:
    assert {type(query) for query, _ in ASKED.values()} == set(ask.QUERIES)


def test_every_command_has_a_case() -> None:
    said = {type(one.command) for one in CASES.values()}

    assert set(do.COMMANDS) - said == {do.ImportPlayers, do.CorrectResult}
