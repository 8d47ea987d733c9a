"""The first questions of a tournament without a name: name, rounds, constant (papp 2)."""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import replace

from ronde.core.errors import NameImpossible, RuleError
from ronde.core.events import TournamentOpened
from ronde.core.player import clean_name
from ronde.core.settings import usual_brightwell
from ronde.dialogue.conversation import Conversation
from ronde.dialogue.pages import sentences
from ronde.dialogue.papp_folder import LivePappFolder
from ronde.dialogue.steps import Ask, Dialogue, GivenUp, Step, Tell
from ronde.dialogue.typed import decimal, whole
from ronde.formats.imported import Imported
from ronde.formats.papp.door import CONFIG_NAME, Moment, PappConfig, kept_config
from ronde.i18n.door import day_of_text

MOST_ROUNDS = 128
MOST_BRIGHTWELL = 1_000


def start(counter: Conversation, unnamed: Imported | None, date: str) -> Dialogue:
    """What is said first of all: what happened to the folder and remarks on it, on a page that stays; then
    the questions about a tournament without a name."""
    remarks = counter.live.remarks if counter.live else ()
    if remarks:
        yield sentences([*remarks, "", counter.say("remarks-key")], whole=True)
    if counter.live is not None:
        yield Tell(_configuration(counter, counter.live))
    if unnamed is not None:
        yield from opening(counter, unnamed, date)
    elif counter.live is not None:
        yield Tell(_under_way(counter))


def _configuration(counter: Conversation, live: LivePappFolder) -> str:
    """Which configuration was read, and what PAPP's first screen shows of it (papp 2)."""
    config = live.config
    country = "config-country" if config.country else "config-anywhere"
    place = "config-subfolder" if config.subfolder else "config-flat"
    return counter.say(
        "config-read",
        name=live.config_path.name if live.config_path else CONFIG_NAME,
        country=counter.say(country, country=config.country),
        bye=config.bye,
        total=config.total,
        lists=counter.say(place if config.files.lists else "config-none"),
    )


def _under_way(counter: Conversation) -> str:
    """Name, day, rounds and constant of the tournament that is taken up again."""
    tournament = counter.tournament
    title = ", ".join(
        part for part in (tournament.name, day_of_text(tournament.date, counter.language)) if part
    )
    constant = f"{tournament.settings.brightwell:g}"
    return counter.say("under-way", title=title or "-", rounds=tournament.settings.rounds, constant=constant)


def opening(counter: Conversation, imported: Imported, date: str) -> Dialogue:
    """Ask as PAPP asks until the answers can be, then take in what the folder tells of this tournament."""
    opened = imported.facts[0]
    assert isinstance(opened, TournamentOpened), "a folder's first fact is its tournament"
    config = kept_config(imported.attachments)
    while not counter.tournament.opened:
        name = yield from _name(counter)
        try:
            rounds, constant = yield from _figures(counter, config)
        except GivenUp:  # back to the name; Esc there leaves before anything begins
            continue
        settings = replace(
            opened.settings, rounds=rounds, brightwell=constant, round_robin=config.robin_range
        )
        answered = replace(opened, name=name, date=opened.date or date, settings=settings)
        facts = replace(imported, facts=(answered, *imported.facts[1:]))
        try:
            counter.desk.take_in(facts.actions(counter.seat), imported.attachments)
        except RuleError as error:
            yield counter.refusal(error)
    yield from counter.happened(Moment.OPENED)


def _name(counter: Conversation) -> Generator[Step, str, str]:
    """A name that lists can carry; none at all is no name, and then there is no subfolder."""
    while True:
        try:
            return clean_name((yield Ask(counter.say("ask-tournament"), counts=True)).strip(), needed=False)
        except NameImpossible as error:
            yield counter.refusal(error)


def _figures(counter: Conversation, config: PappConfig) -> Generator[Step, str, tuple[int, float]]:
    """The number of rounds and the constant; an old configuration has a word about both (manual 1.22)."""
    rounds = yield from _rounds(counter)
    if config.round_robin is not None:
        first, last = config.round_robin
        yield Tell(counter.say("robin-range", first=first, last=last))
    else:
        yield Tell(counter.say("robin-limit", most=rounds + rounds % 2))
    usual = usual_brightwell(rounds) if config.brightwell is None else config.brightwell
    return rounds, (yield from _constant(counter, usual))


def _rounds(counter: Conversation) -> Generator[Step, str, int]:
    while True:
        text = yield Ask(counter.say("ask-rounds"), counts=True)
        rounds = whole(text) or 0
        if 1 <= rounds <= MOST_ROUNDS:
            return rounds
        yield Tell(counter.say("bad-rounds", text=text.strip(), most=MOST_ROUNDS), refused=True)


def _constant(counter: Conversation, usual: float) -> Generator[Step, str, float]:
    """The constant; as at PAPP's a text that is no number means the usual one, but that is said here."""
    while True:
        text = (yield Ask(counter.say("ask-constant", usual=f"{usual:g}"), counts=True)).strip()
        if not text:
            return usual
        constant = decimal(text, math.nan)
        if math.isnan(constant):
            yield Tell(counter.say("no-constant", text=text, usual=f"{usual:g}"), refused=True)
            return usual
        if 0 <= constant <= MOST_BRIGHTWELL:
            return constant
        yield Tell(counter.say("bad-constant", text=text, most=MOST_BRIGHTWELL), refused=True)
