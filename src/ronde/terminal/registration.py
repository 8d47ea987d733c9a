"""Players: registering, leaving, returning, a club's questions: the keys I, N, - and +."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import replace

from ronde.app.command import Command, Outcome
from ronde.app.commands import (
    AddPlayer,
    Batch,
    CancelAbsence,
    ChangePlayer,
    LeaveTournament,
    PlanAbsence,
    RemovePlayer,
    ReturnPlayer,
)
from ronde.formats.papp import SaveMoment, plain_country
from ronde.i18n import say
from ronde.model.entry import closest
from ronde.model.errors import AmbiguousPlayer, NamesakeHere, RondeError
from ronde.model.events import PlayerEntered
from ronde.model.names import fold
from ronde.model.player import Absence, Player, PlayerId, clean_country, split_name
from ronde.model.system_settings import categories
from ronde.model.tournament import Round
from ronde.render.tables import absence_state_text
from ronde.terminal.conversation import EVERYBODY, Ask, Cancelled, Conversation, Dialogue, Step, Tell, whole

# Questions of a Keizer club evening: ratings and categories of newcomers, and reasons of absence.


REASONS = {
    "c": Absence.CLUB,
    "e": Absence.EXCUSED,
    "u": Absence.UNEXCUSED,
    "w": Absence.WITHDRAWN,
    "p": Absence.PREREGISTERED,
}
"""The letters of the states, the same in every language."""
BACK = "+"
"""Instead of a letter: the player comes after all."""


def is_club(conversation: Conversation) -> bool:
    """Whether the tournament uses reasons of absence and ratings."""
    return conversation.tournament.settings.pairing_system.season


def new_member(conversation: Conversation, text: str) -> Generator[Step, str, Player]:
    """Ask for a new player's rating, which decides the first ranking, and for categories if there are any."""
    rating, number = yield from _rating(conversation)
    groups: list[str] = []
    known = categories(conversation.tournament.settings.keizer.categories)
    if known:
        names = ", ".join(f"{short}={name}" for short, name in known.items())
        answer = yield Ask(say("keizer.ask-categories", conversation.language, categories=names), counts=True)
        groups = answer.replace(",", " ").split()
    family, first = split_name(text)
    usual = conversation.tournament.settings.country
    return Player(number, family, first, usual, rating=rating, categories=tuple(groups))


def _rating(conversation: Conversation) -> Generator[Step, str, tuple[int, PlayerId]]:
    """The rating (0 if empty), and the number typed after it (0 for the next free one)."""
    while True:
        answer = (yield Ask(say("keizer.ask-rating", conversation.language), counts=True)).strip()
        figures = [whole(word) for word in answer.split()] or [0]
        rating, number = figures[0], figures[1] if len(figures) > 1 else 0
        if len(figures) > 2 or rating is None or number is None:
            yield Tell(say("keizer.no-rating", conversation.language, text=answer), refused=True)
            continue
        refused = conversation.number_refused(number) if len(figures) > 1 else None
        if refused is None:
            return rating, number
        yield conversation.refusal(refused)


def ask_absence(conversation: Conversation, player: PlayerId) -> Generator[Step, str, Command | None]:
    """Ask why a player is away and in which rounds; without rounds until he returns. None if he stays."""
    facts = {"player": conversation.tournament.player(player).full_name, "id": player}
    wish = yield from _wish(conversation, say("keizer.ask-reason", conversation.language, **facts))
    if wish is None:
        return None
    letter, rounds = wish
    if letter == BACK:
        return CancelAbsence(player, rounds) if rounds else ReturnPlayer(player)
    reason = REASONS[letter]
    return PlanAbsence(player, rounds, reason) if rounds else LeaveTournament(player, reason)


def player_state_text(conversation: Conversation, player: PlayerId) -> Tell:
    """The current state of a player."""
    facts = {"player": conversation.tournament.player(player).full_name, "id": player}
    state = absence_state_text(conversation.tournament, player, conversation.language)
    return Tell(
        say("keizer.is-away" if state else "keizer.is-here", conversation.language, **facts, state=state)
    )


