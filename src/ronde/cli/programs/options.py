"""Shared by `defi`, `duel` and `tournoi`: options, choice of the sandbox, and how a game ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click

from ronde.cli.programs.remote import RemoteOptions
from ronde.cli.speech import Measure, Misused, Vocabulary, gathered, in_lines, language, option, spoken
from ronde.cli.streams import ANY_PATH
from ronde.core.errors import FileMissing, JailImpossible, PositionImpossible, ProgramImpossible
from ronde.engines.door import (
    Engine,
    EngineFault,
    Jail,
    Verdict,
    best_tier,
    check_parts,
    obstacles,
)
from ronde.formats.checkup_text import last_words, program_detail
from ronde.games.door import (
    COURSE_GAME,
    GAME_ALIASES,
    GAMES,
    Answer,
    Game,
    GameError,
    Outcome,
    Side,
    find_game,
    switches,
)
from ronde.i18n.door import section_words
from ronde.referee.door import Clock, Played, open_engine, parse_clock

WEB: Final = Path("web")
"""The folder of the pages in manual 003."""
GAME_WORDS: Final = Vocabulary(sorted(GAMES), **GAME_ALIASES)
"""The games that programs play, by the words of all commands."""


@dataclass(frozen=True, slots=True)
class RunOptions:
    """The game, the sandbox of the programs, and the folder of the pages."""

    game: str
    wishes: tuple[str, ...]
    jail: str
    memory: int
    allow: tuple[Path, ...]
    web: Path | None
    no_web: bool
    seed: int

    @property
    def pages(self) -> Path | None:
        """The folder of the pages, created if needed; None if no pages are wanted."""
        return None if self.no_web else self.web or WEB

    def chosen_game(self) -> Game[Any]:
        return chosen_game(self.game, self.wishes)

    def chosen_jail(self) -> Jail:
        """The requested sandbox, or the best available; refused if it is not available here."""
        return chosen_jail(self.jail, self.memory, self.allow)


def run_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options of every command that runs programs, passed as `run`."""
    for declare in (
        gathered(RunOptions, "run"),
        option("--game", type=GAME_WORDS, default=COURSE_GAME, help="programs-game"),
        option("--set", "wishes", multiple=True, help="programs-set", metavar="KEY=VALUE"),
        option("--jail", type=click.Choice(["auto", "0", "1", "2", "3"]), default="auto", help="jail"),
        option("--memory", type=click.IntRange(16, 1 << 20), default=1024, help="memory", metavar="MB"),
        option(
            "--allow",
            type=ANY_PATH,
            multiple=True,
            help="allow",
            metavar="PATH",
        ),
        option("--web", type=ANY_PATH, default=None, help="web", metavar="FOLDER"),
        option("--no-web", is_flag=True, help="no-web"),
        option("--seed", type=click.IntRange(0, 2**31), default=1, help="programs-seed", metavar="N"),
    ):
        function = declare(function)
    return function


def clock_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options of the clock; the default is 15 minutes and 30 seconds a move."""
    function = option("--time", "time_", default="15:00", help="time", metavar="M:SS")(function)
    return option("--increment", type=Measure(0, 3600), default=30.0, help="increment", metavar="S")(function)


def chosen_clock(text: str, increment: float) -> Clock:
    """The clock of `--time` and `--increment`; `5/move` and `60+1` say everything by themselves."""
    try:
        clock = parse_clock(text if "/" in text or "+" in text else f"{text}+{increment:g}")
    except ValueError as wrong:
        raise PositionImpossible(text=text, game="", reason="clock") from wrong
    return clock


def chosen_game(name: str, wishes: Iterable[str]) -> Game[Any]:
    """The game with its variants."""
    settings = dict(_switch(wish) for wish in wishes)
    try:
        return find_game(name, settings)
    except GameError as wrong:
        there = ", ".join(_usual(*switch) for switch in switches(find_game(name), changed=False).items())
        text, game = ", ".join(wishes), spoken(f"games.name-{name}")
        sentence = spoken("programs.switch", text=text, game=game, there=there)
        raise Misused(sentence, click.get_current_context()) from wrong


def _usual(name: str, value: Any) -> str:
    """A variant as typed, with its default value."""
    parts = value if isinstance(value, list | tuple) else (value,)
    return f"{name}={','.join(str(part).lower() for part in parts)}"


def why_not(reason: str) -> str:
    """The game's reason against a position, in words."""
    words = section_words("games", language())
    return str(words.get(f"position-{reason}", reason))


