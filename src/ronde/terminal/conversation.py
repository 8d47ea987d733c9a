"""The conversation about one tournament: its steps, what was typed, printing, the web pages."""

from __future__ import annotations

import math
import os
import random
import re
import socket
import subprocess
import time
from collections.abc import Callable, Collection, Generator, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from ronde.app.command import CHIEF, Actor, Arrivals, Command, Outcome, notice_text
from ronde.app.desk import Desk
from ronde.app.papp_folder import LivePappFolder, PappDeskState, save_foreign_workfile
from ronde.formats.files import ProtectedFiles, file_error, read_file, write_whole
from ronde.formats.papp import SaveMoment
from ronde.i18n import error_text, say
from ronde.model.entry import find_named
from ronde.model.errors import (
    AmbiguousPlayer,
    FileExists,
    FileMissing,
    NumberImpossible,
    NumberTaken,
    RondeError,
    UnknownPlayer,
)
from ronde.model.names import NameIndex, fold
from ronde.model.player import BIGGEST_NUMBER, Player, PlayerId, unprintable
from ronde.model.tournament import Tournament
from ronde.render.text import colour_name
from ronde.system import python_command, python_environment

# The steps of a dialogue, which the plain terminal and the full screen each perform in their own way.


class Cancelled(Exception):
    """The arbiter left a question by Esc or Ctrl-C; raised where the dialogue asks.

    A dialogue that catches it goes back one level; one that does not ends there.
    """


@dataclass(frozen=True, slots=True)
class Ask:
    """Asks for a line; an empty one gives up, unless it `counts`."""

    prompt: str
    names: NameIndex | None = None
    """Names that Tab completes."""
    text: str = ""
    """The editable default text."""
    preview: Callable[[str], str] | None = None
    """What Enter would do with the line so far, in words."""
    overview: Callable[[], str] | None = None
    """What Tab shows in an empty line."""
    hint: str = ""
    """What can be typed here, in a few words."""
    candidates: Callable[[str], Collection[PlayerId]] | None = None
    """The players the line so far may mean; their rows are highlighted."""
    counts: bool = False
    """Whether an empty line is an answer; elsewhere it gives up, and the footer says so."""
    again: Callable[[], str] | None = None
    """Makes the question again, if another desk may change what it says."""
    turns: tuple[str, ...] = ()
    """Lines that the arrow keys put into the full screen's line, in turn."""
    signs: Mapping[str, str] = field(default_factory=dict)
    """Signs that complete one of these lines at once, and what each appends."""


@dataclass(frozen=True, slots=True)
class Press:
    """Asks for one of some keys, without Return."""

    prompt: str
    keys: str


@dataclass(frozen=True, slots=True)
class ShowPage:
    text: str
    again: Callable[[int], str] | None = None
    """Renders the page again for a number of columns, if it is to be kept up to date."""
    from_end: bool = False
    """Whether to scroll to its end."""
    held: bool = False
    """Whether the full screen waits for a key before the next step hides the page."""
    whole: bool = False
    """Whether the full screen also waits if the page is longer than the window."""


@dataclass(frozen=True, slots=True)
class Tell:
    """A message; `refused` rings the bell."""

    text: str
    refused: bool = False
    passing: bool = False
    """Whether the full screen removes it after the next answer, which may make it untrue."""
    row: str = ""
    """A part of the row of the page that comes into view."""


Step = Ask | Press | ShowPage | Tell
Dialogue = Generator[Step, str, None]
"""Yields steps and is sent the answers: a line, a key, or nothing."""


# Parsing a typed line as a number.


_WHOLE = re.compile("[0-9]{1,18}")


def whole(text: str) -> int | None:
    """The whole number of a line, or None; non-ASCII digits and very long numbers are refused."""
    typed = text.strip()
    return int(typed) if _WHOLE.fullmatch(typed) else None


def decimal(text: str, usual: float) -> float:
    """The number of a line; the default if it is not a finite number."""
    try:
        number = float(text.replace(",", "."))
    except ValueError:
        return usual
    return number if math.isfinite(number) else usual


# Targets of lists: a file, or a command (`|lpr`), as in PAPP.


