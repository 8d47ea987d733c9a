"""Lists to read and to save, and the file for the rating officer."""

from __future__ import annotations

from collections.abc import Callable, Generator
from datetime import datetime

from ronde.app.event_text import event_text, local_time
from ronde.app.queries import WhyNot
from ronde.formats import papp
from ronde.formats.papp import AddedGame, Edition, EloSlip, SaveMoment, elo_file, elo_name, subfolder_name
from ronde.i18n import actor_text
from ronde.model.errors import FormatError, RondeError
from ronde.model.player import PlayerId
from ronde.model.result import parse_score
from ronde.render import lists
from ronde.render.text import qr_text, who
from ronde.terminal.conversation import Ask, Conversation, Dialogue, ShowPage, Step, Tell, is_loopback, whole
from ronde.terminal.pages import (
    cost_breakdown_page,
    crosstable_page,
    pairs_page,
    sentences,
    standings_page,
    wrapped_list,
)

# Lists written to files: in a PAPP folder in PAPP's layout, elsewhere as on the screen.


def standings(conversation: Conversation) -> str:
    if conversation.live is not None:
        return papp.standings_list(conversation.tournament, conversation.live.edition)
    return standings_page(conversation) + "\n"


def pairs(conversation: Conversation) -> str:
    if conversation.live is not None:
        return papp.pairings(conversation.tournament, conversation.live.edition, scores=True)
    return pairs_page(conversation) + "\n"


def sheet_text(conversation: Conversation, player: PlayerId) -> str:
    if conversation.live is not None:
        return papp.sheet_list(conversation.tournament, conversation.live.edition, player)
    return lists.sheet_text(conversation.tournament, player, conversation.language) + "\n"


def crosstable_text(conversation: Conversation, after: int) -> str:
    """The crosstable after a round, with the figures and the victory matrix of PAPP's files."""
    if conversation.live is not None:
        return papp.crosstable_text(conversation.tournament, conversation.live.edition, after)
    return lists.crosstable_text(conversation.tournament, conversation.language, after) + "\n"


def web_crosstable(conversation: Conversation) -> str:
    """The crosstable as a web page, made from PAPP's template."""
    edition = conversation.live.edition if conversation.live else papp.Edition(language=conversation.language)
    template = conversation.live.template if conversation.live else None
    return papp.crosstable_html(conversation.tournament, edition, template)


# Lists to read and to save: the keys L, V, F, T, W, S, Ctrl-V, Ctrl-F, H, B, D, K.


def players(conversation: Conversation) -> Dialogue:
    """The standings after the last closed round, or the list of players before the first."""
    yield from conversation.update_folder(SaveMoment.LISTED)
    yield ShowPage(standings_page(conversation), lambda room: standings_page(conversation, room))


def view(conversation: Conversation) -> Dialogue:
    """The pairs of the open round with the results so far."""
    yield from conversation.update_folder(SaveMoment.SHOWN)
    yield ShowPage(pairs_page(conversation), lambda room: pairs_page(conversation, room))


def _kept_up(text: Callable[[], str]) -> ShowPage:
    """A page that is rendered again after every change."""
    return ShowPage(text(), lambda width: text())


def sheet(conversation: Conversation) -> Dialogue:
    number = yield from conversation.who("whose-sheet")
    if number is not None:
        yield _kept_up(lambda: lists.sheet_text(conversation.tournament, number, conversation.language))


def teams(conversation: Conversation) -> Dialogue:
    yield _kept_up(lambda: lists.teams_text(conversation.tournament, conversation.language))