def _switch(wish: str) -> tuple[str, Any]:
    key, _, value = wish.partition("=")
    if value.lower() in ("true", "false", "yes", "no"):
        return key, value.lower() in ("true", "yes")
    parts: list[Any] = [int(part) if part.lstrip("-").isdecimal() else part for part in value.split(",")]
    return key, parts if len(parts) > 1 else parts[0]


def chosen_jail(tier: str, memory: int, allow: Iterable[Path]) -> Jail:
    """The requested sandbox, or the best available; refused if it is not available here."""
    for path in allow:
        if not path.exists():
            raise FileMissing(path=str(path))
    wanted = best_tier() if tier == "auto" else int(tier)
    lacking = obstacles()[wanted]
    if lacking:
        raise JailImpossible(tier=wanted, reason=lacking, detail=spoken(f"referee.lacks-{lacking}"))
    return Jail(tier=wanted, memory=memory, read=tuple(str(path.absolute()) for path in allow))


def announce(jail: Jail, *, quiet: bool = False) -> None:
    if quiet:
        return
    name = spoken(f"referee.tier-{jail.tier}")
    click.echo(in_lines(spoken("programs.jail", tier=jail.tier, told=name, memory=jail.memory)))


def opened(
    text: str, game: Game[Any], jail: Jail, remote: RemoteOptions, *, seed: int, name: str = ""
) -> Engine:
    """The engine that a command line names; refused with an explanation if it cannot be opened."""
    distant = remote.engine(text, game, name)
    if distant is not None:
        return distant
    try:
        if not text.strip():
            raise EngineFault(Verdict.START, "missing")
        engine = open_engine(text, game, jail, seed=seed, name=name)
        path = getattr(engine, "path", None)
        if path is not None:
            check_parts(path)
    except EngineFault as fault:
        raise impossible(text or "“”", fault) from fault
    return engine


def impossible(path: str, fault: EngineFault) -> ProgramImpossible:
    """The fault of a program that cannot play, as an error of the command."""
    reason, _, detail = fault.detail.partition(" ")
    return ProgramImpossible(path=path, reason=reason, detail=detail or reason)


def reason_words(outcome: Outcome) -> str:
    """Why a game ended, in words."""
    verdicts = section_words("referee", language())
    key = f"verdict-{outcome.reason}"
    return str(verdicts[key]) if key in verdicts else spoken(f"games.reason-{outcome.reason}")


def ending(played: Played, reader: Side | None = None) -> str:
    """How a game ended, in one sentence, addressed to the `reader` if that is a player."""
    outcome, players = played.record.outcome, played.record.players
    reason = reason_words(outcome)
    if not outcome.counts:
        return spoken("pages.annulled", reason=reason)
    if outcome.winner is None:
        return spoken("pages.drawn", reason=reason)
    if outcome.winner == reader:
        return spoken("programs.you-win", reason=reason + _detail(played))
    return spoken("pages.won", player=players[outcome.winner - 1], reason=reason + _detail(played))


def _detail(played: Played) -> str:
    words = detail_words(played.record.faults[-1].detail, _spoilt(played).raw) if played.record.faults else ""
    return f" ({words})" if words else ""


def _spoilt(played: Played) -> Answer:
    """The answer that ended the game; the last, if there are two."""
    return played.record.plies[-1][-1]


def detail_words(detail: str, answer: str) -> str:
    """What is known about a fault, in words; a refused move is quoted as printed."""
    return program_detail(detail, answer, language())


def tell_last_words(played: Played) -> None:
    """Show the last messages of the program at fault, such as a traceback."""
    if played.record.faults and (said := last_words(_spoilt(played).messages)):
        click.echo(said, err=True)


def move_words(game: Game[Any], move: str) -> str:
    """A move, with the usual notation added where it differs."""
    said = game.description.say(move)
    return move if said == move else f"{move} ({said})"