def _wish(
    conversation: Conversation, question: str
) -> Generator[Step, str, tuple[str, tuple[int, ...]] | None]:
    """A letter and perhaps rounds, asked for until they are clear; None if the arbiter gives up."""
    while True:
        text = (yield Ask(question)).strip()
        if not text:
            return None
        letter, *numbers = text.lower().replace(",", " ").split() or [""]
        rounds = tuple(number for number in map(whole, numbers) if number is not None)
        if letter in (*REASONS, BACK) and len(rounds) == len(numbers):
            return letter, rounds
        yield Tell(say("keizer.no-reason", conversation.language, text=text), refused=True)


# Registering players: the keys I and N.


def enter(conversation: Conversation) -> Dialogue:
    """Register people one after the other until an empty line.

    Esc in a later question returns to the name.
    """
    typed = ""
    while True:
        try:
            hint = conversation.say("hint-names")
            text = yield Ask(conversation.say("ask-name"), conversation.known_names, typed, hint=hint)
        except Cancelled:
            text = ""
        if not text.strip():
            yield from conversation.update_folder(SaveMoment.LISTED)
            return
        try:
            typed = yield from _one_more(conversation, text)
        except Cancelled:
            typed = ""


def _one_more(conversation: Conversation, text: str) -> Generator[Step, str, str]:
    """Register the person the line means; returns the line if it was mistyped, to be edited."""
    base = _base(conversation)
    number = whole(text)
    listed = conversation.listed(text) if number is not None and number not in base else []
    if number is not None and number not in base and not listed:
        yield Tell(conversation.say("no-such-number", number=number), refused=True)
        return ""
    cards = listed or ([base[number]] if number is not None else _candidates(conversation, base, text))
    cards = cards or conversation.listed(text)
    card = yield from _known(conversation, text, cards)
    if card is None and len(cards) > 1 and not any(_same(one, text) for one in cards):
        yield conversation.refusal(AmbiguousPlayer(text=text.strip(), candidates=_shown(cards)))
    person = card or Player(0, *split_name(text))
    names = _namesakes(conversation, person)
    if names:
        sure = yield from conversation.ask_yes_no("somebody-else", names=names, name=person.full_name)
    else:
        question = "is-another" if cards else "is-new"
        sure = card is not None or (yield from conversation.ask_yes_no(question, name=text.strip()))
    if not sure:
        return text
    card = card or (yield from _new(conversation, text))
    yield from _register(conversation, card, namesake=bool(names))
    return ""


def _namesakes(conversation: Conversation, person: Player) -> str:
    """Who is registered under the same name, if anybody."""
    try:
        conversation.desk.preview(AddPlayer.of(person), conversation.actor)
    except NamesakeHere as error:
        return str(error.facts["names"])
    except RondeError:
        return ""  # another refusal is told when the person is registered
    return ""


def _known(
    conversation: Conversation, text: str, cards: Sequence[Player]
) -> Generator[Step, str, Player | None]:
    """Choose among the people found, namesakes by number; None means a new person."""
    namesakes = [card for card in cards if _same(card, text)] or cards
    if len(namesakes) > 1 and _same(namesakes[0], text):
        return (yield from _of_namesakes(conversation, namesakes))
    if len(namesakes) != 1:
        return None
    card = namesakes[0]
    meant = whole(text) is not None or _same(card, text)
    shown = card.id or card.fide.number
    return (
        card
        if meant or (yield from conversation.ask_yes_no("is-meant", player=card.full_name, id=shown))
        else None
    )


def _of_namesakes(conversation: Conversation, cards: Sequence[Player]) -> Generator[Step, str, Player | None]:
    """The one whose number is given; an empty line means none of them."""
    by_number = {card.id or card.fide.number: card for card in cards}
    while True:
        answer = yield Ask(
            conversation.say("which-number", numbers=", ".join(map(str, by_number))), counts=True
        )
        number = whole(answer)
        if not answer.strip() or number in by_number:
            return by_number.get(number or 0)
        yield Tell(conversation.say("no-such-number", number=answer.strip()), refused=True)


def _shown(cards: Sequence[Player]) -> list[str]:
    return [f"{card.full_name} ({card.id or card.fide.number})" for card in cards]


def _same(card: Player, text: str) -> bool:
    """Whether that is the whole name, ignoring accents and case."""
    return fold(card.full_name) == fold(" ".join(text.split()))


