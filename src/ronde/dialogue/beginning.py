"""The first questions of a new tournament: name, kind, rounds."""

from __future__ import annotations

from collections.abc import Generator

from ronde.app.commands import OpenTournament
from ronde.core.presets import PRESETS, settings_of
from ronde.dialogue.conversation import Conversation
from ronde.dialogue.opening import MOST_ROUNDS, asked_name
from ronde.dialogue.steps import Ask, Dialogue, GivenUp, Press, ShowPage, Step, Tell
from ronde.dialogue.typed import whole
from ronde.i18n.door import say

KEYS = "123456789"
"""The keys of the kinds, in the order of the presets."""


def beginning(conversation: Conversation, name: str, date: str) -> Dialogue:
    """Ask until the tournament can be created.

    Esc goes back to the name, and from there leaves without one.
    """
    while not conversation.tournament.opened:
        called = yield from asked_name(conversation, name)
        try:
            preset = yield from _kind(conversation)
            rounds = yield from _rounds(conversation, PRESETS[preset].usual_rounds)
        except GivenUp:
            name = called
            continue
        yield from conversation.run(OpenTournament(called, date, settings_of(preset, rounds)))
    yield Tell(conversation.say("begun", name=conversation.tournament.name))


def _kind(conversation: Conversation) -> Generator[Step, str, str]:
    names = dict(zip(KEYS, PRESETS, strict=False))
    lines = [f"  {key}  {_described(name, conversation.language)}" for key, name in names.items()]
    yield ShowPage("\n".join([conversation.say("kinds"), "", *lines]))
    return names[(yield Press(conversation.say("ask-kind"), "".join(names)))]


def _described(preset: str, language: str) -> str:
    rounds = PRESETS[preset].usual_rounds
    says = say(f"webdesk.preset-says-{preset}", language, rounds=rounds)
    return f"{say(f'webdesk.preset-{preset}', language)} ({says})"


def _rounds(conversation: Conversation, usual: int) -> Generator[Step, str, int]:
    while True:
        text = (yield Ask(conversation.say("ask-usual-rounds", usual=usual), counts=True)).strip()
        rounds = whole(text) if text else usual
        if rounds and rounds <= MOST_ROUNDS:
            return rounds
        yield Tell(conversation.say("bad-rounds", text=text, most=MOST_ROUNDS), refused=True)
