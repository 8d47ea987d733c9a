"""Lists to read and to save: the keys L, V, F, T, W, S, Ctrl-V, Ctrl-F, H, B, D, K."""

from __future__ import annotations

from collections.abc import Callable

from ronde.core.errors import FormatError, RondeError
from ronde.core.tournament import Tournament
from ronde.dialogue import kept_lists as kept
from ronde.dialogue.conversation import Conversation
from ronde.dialogue.pages import crosstable_page, pairs_page, sentences, standings_page
from ronde.dialogue.steps import Ask, Dialogue, ShowPage, Tell
from ronde.dialogue.typed import whole
from ronde.dialogue.website import only_here
from ronde.formats import lists
from ronde.formats.chronicle import fact_text, local_time
from ronde.formats.papp.door import Moment
from ronde.formats.qr import qr_text
from ronde.formats.shown import who
from ronde.i18n.door import seat_name
from ronde.pairing.door import why_not


def players(counter: Conversation) -> Dialogue:
    """The standings after the last closed round, or the list of players before the first."""
    yield from counter.happened(Moment.LISTED)
    yield ShowPage(standings_page(counter), lambda room: standings_page(counter, room))


def view(counter: Conversation) -> Dialogue:
    """The pairs of the open round with the results so far."""
    yield from counter.happened(Moment.SHOWN)
    yield ShowPage(pairs_page(counter), lambda room: pairs_page(counter, room))


def _kept_up(text: Callable[[], str]) -> ShowPage:
    """A page that is rendered again after every change."""
    return ShowPage(text(), lambda width: text())


def sheet(counter: Conversation) -> Dialogue:
    """The rounds of one player."""
    number = yield from counter.who("whose-sheet")
    if number is not None:
        yield _kept_up(lambda: lists.sheet_text(counter.tournament, number, counter.language))


def teams(counter: Conversation) -> Dialogue:
    """The points of every country."""
    yield _kept_up(lambda: lists.teams_text(counter.tournament, counter.language))


def crosstable(counter: Conversation) -> Dialogue:
    """The crosstable as a web page, then after a round on the screen and in a file (papp 5.2)."""
    target = yield from counter.target(Ask(counter.say("html-name"), counts=True))
    if target:
        yield from _web_page(counter, target)
    last = len(counter.tournament.closed_rounds)
    text = (yield Ask(counter.say("after-round", last=last), counts=True)).strip()
    after = whole(text or str(last)) or 0
    if not 1 <= after <= last:
        yield Tell(counter.say("no-such-round", text=text), refused=True)
        return
    yield ShowPage(crosstable_page(counter, after), lambda room: crosstable_page(counter, after, room))
    target = yield from counter.target(Ask(counter.say("file-name")), appends=True)
    if target:
        page = kept.crosstable(counter, after)
        yield from counter.write(target, page, append=(yield from counter.yes("append", path=target)))


def _web_page(counter: Conversation, target: str) -> Dialogue:
    """The crosstable in the page of the folder's template; one without a cell makes no page."""
    try:
        page = kept.web_crosstable(counter)
    except FormatError as error:
        yield counter.refusal(error)
        return
    yield from counter.write(target, page)


def save(counter: Conversation) -> Dialogue:
    """The standings to a file, or through a pipe."""
    target = yield from counter.target(Ask(counter.say("file-name")))
    if target:
        yield from counter.happened(Moment.LISTED)
        yield from counter.write(target, kept.standings(counter), shown=True)


def save_view(counter: Conversation) -> Dialogue:
    """The pairs to a file, or through a pipe."""
    target = yield from counter.target(Ask(counter.say("file-name")))
    if target:
        yield from counter.happened(Moment.SHOWN)
        yield from counter.write(target, kept.pairs(counter), shown=True)


def save_sheet(counter: Conversation) -> Dialogue:
    """The sheet of a player to a file, or through a pipe; the file is asked for first, as PAPP did."""
    target = yield from counter.target(Ask(counter.say("file-name")))
    number = (yield from counter.who("whose-sheet")) if target else None
    if number is not None:
        yield from counter.write(target, kept.sheet(counter, number), shown=True)


def history(counter: Conversation) -> Dialogue:
    """Every fact, the latest last and in sight."""
    yield ShowPage(_history(counter), lambda room: _history(counter), from_end=True)


def _history(counter: Conversation) -> str:
    rows = []
    for entry, counts in counter.desk.history():
        mark = " " if counts else "x"
        told = fact_text(counter.tournament, entry.event, counter.language)
        seat = seat_name(entry.actor, counter.language)
        rows.append(f"{entry.number:>6} {mark} {local_time(entry.at, counter.language)}  {seat:<10} {told}")
    return "\n".join(rows)


def bill(counter: Conversation) -> Dialogue:
    """The bill of every pair of the open round."""
    yield _kept_up(lambda: _bills(counter.tournament, counter.language))


def _bills(tournament: Tournament, language: str) -> str:
    return lists.round_text(tournament, tournament.open_round, language, explain=True)


def whynot(counter: Conversation) -> Dialogue:
    """What a pair that was not drawn would cost, and the whole round with it."""
    one = yield from counter.who("first-player", colour=counter.colour(0))
    if one is None:
        return
    other = yield from counter.who("second-player", colour=counter.colour(1))
    if other is None:
        return
    tournament = counter.tournament
    try:
        answer = why_not(tournament, one, other, number=tournament.open_round.number, seed=1)
    except RondeError as error:
        yield counter.refusal(error)
        return
    reasons = [
        f"{reason.cost:>10}  {lists.reason_text(tournament, reason, counter.language)}"
        for reason in answer.pair.reasons
    ]
    title = f"{who(tournament, answer.pair.first)} -- {who(tournament, answer.pair.second)}"
    said = lists.conclusion(tournament.open_round.number, answer, counter.language)
    yield ShowPage("\n".join([title, *reasons, said]))


def web(counter: Conversation) -> Dialogue:
    """The address of the web pages with its QR code; if there is no server, one is started if wanted."""
    site = counter.website
    address = site.address()
    if address is None:
        yield Tell(counter.say("web-absent", command=site.command))
        if not (yield from counter.yes("web-start")):
            return
        address = site.start()
    if address is None:
        yield Tell(counter.say("web-failed", command=site.command), refused=True)
        return
    note = [counter.say("web-only-here", command=site.command)] if only_here(address) else []
    note += [counter.say("web-ends")] if site.server is not None else []
    yield ShowPage("\n".join([address, "", qr_text(address), "", *note]).rstrip())


def remarks(counter: Conversation) -> Dialogue:
    """What the configuration of the PAPP folder deserves to be told about."""
    told = counter.live.remarks if counter.live else ()
    yield sentences(told) if told else Tell(counter.say("no-remarks"))