def _candidates(conversation: Conversation, base: Mapping[PlayerId, Player], text: str) -> list[Player]:
    """The people whose names start with the text, in the base or among those entered today."""
    starting = [*conversation.known_names.starting(text.strip())]
    typed = [number for number in base.keys() - conversation.known.keys() if _starts(base[number], text)]
    return [base[number] for number in closest(base, text, [*starting, *typed])]


def _starts(card: Player, text: str) -> bool:
    return fold(card.full_name).startswith(fold(text.strip()))


def _base(conversation: Conversation) -> Mapping[PlayerId, Player]:
    """Everybody a name may mean; as in PAPP this includes those entered today."""
    papp = conversation.tournament.settings.profile == "papp"
    return {**conversation.known, **conversation.tournament.players} if papp else conversation.known


def _new(conversation: Conversation, text: str) -> Generator[Step, str, Player]:
    """A new person: the country is asked for, the number comes from the zones; a club asks for the rating."""
    if is_club(conversation):
        return (yield from new_member(conversation, text))
    country, number = yield from _country(conversation)
    family, first = split_name(text)
    return Player(number, family, first, country)


def _country(conversation: Conversation) -> Generator[Step, str, tuple[str, PlayerId]]:
    """The country typed, or the default, and the number after it, 0 if the zones are to give one.

    PAPP, which pairs by countries, requires one; PAPP 1.22 allowed choosing the number.
    """
    usual, papp = conversation.tournament.settings.country, conversation.tournament.settings.profile == "papp"
    while True:
        question = conversation.say("ask-country", country=usual or "-")
        words = (yield Ask(question, counts=True, hint=conversation.say("hint-country"))).split()
        number = whole(words[-1]) if words else None
        country = " ".join(words[:-1] if number is not None else words) or usual
        refused = conversation.number_refused(number) if number is not None else None
        if refused is not None:
            yield conversation.refusal(refused)
        elif country or not papp:
            return country, number or 0
        else:
            yield Tell(conversation.say("country-needed"), refused=True)


def _register(conversation: Conversation, card: Player, *, namesake: bool) -> Dialogue:
    if card.id in conversation.tournament.players:
        yield Tell(conversation.say("already-here", player=card.full_name, id=card.id), refused=True)
        return
    outcome = yield from conversation.run(AddPlayer.of(card, namesake=namesake))
    if outcome is None:
        return
    for entered in (event.player for event in outcome.events if isinstance(event, PlayerEntered)):
        remark = f"  {entered.comment}" if entered.comment else ""
        said = conversation.say("entered", player=entered.full_name, id=entered.id)
        yield Tell(said + remark, row=f"{entered.id}  {entered.full_name}")
    yield from conversation.tell(outcome)


def nationality(conversation: Conversation) -> Dialogue:
    """Change the country or team; in a PAPP folder of anybody in its base, registered or not."""
    number = yield from conversation.who(
        "whose-country", beside=conversation.known if conversation.live else None
    )
    if number is None:
        return
    here = number in conversation.tournament.players
    card = conversation.tournament.player(number) if here else conversation.known[number]
    question = conversation.say("new-country", player=card.full_name, country=card.country or "-")
    country = (yield Ask(question)).strip()
    if not country:
        return
    if not here:
        yield from _emigrates(conversation, card, country)
        return
    if (yield from conversation.run(ChangePlayer(number, country=country))):
        yield from conversation.update_folder(SaveMoment.LISTED)
        now = conversation.tournament.player(number)
        yield Tell(conversation.say("plays-for", player=now.full_name, country=now.country))


def _emigrates(conversation: Conversation, card: Player, country: str) -> Dialogue:
    """An unregistered person changes country, which PAPP's new-players file stores (papp 3.4)."""
    assert conversation.live is not None
    try:
        changed = plain_country(clean_country(country))
        conversation.live.emigrates(card.id, changed)
    except RondeError as error:
        yield conversation.refusal(error)
        return
    conversation.known = {**conversation.known, card.id: replace(card, country=changed)}
    yield Tell(conversation.say("plays-for", player=card.full_name, country=changed))


# Players who leave and return: the keys - and +.


