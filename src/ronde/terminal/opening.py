"""The first questions of a new tournament."""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import replace

from ronde.app.commands import OpenTournament
from ronde.app.papp_folder import LivePappFolder
from ronde.formats.files import ImportResult
from ronde.formats.papp import CONFIG_NAME, PappConfig, SaveMoment, stored_config
from ronde.i18n import day_of_text, say
from ronde.model.errors import NameImpossible, RuleError
from ronde.model.events import TournamentOpened
from ronde.model.player import clean_name
from ronde.model.settings import PRESETS, settings_of, usual_brightwell
from ronde.terminal.conversation import (
    Ask,
    Cancelled,
    Conversation,
    Dialogue,
    Press,
    ShowPage,
    Step,
    Tell,
    decimal,
    whole,
)
from ronde.terminal.pages import default_page, sentences, wrapped_list

# The first questions of a tournament without a name: name, rounds, constant (papp 2).


MOST_ROUNDS = 128
MOST_BRIGHTWELL = 1_000


def start(conversation: Conversation, unnamed: ImportResult | None, date: str) -> Dialogue:
    """Show what happened to the folder and the remarks on it; then ask about a tournament without a name."""
    remarks = conversation.live.remarks if conversation.live else ()
    if remarks:
        yield sentences([*remarks, "", conversation.say("remarks-key")], whole=True)
    if conversation.live is not None:
        yield Tell(_configuration(conversation, conversation.live))
    if unnamed is not None:
        yield from opening(conversation, unnamed, date)
    elif conversation.live is not None:
        yield Tell(_under_way(conversation))


def _configuration(conversation: Conversation, live: LivePappFolder) -> str:
    """Which configuration was read, and what PAPP's first screen shows of it (papp 2)."""
    config = live.config
    country = "config-country" if config.country else "config-anywhere"
    place = "config-subfolder" if config.subfolder else "config-flat"
    return conversation.say(
        "config-read",
        name=live.config_path.name if live.config_path else CONFIG_NAME,
        country=conversation.say(country, country=config.country),
        bye=config.bye,
        total=config.total,
        lists=conversation.say(place if config.files.lists else "config-none"),
    )


def _under_way(conversation: Conversation) -> str:
    """Name, date, rounds and constant of the resumed tournament."""
    tournament = conversation.tournament
    title = ", ".join(
        part for part in (tournament.name, day_of_text(tournament.date, conversation.language)) if part
    )
    constant = f"{tournament.settings.brightwell:g}"
    return conversation.say(
        "under-way", title=title or "-", rounds=tournament.settings.rounds, constant=constant
    )


def opening(conversation: Conversation, imported: ImportResult, date: str) -> Dialogue:
    """Ask as PAPP asks until the answers are valid, then import what the folder has of this tournament."""
    opened = imported.events[0]
    assert isinstance(opened, TournamentOpened), "a folder's first fact is its tournament"
    config = stored_config(imported.attachments)
    while not conversation.tournament.opened:
        name = yield from ask_name(conversation)
        try:
            rounds, constant = yield from _figures(conversation, config)
        except Cancelled:  # back to the name; Esc there leaves without a tournament
            continue
        settings = replace(
            opened.settings, rounds=rounds, brightwell=constant, round_robin=config.robin_range
        )
        answered = replace(opened, name=name, date=opened.date or date, settings=settings)
        events = replace(imported, events=(answered, *imported.events[1:]))
        try:
            conversation.desk.take_in(events.actions(conversation.actor_name), imported.attachments)
        except RuleError as error:
            yield conversation.refusal(error)
    yield from conversation.update_folder(SaveMoment.OPENED)


def ask_name(conversation: Conversation, offered: str = "") -> Generator[Step, str, str]:
    """A name that can appear in lists; empty means the one offered, or no name and no subfolder."""
    question = "ask-usual-tournament" if offered else "ask-tournament"
    while True:
        try:
            typed = yield Ask(conversation.say(question, usual=offered), counts=True)
            return clean_name(typed.strip() or offered, needed=False)
        except NameImpossible as error:
            yield conversation.refusal(error)