TIMEOUT = 20.0
"""Timeout of a command in seconds; the desk waits for it."""


class CommandFailed(Exception):
    """A command failed; `reason` is what it printed, `code` its exit status."""

    def __init__(self, reason: str, code: int = 0) -> None:
        super().__init__(reason)
        self.reason, self.code = reason, code


def check(folder: Path, name: str, precious: ProtectedFiles) -> bool:
    """Refuse a file of the tournament; returns whether another file of that name exists."""
    try:
        path = folder / os.path.expanduser(name)
        if precious.has(path):
            raise FileExists(path=str(path), reason="ours")
        return path.is_file()
    except (OSError, ValueError) as error:  # invalid as a file name
        raise file_error(folder / "-", error) from error


def write_list(
    folder: Path, name: str, text: str, *, append: bool = False, precious: ProtectedFiles | None = None
) -> None:
    """Write a list to a file atomically, never over a file of the tournament; no folder is created."""
    check(folder, name, precious or ProtectedFiles())
    path = folder / os.path.expanduser(name)
    if not path.parent.is_dir():
        raise FileMissing(path=str(path.parent))
    before = read_file(path) if append and path.exists() else b""
    write_whole({path: before + text.encode("utf-8", "replace")})


def pipe_to_command(folder: Path, command: str, text: str) -> str:
    """Pass a list to a shell command, and return what it printed."""
    data = text.encode("utf-8", "replace")
    try:
        done = subprocess.run(
            command, shell=True, input=data, capture_output=True, check=False, cwd=folder, timeout=TIMEOUT
        )
    except subprocess.TimeoutExpired as error:
        raise CommandFailed(f"{TIMEOUT:.0f} s") from error
    except (OSError, ValueError) as error:  # the folder is missing, the line is too long or contains NUL
        raise CommandFailed(str(error)) from error
    if done.returncode:
        said = _readable(done.stderr).strip().split("\n")[-1]
        raise CommandFailed(said, done.returncode)
    return _readable(done.stdout).rstrip("\n")


def _readable(data: bytes) -> str:
    """The output of a program without control sequences."""
    text = data.decode("utf-8", "replace")
    return "".join(char for char in text if char in "\n\t" or not unprintable(char)).expandtabs()


# The web pages of the tournament: the key B shows their address, and starts a server if there is none.


PORT = 8765
"""The default port of `ronde serve`."""
PORTS = 10
"""How many ports from there on are tried when some are in use."""
LOCALHOST = "localhost"
START_TIMEOUT = 15.0
"""Seconds until a started server must answer."""
ANSWER_TIMEOUT = 1.0
"""Timeout of a request in seconds."""
_ELSEWHERE = ("192.0.2.1", 9)
"""A reserved address (RFC 5737); looking up the route to it sends nothing."""


@dataclass
class Website:
    """The web pages of one tournament; a server that the desk started ends with the desk."""

    file: Path
    port: int = PORT
    server: subprocess.Popen[bytes] | None = None

    def address(self) -> str | None:
        """The current address of the tournament, reachable from the local network if possible."""
        return next((one for one in self._places() if _answers(one)), None)

    def start(self) -> str | None:
        """Start a server for the local network; returns its address, None if it does not start."""
        self.stop()
        self.port = _free_port(self.port)
        words = ("serve", str(self.file), "--host", "0.0.0.0", "--port", str(self.port))
        self.server = subprocess.Popen(
            python_command("ronde", *words),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=python_environment(),
            start_new_session=True,  # Ctrl-C at the desk must not stop it
        )
        end = time.monotonic() + START_TIMEOUT
        while self.server.poll() is None and time.monotonic() < end:
            if (address := self.address()) is not None:
                return address
            time.sleep(0.1)
        self.stop()
        return None

    def stop(self) -> None:
        """Stop the server that the desk started, if any."""
        if self.server is None:
            return
        self.server.terminate()
        try:
            self.server.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.server.kill()
            self.server.wait()
        self.server = None

    @property
    def command(self) -> str:
        """The command that starts a server by hand."""
        return f"ronde serve {os.path.relpath(self.file)} --host 0.0.0.0"

    def _places(self) -> Iterator[str]:
        word = re.sub(r"[^a-z0-9]+", "-", fold(self.file.stem)).strip("-") or "tournament"
        for host in filter(None, (lan_address(), LOCALHOST)):
            yield f"http://{host}:{self.port}/t/{word}"