def crosstable(conversation: Conversation) -> Dialogue:
    """The crosstable as a web page, then after a round on the screen and in a file (papp 5.2)."""
    target = yield from conversation.target(Ask(conversation.say("html-name"), counts=True))
    if target:
        yield from _web_page(conversation, target)
    last = len(conversation.tournament.closed_rounds)
    text = (yield Ask(conversation.say("after-round", last=last), counts=True)).strip()
    after = whole(text or str(last)) or 0
    if not 1 <= after <= last:
        yield Tell(conversation.say("no-such-round", text=text), refused=True)
        return
    yield ShowPage(
        crosstable_page(conversation, after), lambda room: crosstable_page(conversation, after, room)
    )
    target = yield from conversation.target(Ask(conversation.say("file-name")), appends=True)
    if target:
        page = crosstable_text(conversation, after)
        yield from conversation.write(
            target, page, append=(yield from conversation.ask_yes_no("append", path=target))
        )


def _web_page(conversation: Conversation, target: str) -> Dialogue:
    """The crosstable in the folder's template; a template without a cell makes no page."""
    try:
        page = web_crosstable(conversation)
    except FormatError as error:
        yield conversation.refusal(error)
        return
    yield from conversation.write(target, page)


def save(conversation: Conversation) -> Dialogue:
    target = yield from conversation.target(Ask(conversation.say("file-name")))
    if target:
        yield from conversation.update_folder(SaveMoment.LISTED)
        yield from conversation.write(target, standings(conversation), shown=True)


def save_view(conversation: Conversation) -> Dialogue:
    target = yield from conversation.target(Ask(conversation.say("file-name")))
    if target:
        yield from conversation.update_folder(SaveMoment.SHOWN)
        yield from conversation.write(target, pairs(conversation), shown=True)


def save_sheet(conversation: Conversation) -> Dialogue:
    """Write the rounds of a player to a file or command; the file is asked for first, as in PAPP."""
    target = yield from conversation.target(Ask(conversation.say("file-name")))
    number = (yield from conversation.who("whose-sheet")) if target else None
    if number is not None:
        yield from conversation.write(target, sheet_text(conversation, number), shown=True)


def history(conversation: Conversation) -> Dialogue:
    """All events, scrolled to the latest."""
    yield ShowPage(
        _history(conversation), lambda room: wrapped_list(_history(conversation), room), from_end=True
    )


def _history(conversation: Conversation) -> str:
    rows = []
    for entry, counts in conversation.desk.history():
        mark = " " if counts else "x"
        text = event_text(conversation.tournament, entry.event, conversation.language)
        seat = actor_text(entry.actor, conversation.language)
        rows.append(
            f"{entry.number:>6} {mark} {local_time(entry.at, conversation.language)}  {seat:<10} {text}"
        )
    return "\n".join(rows)


def cost_breakdown(conversation: Conversation) -> Dialogue:
    yield ShowPage(cost_breakdown_page(conversation), lambda room: cost_breakdown_page(conversation, room))


def whynot(conversation: Conversation) -> Dialogue:
    """What a pair that was not chosen would cost, and the whole round with it."""
    one = yield from conversation.who("first-player", colour=conversation.colour(0))
    if one is None:
        return
    other = yield from conversation.who("second-player", colour=conversation.colour(1))
    if other is None:
        return
    tournament = conversation.tournament
    try:
        answer = WhyNot(one, other).inquiry(tournament)
    except RondeError as error:
        yield conversation.refusal(error)
        return
    reasons = lists.cost_lines(tournament, answer.pair.reasons, conversation.language)
    title = f"{who(tournament, answer.pair.first)} -- {who(tournament, answer.pair.second)}"
    price = lists.price_in_groups(tournament)
    number = tournament.open_round.number
    said = lists.why_not_text(number, answer, conversation.language, price=price)
    page = "\n".join([title, *reasons, said])
    yield ShowPage(page, lambda room: wrapped_list(page, room))


def web(conversation: Conversation) -> Dialogue:
    """Show the address of the web pages with its QR code; offers to start a server if there is none."""
    site = conversation.website
    address = site.address()
    if address is None:
        yield Tell(conversation.say("web-absent", command=site.command))
        if not (yield from conversation.ask_yes_no("web-start")):
            return
        address = site.start()
    if address is None:
        yield Tell(conversation.say("web-failed", command=site.command), refused=True)
        return
    note = [conversation.say("web-only-here", command=site.command)] if is_loopback(address) else []
    note += [conversation.say("web-ends")] if site.server is not None else []
    yield ShowPage("\n".join([address, "", qr_text(address), "", *note]).rstrip())


