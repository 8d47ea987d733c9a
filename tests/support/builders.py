"""Tournaments in one line: players by number, rounds written as an arbiter would note them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import combinations

from hypothesis import strategies as st

from ronde.model.decisions.rounds import enter_at_table
from ronde.model.events import (
    AbsencePlanned,
    Event,
    PairForbidden,
    PlayerEntered,
    PlayerLeft,
    ResultEntered,
    RoundClosed,
    TableAdded,
    TournamentOpened,
)
from ronde.model.player import Absence, Player, PlayerId
from ronde.model.replay import replay
from ronde.model.result import BOARDS, Board, Result, double_forfeit, forfeit, unplayed
from ronde.model.settings import (
    CAP,
    ColourPenalties,
    FloatPenalties,
    Penalties,
    RepetitionPenalties,
    Settings,
)
from ronde.model.table import Pair
from ronde.model.tournament import Tournament, seated_table

OTHELLO = BOARDS["othello"]
CHESS = BOARDS["chess"]

_TABLE = re.compile(r"(\d+)-(\d+)(?::(\S+))?")


def players(count: int) -> list[Player]:
    """Players 1 to `count`, P1 to P`count`, all without a country."""
    return [Player(number, f"P{number}") for number in range(1, count + 1)]


def tournament(
    who: int | Iterable[Player] = 4,
    rounds: Sequence[str] = (),
    current: str = "",
    settings: Settings | None = None,
) -> Tournament:
    """A tournament with closed rounds and a current one, each written like `1-2:40 3-4:= 5:away`.

    Players not mentioned have the bye. No round-robin table is ever made: that is what `close_round` does.
    """
    cards = players(who) if isinstance(who, int) else list(who)
    facts: list[Event] = [TournamentOpened("Test", "2024-06-15", settings or Settings())]
    facts += [PlayerEntered(card, 1) for card in cards]
    hall = replay(facts)
    for line in rounds:
        hall = played(hall, line)
    return seated(hall, current)


def played(hall: Tournament, line: str) -> Tournament:
    """The tournament once its open round has been played and closed as written."""
    hall = seated(hall, line)
    absent = {player: reason for player in hall.players if (reason := hall.absence(player)) is not None}
    return replay([RoundClosed(hall.open_round.number, hall.unpaired, absent)], hall)


def seated(hall: Tournament, line: str) -> Tournament:
    """The tournament with the tables, results and absences of the line put into its open round."""
    number = hall.open_round.number
    table = len(hall.open_round.tables)
    facts: list[Event] = []
    for word in line.split():
        if word.endswith(":away"):
            facts.append(AbsencePlanned(int(word.removesuffix(":away")), number, Absence.ABSENT))
            continue
        found = _TABLE.fullmatch(word)
        assert found is not None, word
        table += 1
        facts.append(TableAdded(number, table, Pair(int(found[1]), int(found[2]))))
        if found[3]:
            facts.append(ResultEntered(number, table, result(found[3], hall.settings.board)))
    return replay(facts, hall)


def result(text: str, board: Board = OTHELLO) -> Result:
    """`40`, `=`, `+` (forfeited by the second), `-` (by the first), `--` (by both), `unplayed`."""
    words = {
        "=": Result(board.total / 2, board.total / 2),
        "+": forfeit(board, winner_first=True),
        "-": forfeit(board, winner_first=False),
        "--": double_forfeit(),
        "unplayed": unplayed(),
    }
    return words[text] if text in words else Result(float(text), board.total - float(text))


def do(hall: Tournament, decide: Callable[..., list[Event]], **wishes: object) -> Tournament:
    """The tournament after a decision."""
    return replay(decide(hall, **wishes), hall)


def enter(hall: Tournament, *cards: Player) -> Tournament:
    """The tournament with more players, registered while its round is open."""
    return replay([PlayerEntered(card, hall.open_round.number) for card in cards], hall)


def leave(hall: Tournament, *numbers: PlayerId) -> Tournament:
    """The tournament without some players from the open round on."""
    return replay([PlayerLeft(number, hall.open_round.number) for number in numbers], hall)


def forbid(hall: Tournament, *pairs: tuple[PlayerId, PlayerId]) -> Tournament:
    """The tournament with some pairs forbidden."""
    return replay([PairForbidden(first, second) for first, second in pairs], hall)


def forbid_all(hall: Tournament, among: Iterable[PlayerId]) -> Tournament:
    """The tournament in which none of these players may meet."""
    return forbid(hall, *combinations(among, 2))


def with_settings(hall: Tournament, **changes: object) -> Tournament:
    """The tournament under some other settings."""
    return replace(hall, settings=replace(hall.settings, **changes))  # type: ignore[arg-type]


TARIFFS = (
    Penalties(),
    Penalties(  # the examples of the manual, 4.3
        colour=ColourPenalties((0, 0, 500, 5000), again=100),
        float=FloatPenalties((0, 100, 500, 5000), again=50, compensation=10),
        repetition=RepetitionPenalties(CAP, 5_000_000, CAP, 1),
        chauvinism=(100,) * 10 + (1000,),
        elitism=(5,) * 5 + (25,) * 5 + (100,),
    ),
    Penalties(  # small and even, so that many ways cost the same
        colour=ColourPenalties((0, 1), again=1),
        float=FloatPenalties((0, 2, 3), again=1, compensation=1),
        repetition=RepetitionPenalties(3, 2, 2, 1),
        chauvinism=(1,),
        elitism=(1, 3),
    ),
)
"""Three tables of penalties that differ in everything."""


@st.composite
def halls(draw: st.DrawFn, least: int = 2, most: int = 8, rounds: int = 4) -> Tournament:
    """Tournaments with any history: who met whom, who was away and who won is left to chance."""
    count = draw(st.integers(least, most))
    countries = draw(st.lists(st.sampled_from(["FRA", "GBR", ""]), min_size=count, max_size=count))
    cards = [Player(at, f"P{at}", country=country) for at, country in enumerate(countries, start=1)]
    settings = Settings(
        penalties=draw(st.sampled_from(TARIFFS)),
        cap=draw(st.sampled_from([None, CAP])),
        profile=draw(st.sampled_from(["ronde", "papp"])),
        board=draw(st.sampled_from([OTHELLO, Board(bye=32), Board(bye=40)])),
    )
    return tournament(cards, draw(st.lists(lines(count), max_size=rounds)), settings=settings)


@st.composite
def lines(draw: st.DrawFn, count: int) -> str:
    """A round of `count` players: some tables, some absences, byes for the rest."""
    order = draw(st.permutations(range(1, count + 1)))
    tables = draw(st.integers(0, count // 2))
    scores = draw(
        st.lists(
            st.sampled_from(["0", "20.5", "=", "40", "64", "+", "--", "unplayed"]),
            min_size=tables,
            max_size=tables,
        )
    )
    away = draw(st.integers(0, count - 2 * tables))
    seats = [f"{order[2 * at]}-{order[2 * at + 1]}:{score}" for at, score in enumerate(scores)]
    return " ".join(seats + [f"{player}:away" for player in order[2 * tables :][:away]])


def enter_result(
    hall: Tournament, *, player: PlayerId, result: Result, replacing: bool = False
) -> list[Event]:
    """Enter a result told from the side of `player`."""
    table = seated_table(hall.open_round, player, hall.player(player).full_name)
    told = result if player == table.first else result.swapped
    return enter_at_table(hall, table=table.number, result=told, replacing=replacing)
