"""Options of all commands of programs, the choice of the sandbox, and Ctrl-C while games are played."""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import urlsplit

import click

from ronde.arena.games import (
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
from ronde.arena.pages.text import last_words, program_detail
from ronde.arena.referee import (
    ADDRESS,
    Clock,
    Entrant,
    Opener,
    Played,
    open_engine,
    open_program,
    parse_clock,
)
from ronde.arena.sandbox import (
    Engine,
    EngineFault,
    Jail,
    SandboxKind,
    Verdict,
    best_kind,
    check_parts,
    obstacles,
)
from ronde.cli.session import ANY_PATH
from ronde.cli.speech import (
    AliasChoice,
    Measure,
    UsageProblem,
    collect_options,
    in_lines,
    language,
    option,
    translate,
)
from ronde.i18n import section_words
from ronde.model.errors import FileMissing, JailImpossible, PositionImpossible, ProgramImpossible

if TYPE_CHECKING:
    from ronde.arena.http import CallBacks, Remote


# Engines at addresses among programs: the options, and how such engines are opened.


Command = TypeVar("Command", bound=Callable[..., Any])
SCHEMES: Final = ("http://", "https://")


@dataclass(frozen=True, slots=True)
class CallBackOptions:
    """The call-back address for engines."""

    referee_url: str | None
    referee_port: int | None

    def call_backs(self) -> CallBacks:
        """The call-back settings, after checking that engines can reach them."""
        from ronde.arena.http import CallBacks

        check_call_back_url(self.referee_url)
        if self.referee_port:
            _check_port(self.referee_port)
        return CallBacks(self.referee_url or "", self.referee_port or 0)


@dataclass(frozen=True, slots=True)
class RemoteOptions(CallBackOptions):
    """The call-back address for engines, and the allowed local ranges."""

    allow_local: str

    def opener(self, entrants: Iterable[Entrant], game: str) -> Opener:
        """The function that opens these entrants; every address file is read and checked now."""
        check_call_back_url(self.referee_url)
        remote = [entrant for entrant in entrants if entrant.remote]
        if not remote:
            return open_program
        opener = self._remote()
        for entrant in remote:
            opener.card(Path(entrant.path), game)
        return opener

    def engine(self, text: str, game: Game[Any], name: str = "") -> Engine | None:
        """The engine of `https://...` or of `file.url`; None if the text is neither."""
        if not text.lower().startswith(SCHEMES) and not text.endswith(ADDRESS):
            return None
        return self._remote().named(text, game, name)

    def _remote(self) -> Remote:
        from ronde.arena.http import Remote

        return Remote(self.allow_local, call_backs=self.call_backs())


def remote_options(command: Command) -> Command:
    """The options of a referee that asks HTTP engines, passed as `remote`."""
    for add in (
        collect_options(RemoteOptions, "remote"),
        _call_back_options,
        option("--allow-local", default="", help="allow-local", metavar="RANGES"),
    ):
        command = add(command)
    return command


def call_back_options(command: Command) -> Command:
    """The options of the call-back address, passed as `call_back`."""
    return _call_back_options(collect_options(CallBackOptions, "call_back")(command))


def _call_back_options(command: Command) -> Command:
    for add in (
        option("--referee-port", type=click.IntRange(1, 65535), help="referee-port", metavar="N"),
        option("--referee-url", help="referee-door", metavar="URL"),
    ):
        command = add(command)
    return command


@cache  # a port that was free may be our own by now
def _check_port(port: int) -> None:
    """Refuse an unusable call-back port before the first game."""
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("", port))
        except OSError as trouble:
            raise UsageProblem(
                translate("cli.port-taken", port=port), click.get_current_context()
            ) from trouble


def check_call_back_url(url: str | None, sentence: str = "cli.referee-url") -> None:
    """Refuse an address that no engine or visitor could call."""
    if url is not None and not (url.lower().startswith(SCHEMES) and _machine(url)):
        raise UsageProblem(translate(sentence, url=url), click.get_current_context())


def _machine(url: str) -> str | None:
    try:
        parts = urlsplit(url)
        return parts.hostname if parts.port != 0 else None
    except ValueError:  # an invalid port, or an unclosed bracket
        return None


# Shared by `defi`, `duel` and `tournoi`: options, choice of the sandbox, and how a game ended.