def remarks(conversation: Conversation) -> Dialogue:
    """The remarks on the configuration of the PAPP folder."""
    lines = conversation.live.remarks if conversation.live else ()
    yield sentences(lines) if lines else Tell(conversation.say("no-remarks"))


# The file for the rating officer: the key E.


def elo(conversation: Conversation) -> Dialogue:
    """Ask for file name, country, date, sender, then added games until an empty line."""
    tournament = conversation.tournament
    edition = conversation.live.edition if conversation.live else Edition(language=conversation.language)
    usual = elo_name(tournament.date, _subfolder(conversation, edition))
    ask = Ask(conversation.say("elo-file", name=usual), counts=True)
    name = yield from conversation.target(ask, usual=usual)
    if not name:
        return
    country = (yield Ask(conversation.say("elo-country"), counts=True)).strip()
    date = yield from _date(conversation)
    sender = (yield Ask(conversation.say("elo-sender"), counts=True)).strip()
    added = yield from _added(conversation)
    slip = EloSlip(country, date, sender, added)
    yield from conversation.write(name, elo_file(tournament, edition, datetime.now(), slip))


def _date(conversation: Conversation) -> Generator[Step, str, str]:
    """A date as PAPP writes it; an empty line means the tournament's."""
    usual = conversation.tournament.date
    while True:
        text = (yield Ask(conversation.say("elo-date", date=usual), counts=True)).strip()
        if not text or text == usual:
            return text
        try:
            datetime.strptime(text, "%d/%m/%Y")
        except ValueError:
            yield Tell(conversation.say("elo-bad-date", text=text), refused=True)
        else:
            return text


def _subfolder(conversation: Conversation, edition: Edition) -> str:
    """The subfolder of the lists, which becomes part of the file name; empty with `dossier false`."""
    if conversation.live is not None and not conversation.live.subfolder:
        return ""
    return subfolder_name(conversation.tournament.name, edition)


def _added(conversation: Conversation) -> Generator[Step, str, tuple[AddedGame, ...]]:
    """Games outside the rounds, such as a final; unregistered people are named by their numbers."""
    games: list[AddedGame] = []
    while True:
        first = yield from _who(conversation, "elo-first", 0)
        if first is None:
            return tuple(games)
        game = yield from _game(conversation, first)
        if game is not None:
            games.append(game)
        else:
            yield Tell(conversation.say("elo-left-out"), refused=True)


def _game(conversation: Conversation, first: PlayerId) -> Generator[Step, str, AddedGame | None]:
    """The rest of an added game; None if it is incomplete."""
    score = yield from _score(conversation)
    if score is None:
        return None
    second = yield from _who(conversation, "second-player", 1)
    if second is None:
        return None
    other = yield from _score(conversation)
    return None if other is None else AddedGame(first, score, second, other)


def _who(conversation: Conversation, key: str, side: int) -> Generator[Step, str, PlayerId | None]:
    """Any player's number; if unregistered, the base's name for it is shown, or that it is unknown."""
    number = yield from conversation.who(key, strangers=True, counts=True, colour=conversation.colour(side))
    if number is None or number in conversation.tournament.players:
        return number
    card = conversation.known.get(number)
    if card is None:
        yield Tell(conversation.say("elo-nobody", number=number), refused=True)
    else:
        yield Tell(conversation.say("elo-stranger", player=card.full_name, id=number))
    return number


def _score(conversation: Conversation) -> Generator[Step, str, float | None]:
    board = conversation.tournament.settings.board
    while True:
        text = yield Ask(conversation.say("true-score"), counts=True)
        if not text.strip():
            return None
        try:
            return parse_score(text, board).first
        except RondeError:
            yield Tell(conversation.say("elo-bad-score", most=board.total), refused=True)
