"""Lists to read and to save: the keys L, V, F, T, W, S, Ctrl-V, Ctrl-F, H, B, D, K."""

from __future__ import annotations

from collections.abc import Callable

from ronde.app.queries import WhyNot
from ronde.core.errors import FormatError, RondeError
from ronde.dialogue import kept_lists as kept
from ronde.dialogue.conversation import Conversation
from ronde.dialogue.pages import (
    bills_page,
    crosstable_page,
    fitted,
    pairs_page,
    sentences,
    standings_page,
)
from ronde.dialogue.steps import Ask, Dialogue, ShowPage, Tell
from ronde.dialogue.typed import whole
from ronde.dialogue.website import only_here
from ronde.formats import lists
from ronde.formats.chronicle import fact_text, local_time
from ronde.formats.papp.door import Moment
from ronde.formats.qr import qr_text
from ronde.formats.shown import who
from ronde.i18n.door import seat_name


def players(conversation: Conversation) -> Dialogue:
    """The standings after the last closed round, or the list of players before the first."""
    yield from conversation.happened(Moment.LISTED)
    yield ShowPage(standings_page(conversation), lambda room: standings_page(conversation, room))


def view(conversation: Conversation) -> Dialogue:
    """The pairs of the open round with the results so far."""
    yield from conversation.happened(Moment.SHOWN)
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
        page = kept.crosstable(conversation, after)
        yield from conversation.write(
            target, page, append=(yield from conversation.yes("append", path=target))
        )


def _web_page(conversation: Conversation, target: str) -> Dialogue:
    """The crosstable in the folder's template; a template without a cell makes no page."""
    try:
        page = kept.web_crosstable(conversation)
    except FormatError as error:
        yield conversation.refusal(error)
        return
    yield from conversation.write(target, page)


def save(conversation: Conversation) -> Dialogue:
    target = yield from conversation.target(Ask(conversation.say("file-name")))
    if target:
        yield from conversation.happened(Moment.LISTED)
        yield from conversation.write(target, kept.standings(conversation), shown=True)


def save_view(conversation: Conversation) -> Dialogue:
    target = yield from conversation.target(Ask(conversation.say("file-name")))
    if target:
        yield from conversation.happened(Moment.SHOWN)
        yield from conversation.write(target, kept.pairs(conversation), shown=True)


def save_sheet(conversation: Conversation) -> Dialogue:
    """Write the rounds of a player to a file or command; the file is asked for first, as in PAPP."""
    target = yield from conversation.target(Ask(conversation.say("file-name")))
    number = (yield from conversation.who("whose-sheet")) if target else None
    if number is not None:
        yield from conversation.write(target, kept.sheet(conversation, number), shown=True)


def history(conversation: Conversation) -> Dialogue:
    """All events, scrolled to the latest."""
    yield ShowPage(_history(conversation), lambda room: fitted(_history(conversation), room), from_end=True)


def _history(conversation: Conversation) -> str:
    rows = []
    for entry, counts in conversation.desk.history():
        mark = " " if counts else "x"
        text = fact_text(conversation.tournament, entry.event, conversation.language)
        seat = seat_name(entry.actor, conversation.language)
        rows.append(
            f"{entry.number:>6} {mark} {local_time(entry.at, conversation.language)}  {seat:<10} {text}"
        )
    return "\n".join(rows)


def bill(conversation: Conversation) -> Dialogue:
    yield ShowPage(bills_page(conversation), lambda room: bills_page(conversation, room))


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
    reasons = lists.bill_lines(tournament, answer.pair.reasons, conversation.language)
    title = f"{who(tournament, answer.pair.first)} -- {who(tournament, answer.pair.second)}"
    said = lists.conclusion(tournament.open_round.number, answer, conversation.language)
    page = "\n".join([title, *reasons, said])
    yield ShowPage(page, lambda room: fitted(page, room))


def web(conversation: Conversation) -> Dialogue:
    """Show the address of the web pages with its QR code; offers to start a server if there is none."""
    site = conversation.website
    address = site.address()
    if address is None:
        yield Tell(conversation.say("web-absent", command=site.command))
        if not (yield from conversation.yes("web-start")):
            return
        address = site.start()
    if address is None:
        yield Tell(conversation.say("web-failed", command=site.command), refused=True)
        return
    note = [conversation.say("web-only-here", command=site.command)] if only_here(address) else []
    note += [conversation.say("web-ends")] if site.server is not None else []
    yield ShowPage("\n".join([address, "", qr_text(address), "", *note]).rstrip())


def remarks(conversation: Conversation) -> Dialogue:
    """The remarks on the configuration of the PAPP folder."""
    lines = conversation.live.remarks if conversation.live else ()
    yield sentences(lines) if lines else Tell(conversation.say("no-remarks"))