WEB: Final = Path("web")
"""The folder of the pages in manual 003."""
GAME_WORDS: Final = AliasChoice(sorted(GAMES), **GAME_ALIASES)
"""The games that programs play, by the words of all commands."""


@dataclass(frozen=True, slots=True)
class ProgramOptions:
    """The game, and the sandbox of the programs."""

    game: str
    wishes: tuple[str, ...]
    sandbox: str | None
    memory: int
    allow: tuple[Path, ...]

    def chosen_game(self) -> Game[Any]:
        return chosen_game(self.game, self.wishes)

    def chosen_jail(self) -> Jail:
        """The requested sandbox, or the best available; refused if it is not available here."""
        return chosen_jail(self.sandbox, self.memory, self.allow)


def sandbox_option(function: Callable[..., Any]) -> Callable[..., Any]:
    kinds = [kind.option for kind in reversed(SandboxKind)]
    return option("--sandbox", type=click.Choice(kinds), default=None, help="sandbox")(function)


def program_options(function: Callable[..., Any]) -> Callable[..., Any]:
    for declare in (
        option("--game", type=GAME_WORDS, default=COURSE_GAME, help="programs-game"),
        option("--set", "wishes", multiple=True, help="programs-set", metavar="KEY=VALUE"),
        sandbox_option,
        option("--memory", type=click.IntRange(16, 1 << 20), default=1024, help="memory", metavar="MB"),
        option("--allow", type=ANY_PATH, multiple=True, help="allow", metavar="PATH"),
    ):
        function = declare(function)
    return function


@dataclass(frozen=True, slots=True)
class RunOptions(ProgramOptions):
    """The same, with the folder of the pages."""

    web: Path | None
    no_web: bool
    seed: int

    @property
    def pages(self) -> Path | None:
        """The folder of the pages, created if needed; None if no pages are wanted."""
        return None if self.no_web else self.web or WEB


def run_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options of every command that runs programs, passed as `run`."""
    for declare in (
        collect_options(RunOptions, "run"),
        program_options,
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
        text, game = ", ".join(wishes), translate(f"games.name-{name}")
        sentence = translate("programs.switch", text=text, game=game, there=there)
        raise UsageProblem(sentence, click.get_current_context()) from wrong


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


def chosen_jail(word: str | None, memory: int, allow: Iterable[Path]) -> Jail:
    """The requested sandbox, or the best; refused if it cannot start here."""
    for path in allow:
        if not path.exists():
            raise FileMissing(path=str(path))
    kind = best_kind() if word is None else SandboxKind.of(word)
    lacking = obstacles()[kind]
    if lacking:
        raise JailImpossible(kind=kind.option, reason=lacking, detail=translate(f"referee.lacks-{lacking}"))
    return Jail(kind, memory=memory, read=tuple(str(path.absolute()) for path in allow))


def announce(jail: Jail, *, quiet: bool = False) -> None:
    if quiet:
        return
    told = translate(f"referee.sandbox-{jail.kind.option}")
    click.echo(in_lines(translate("programs.jail", kind=jail.kind.option, told=told, memory=jail.memory)))


def open_chosen_engine(
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
    return str(verdicts[key]) if key in verdicts else translate(f"games.reason-{outcome.reason}")


def ending(played: Played, reader: Side | None = None) -> str:
    """How a game ended, in one sentence, addressed to the `reader` if that is a player."""
    outcome, players = played.record.outcome, played.record.players
    reason = reason_words(outcome)
    if not outcome.counts:
        return translate("pages.annulled", reason=reason)
    if outcome.winner is None:
        return translate("pages.drawn", reason=reason)
    if outcome.winner == reader:
        return translate("programs.you-win", reason=reason + _detail(played))
    return translate("pages.won", player=players[outcome.winner - 1], reason=reason + _detail(played))


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


# Ctrl-C while games are played: the first one finishes the running games, the second one stops at once.


@contextmanager
def soft_pause(pause: Callable[[], None]) -> Iterator[None]:
    """The first Ctrl-C calls `pause` and prints what follows; the second raises KeyboardInterrupt."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield  # handlers can be set only in the main thread, and an ignored signal stays ignored
        return

    def first(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        sentence = f"\n{in_lines(translate('programs.pausing'))}\n"
        os.write(2, sentence.encode())  # a signal handler must not re-enter a buffered stream
        pause()

    signal.signal(signal.SIGINT, first)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
