"""The conversation about one open tournament: the desk, the language, and the known players."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from ronde.app.command import Command, Outcome
from ronde.app.desk import CHIEF, Desk
from ronde.app.notices import Arrivals, notice_text
from ronde.app.papp_folder import LivePappFolder, kept_aside
from ronde.app.papp_memory import Memory
from ronde.app.rights import Actor
from ronde.core.choose import find_named
from ronde.core.errors import AmbiguousPlayer, NumberImpossible, NumberTaken, RondeError, UnknownPlayer
from ronde.core.names import NameIndex
from ronde.core.player import BIGGEST_NUMBER, Player, PlayerId
from ronde.core.tournament import Tournament
from ronde.dialogue import printing
from ronde.dialogue.steps import Ask, Press, ShowPage, Step, Tell
from ronde.dialogue.typed import whole
from ronde.dialogue.website import Website
from ronde.formats.disk import ProtectedFiles
from ronde.formats.papp.door import Moment
from ronde.formats.shown import colour_name
from ronde.i18n.door import say, tell

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
    seat: str = CHIEF
    live: LivePappFolder | None = None
    """The PAPP folder whose files are kept up to date, if there is one."""
    listed: Callable[[str], list[Player]] = lambda text: []
    """The people of FIDE's list that a text may mean; they have no number of ours yet."""
    chance: random.Random = field(default_factory=random.SystemRandom)
    """The source of seeds for draws."""

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
        return Actor(self.seat)

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

    def happened(self, moment: Moment, *, lists_again: bool = False) -> Generator[Step, str, None]:
        """Update the PAPP folder; problems with its files are reported and do not interrupt."""
        if self.live is None:
            return
        try:
            aside = kept_aside(self.desk, self.live)
            if aside is not None:
                yield Tell(self.say("changed-elsewhere", path=aside), refused=True)
            plan = self.live.plan(moment, self.desk, lists_again=lists_again)
            for place in self.live.strange_places(plan, self.desk) if moment is not Moment.LEFT else ():
                allowed = yield from self.yes("write-outside", path=place)
                Memory(self.desk).answer(place, allowed=allowed)
            for sentence in self.live.write(plan, self.desk):
                yield Tell(sentence, refused=True)
        except RondeError as error:
            yield self.refusal(error)

    def refusal(self, error: RondeError) -> Tell:
        """An error as a message."""
        return Tell(tell(error, self.language), refused=True)

    def number_refused(self, number: PlayerId) -> RondeError | None:
        """Why a new player cannot have that number, if so."""
        owner = self.tournament.players.get(number) or self.known.get(number)
        if owner is not None:
            return NumberTaken(number=number, name=owner.full_name)
        return None if 1 <= number <= BIGGEST_NUMBER else NumberImpossible(number=number)

    def yes(self, key: str, /, **facts: object) -> Generator[Step, str, bool]:
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
            there = printing.check(self.folder, name, self.precious)
        except RondeError as error:
            yield self.refusal(error)
            return ""
        if there and not appends and not (yield from self.yes("overwrite", path=name)):
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
                printed = printing.feed(self.folder, target[1:], text)
                if printed:
                    yield ShowPage(printed)
            else:
                printing.put(self.folder, target, text, append=append, precious=self.precious)
        except RondeError as error:
            yield self.refusal(error)
            if shown:
                yield ShowPage(text)
            return
        except printing.CommandFailed as error:
            yield Tell(self.say("command-failed", command=target[1:], reason=error.reason), refused=True)
            return
        piped = target.startswith("|")
        yield Tell(self.say("sent", command=target[1:]) if piped else self.say("written", path=target))