def is_loopback(address: str) -> bool:
    """Whether an address is a loopback address."""
    return address.startswith(f"http://{LOCALHOST}:")


def lan_address() -> str | None:
    """The address of this machine in the local network, if any."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect(_ELSEWHERE)
        return str(asking.getsockname()[0])
    return None


def _answers(address: str) -> bool:
    """Whether a page answers at that address; proxies are bypassed."""
    from http.client import HTTPException
    from urllib.request import ProxyHandler, build_opener

    try:
        with build_opener(ProxyHandler({})).open(address, timeout=ANSWER_TIMEOUT) as answer:
            return int(answer.status) == 200
    except (OSError, HTTPException, ValueError):
        return False


def _free_port(first: int) -> int:
    """The first free port."""
    for port in range(first, first + PORTS):
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_STREAM) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(("0.0.0.0", port))
            return port
    return first


# The conversation about one open tournament: the desk, the language, and the known players.


EVERYBODY = -1
"""The answer `*` to "who leaves?"."""


@dataclass
class Conversation:
    """The state that all dialogues share."""

    desk: Desk
    language: str
    known: Mapping[PlayerId, Player] = field(default_factory=dict)
    """People who are not registered but can be found by name."""
    folder: Path = field(default_factory=Path)
    """The folder of files that the arbiter names."""
    actor_name: str = CHIEF
    live: LivePappFolder | None = None
    """The PAPP folder whose files are kept up to date, if there is one."""
    listed: Callable[[str], list[Player]] = lambda text: []
    """The people of FIDE's list that a text may mean; they have no number of ours yet."""
    chance: random.Random = field(default_factory=random.SystemRandom)
    """The source of seeds for draws."""
    careful: bool = False
    """Whether to ask before `?` fills a round in which results have been entered."""

    def __post_init__(self) -> None:
        self.desk.known = lambda: self.known.keys()
        if self.live is not None:
            self.desk.listener = self.live.note

    def seed(self) -> int:
        """A seed for one draw; it is stored with the draw, which can thus be repeated."""
        return self.chance.randrange(2**31)

    @cached_property
    def website(self) -> Website:
        return Website(self.desk.journal.path)

    def leave(self) -> None:
        """Stop the web server that the desk started."""
        if "website" in self.__dict__:
            self.website.stop()

    @cached_property
    def known_names(self) -> NameIndex:
        """The names of the known people, indexed once."""
        return NameIndex({number: card.full_name for number, card in self.known.items()})

    @property
    def tournament(self) -> Tournament:
        return self.desk.tournament

    @property
    def actor(self) -> Actor:
        return Actor(self.actor_name)

    def colour(self, side: int) -> str:
        """The name of the first colour (0) or the second (1) in this game."""
        return colour_name(self.tournament.settings.board.colours[side], self.language)

    def say(self, key: str, /, **facts: object) -> str:
        """A sentence of the section `desk`."""
        return say(f"desk.{key}", self.language, **facts)

    def run(self, command: Command) -> Generator[Step, str, Outcome | None]:
        """Run a command; a refusal is told, and returns None."""
        try:
            outcome = self.desk.run(command, self.actor)
        except RondeError as error:
            yield self.refusal(error)
            return None
        for trouble in outcome.troubles:
            yield self.refusal(trouble)
        return outcome

    def tell(self, outcome: Outcome) -> Generator[Step, str, None]:
        """Tell what the arbiter should know about what was done; arrivals were named in a question."""
        for notice in outcome.notices:
            if not isinstance(notice, Arrivals):
                yield Tell(notice_text(notice, outcome.after, self.language))

    def update_folder(self, moment: SaveMoment, *, lists_again: bool = False) -> Generator[Step, str, None]:
        """Update the PAPP folder; problems with its files are reported and do not interrupt."""
        if self.live is None:
            return
        try:
            aside = save_foreign_workfile(self.desk, self.live)
            if aside is not None:
                yield Tell(self.say("changed-elsewhere", path=aside), refused=True)
            plan = self.live.plan(moment, self.desk, lists_again=lists_again)
            for place in self.live.unasked_folders(plan, self.desk) if moment is not SaveMoment.LEFT else ():
                allowed = yield from self.ask_yes_no("write-outside", path=place)
                PappDeskState(self.desk).answer(place, allowed=allowed)
            for sentence in self.live.write(plan, self.desk):
                yield Tell(sentence, refused=True)
        except RondeError as error:
            yield self.refusal(error)

    def refusal(self, error: RondeError) -> Tell:
        """An error as a message."""
        return Tell(error_text(error, self.language), refused=True)

    def number_refused(self, number: PlayerId) -> RondeError | None:
        """Why a new player cannot have that number, if so."""
        owner = self.tournament.players.get(number) or self.known.get(number)
        if owner is not None:
            return NumberTaken(number=number, name=owner.full_name)
        return None if 1 <= number <= BIGGEST_NUMBER else NumberImpossible(number=number)

    def ask_yes_no(self, key: str, /, **facts: object) -> Generator[Step, str, bool]:
        """Ask a question that is answered by one key: O or N in French, Y or N in English."""
        keys = self.say("yes-no")
        answer = yield Press(f"{self.say(key, **facts)} ({keys[0].upper()}/{keys[1].upper()})", keys)
        return answer.lower() == keys[0]

    def who(
        self,
        key: str,
        /,
        *,
        everybody: bool = False,
        strangers: bool = False,
        counts: bool = False,
        beside: Mapping[PlayerId, Player] | None = None,
        **facts: object,
    ) -> Generator[Step, str, PlayerId | None]:
        """Ask for a registered player until the answer is clear; None if the arbiter gives up.

        `beside` adds people who may be meant; with `strangers` a number may be anybody's; with `counts` an
        empty line is an answer.
        """
        while True:
            people = {**(beside or {}), **self.tournament.players}
            names = NameIndex({number: card.full_name for number, card in people.items()})
            text = yield Ask(self.say(key, **facts), names, counts=counts)
            if not text.strip():
                return None
            if everybody and text.strip() == "*":
                return EVERYBODY
            try:
                return find_named(people, text)
            except (UnknownPlayer, AmbiguousPlayer) as error:
                number = whole(text) if strangers else None
                if number:
                    return number
                yield self.refusal(error)

    def target(self, ask: Ask, *, usual: str = "", appends: bool = False) -> Generator[Step, str, str]:
        """Ask for the target of a list: a command, or a file; empty for none.

        A file of the tournament is never overwritten; another file only if the arbiter agrees, unless the
        list may be appended to it.
        """
        name = (yield ask).strip() or usual
        if not name or name.startswith("|"):
            return name
        try:
            there = check(self.folder, name, self.precious)
        except RondeError as error:
            yield self.refusal(error)
            return ""
        if there and not appends and not (yield from self.ask_yes_no("overwrite", path=name)):
            return ""
        return name

    @property
    def precious(self) -> ProtectedFiles:
        """The files that no list may overwrite."""
        return self.live.precious(self.desk) if self.live else ProtectedFiles([self.desk.journal.path])

    def write(
        self, target: str, text: str, *, append: bool = False, shown: bool = False
    ) -> Generator[Step, str, None]:
        """Write a text to a file, or pass it to a command if the name starts with `|`, as PAPP does.

        If the file cannot be written the text may be `shown` instead.
        """
        try:
            if target.startswith("|"):
                printed = pipe_to_command(self.folder, target[1:], text)
                if printed:
                    yield ShowPage(printed)
            else:
                write_list(self.folder, target, text, append=append, precious=self.precious)
        except RondeError as error:
            yield self.refusal(error)
            if shown:
                yield ShowPage(text)
            return
        except CommandFailed as error:
            key = "command-failed" if error.reason else "command-failed-code"
            sentence = self.say(key, command=target[1:], reason=error.reason, code=error.code)
            yield Tell(sentence, refused=True)
            return
        piped = target.startswith("|")
        yield Tell(self.say("sent", command=target[1:]) if piped else self.say("written", path=target))