def leave(conversation: Conversation) -> Dialogue:
    """Mark a player, or all in one action, as absent; one who never played may be erased instead."""
    number = yield from conversation.who("who-leaves", everybody=True)
    if number == EVERYBODY:
        yield from _everybody_leaves(conversation)
    elif number is not None:
        yield from _one_leaves(conversation, number)


def _everybody_leaves(conversation: Conversation) -> Dialogue:
    """Ask about those who never played, then record everything as one action with one undo."""
    commands: list[Command] = []
    for player in conversation.tournament.players:
        if player not in conversation.tournament.left:
            command = yield from _farewell(conversation, player)
            commands += [command] if command is not None else []
    outcome = yield from _all_at_once(conversation, commands)
    if outcome is not None:
        gone = [player for player in outcome.after.left if player not in outcome.before.left]
        later = [player for player in gone if not outcome.after.has_left(player)]
        erased = outcome.before.players.keys() - outcome.after.players.keys()
        yield from _counted(conversation, "all-left", len(gone) - len(later))
        yield from _counted(conversation, "all-leaving", len(later))
        yield from _counted(conversation, "all-erased", len(erased))
        yield from conversation.update_folder(SaveMoment.CORRECTED if erased else SaveMoment.LISTED)


def _counted(conversation: Conversation, key: str, count: int) -> Dialogue:
    if count:
        yield Tell(conversation.say(key, count=count))


def _all_at_once(
    conversation: Conversation, commands: Iterable[Command]
) -> Generator[Step, str, Outcome | None]:
    """Run all commands as one action; a refused one is told, and the others are run."""
    possible = []
    for command in commands:
        try:
            conversation.desk.preview(command, conversation.actor)
            possible.append(command)
        except RondeError as error:
            yield conversation.refusal(error)
    return (yield from conversation.run(Batch(tuple(possible))))


def _farewell(conversation: Conversation, player: PlayerId) -> Generator[Step, str, Command | None]:
    """How a player leaves: erased, if he never played and that is wanted, or absent; None if he stays."""
    card = conversation.tournament.player(player)
    played = any(_has_played(one, player) for one in conversation.tournament.rounds)
    if not played and (yield from conversation.ask_yes_no("erase", player=card.full_name, id=player)):
        return RemovePlayer(player)
    if is_club(conversation):
        return (yield from ask_absence(conversation, player))
    return LeaveTournament(player)


def _has_played(one: Round, player: PlayerId) -> bool:
    """Whether he had a game in that round; one of the open round counts once it has a result."""
    table = one.table_of(player)
    return table is not None and (one.closed or table.result is not None)


def _one_leaves(conversation: Conversation, player: PlayerId) -> Dialogue:
    card = conversation.tournament.player(player)
    expected = conversation.tournament.expected(player) is not None
    if player in conversation.tournament.left and not expected and not is_club(conversation):
        yield Tell(conversation.say("left-already", player=card.full_name, id=player), refused=True)
        return
    command = yield from _farewell(conversation, player)
    outcome = (yield from conversation.run(command)) if command is not None else None
    if outcome is None:
        return
    erased = player not in conversation.tournament.players
    yield from conversation.update_folder(SaveMoment.CORRECTED if erased else SaveMoment.LISTED)
    if not erased and is_club(conversation):
        yield player_state_text(conversation, player)
    else:
        stays = not erased and not conversation.tournament.has_left(player)
        key = "erased" if erased else "leaves-later" if stays else "left"
        current = conversation.tournament.open_round.number
        yield Tell(conversation.say(key, player=card.full_name, id=player, round=current))
    yield from conversation.tell(outcome)


def come_back(conversation: Conversation) -> Dialogue:
    """A player who had left is present again, or all in one action."""
    number = yield from conversation.who("who-returns", everybody=True)
    if number is None:
        return
    if number == EVERYBODY:
        before = conversation.tournament
        away = [player for player in before.players if before.absence(player)]
        outcome = yield from _all_at_once(conversation, map(ReturnPlayer, away))
        if outcome is not None:
            back = [player for player in away if not outcome.after.absence(player)]
            yield from _counted(conversation, "all-returned", len(back))
    elif (yield from conversation.run(ReturnPlayer(number))):
        card = conversation.tournament.player(number)
        yield Tell(conversation.say("returned", player=card.full_name, id=number))
    yield from conversation.update_folder(SaveMoment.LISTED)