def _figures(conversation: Conversation, config: PappConfig) -> Generator[Step, str, tuple[int, float]]:
    """The number of rounds and the constant; an old configuration may define both (manual 1.22)."""
    rounds = yield from _rounds(conversation)
    if config.round_robin is not None:
        first, last = config.round_robin
        yield Tell(conversation.say("robin-range", first=first, last=last))
    else:
        yield Tell(conversation.say("robin-limit", most=rounds + rounds % 2))
    usual = usual_brightwell(rounds) if config.brightwell is None else config.brightwell
    return rounds, (yield from _constant(conversation, usual))


def _rounds(conversation: Conversation) -> Generator[Step, str, int]:
    while True:
        text = yield Ask(conversation.say("ask-rounds"), counts=True)
        rounds = whole(text) or 0
        if 1 <= rounds <= MOST_ROUNDS:
            return rounds
        yield Tell(conversation.say("bad-rounds", text=text.strip(), most=MOST_ROUNDS), refused=True)


def _constant(conversation: Conversation, usual: float) -> Generator[Step, str, float]:
    """The constant; as in PAPP, text that is not a number means the default, but here a message says so."""
    while True:
        text = (yield Ask(conversation.say("ask-constant", usual=f"{usual:g}"), counts=True)).strip()
        if not text:
            return usual
        constant = decimal(text, math.nan)
        if math.isnan(constant):
            yield Tell(conversation.say("no-constant", text=text, usual=f"{usual:g}"), refused=True)
            return usual
        if 0 <= constant <= MOST_BRIGHTWELL:
            return constant
        yield Tell(conversation.say("bad-constant", text=text, most=MOST_BRIGHTWELL), refused=True)


# The first questions of a new tournament: name, kind, rounds.


KEYS = "123456789"
"""The keys of the kinds, in the order of the presets."""


def beginning(conversation: Conversation, name: str, date: str) -> Dialogue:
    """Ask until the tournament can be created.

    Esc goes back to the name, and from there leaves without one.
    """
    while not conversation.tournament.opened:
        called = yield from ask_name(conversation, name)
        try:
            preset = yield from _kind(conversation)
            rounds = yield from _usual_rounds(conversation, PRESETS[preset].usual_rounds)
        except Cancelled:
            name = called
            continue
        yield from conversation.run(OpenTournament(called, date, settings_of(preset, rounds)))
    yield ShowPage(default_page(conversation), lambda room: default_page(conversation, room))
    yield Tell(conversation.say("begun", name=conversation.tournament.name))


def _kind(conversation: Conversation) -> Generator[Step, str, str]:
    names = dict(zip(KEYS, PRESETS, strict=False))
    lines = [f"  {key}  {_described(name, conversation.language)}" for key, name in names.items()]
    page = "\n".join([conversation.say("kinds"), "", *lines])
    yield ShowPage(page, lambda room: wrapped_list(page, room))
    return names[(yield Press(conversation.say("ask-kind"), "".join(names)))]


def _described(preset: str, language: str) -> str:
    rounds = PRESETS[preset].usual_rounds
    says = say(f"webdesk.preset-says-{preset}", language, rounds=rounds)
    return f"{say(f'webdesk.preset-{preset}', language)} ({says})"


def _usual_rounds(conversation: Conversation, usual: int) -> Generator[Step, str, int]:
    while True:
        text = (yield Ask(conversation.say("ask-usual-rounds", usual=usual), counts=True)).strip()
        rounds = whole(text) if text else usual
        if rounds and rounds <= MOST_ROUNDS:
            return rounds
        yield Tell(conversation.say("bad-rounds", text=text, most=MOST_ROUNDS), refused=True)
