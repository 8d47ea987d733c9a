"""The HTTP interface: an address for every command and query; refusals are data, an ETag is the lock."""

from __future__ import annotations

import hashlib
import inspect
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Self

import msgspec
from msgspec import UNSET, UnsetType
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ronde.app import commands
from ronde.app.command import Actor, Arrivals, Command, Notice, Outcome, Repeats, Right, notice_text
from ronde.app.commands import COMMANDS, Number, PairRound
from ronde.app.desk import Desk, JournalEntry, KeyedRequest
from ronde.app.queries import QUERIES, Query
from ronde.app.views import PlayerView, RepeatView, RoundView, SummaryView, TableView, View, event_data
from ronde.i18n import error_text, say
from ronde.model.errors import Conflict, JournalError, KeyUsed, NotAllowed, RondeError
from ronde.model.events import Event
from ronde.model.player import Player
from ronde.model.tournament import Tournament
from ronde.render.public import public_data, public_tournament
from ronde.web.desk.accounts import TOKEN
from ronde.web.server.accounts import GRANTED, Account, Accounts
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.live_tournament import LiveTournament
from ronde.web.server.request import account_of, allowed, body_of, language_of
from ronde.web.server.tournaments import Tournaments

# The addresses of the API: every command and every query of the application layer has one.


_PLAYER, _TABLE = "/players/{player:int}", "/tables/{table:int}"
_ADDRESSES: Final[dict[type[Command], tuple[str, str]]] = {
    commands.AddPlayer: ("POST", "/players"),
    commands.ChangePlayer: ("PATCH", _PLAYER),
    commands.RemovePlayer: ("DELETE", _PLAYER),
    commands.SetPresence: ("PUT", f"{_PLAYER}/presence"),
    commands.PairRound: ("POST", "/draw"),
    commands.AddTable: ("POST", "/tables"),
    commands.RemoveTable: ("DELETE", _TABLE),
    commands.EnterResult: ("PUT", f"{_TABLE}/result"),
    commands.ClearResult: ("DELETE", f"{_TABLE}/result"),
    commands.CloseRound: ("POST", "/close"),
    commands.ReopenRound: ("POST", "/reopen"),
    commands.ChangeSettings: ("PATCH", "/settings"),
}
"""Commands that are not `POST /name`; the holes of an address are fields."""


class Turn(msgspec.Struct, forbid_unknown_fields=True):
    """The number of an action; without it, one's last."""

    action: Number | None = None


@dataclass(frozen=True, slots=True)
class ApiOperation:
    """A command or a query with its address."""

    kind: Any
    method: str
    path: str

    @property
    def summary(self) -> str:
        return (inspect.getdoc(self.kind) or "").partition("\n")[0]

    @property
    def holes(self) -> tuple[str, ...]:
        return tuple(re.findall(r"{(\w+):int}", self.path))


def _path(kind: type[Command] | type[Query]) -> str:
    """`/swap-players` for SwapPlayers."""
    return "/" + re.sub(r"(?<=.)(?=[A-Z])", "-", kind.__name__).lower()


COMMAND_OPERATIONS: Final = tuple(
    ApiOperation(one, *_ADDRESSES.get(one, ("POST", _path(one)))) for one in COMMANDS
)
QUERY_OPERATIONS: Final = tuple(ApiOperation(one, "GET", _path(one)) for one in QUERIES)


# What the API answers: the state of a tournament, and what was written.


Data = dict[str, Any]


class HealthView(View, frozen=True):
    status: str
    tournaments: int


class ProblemView(View, frozen=True):
    """A refusal, as RFC 9457 has it."""

    status: int
    code: str
    title: str
    detail: str
    facts: Data | UnsetType = UNSET
    type: str = "about:blank"


class NamedTableView(TableView, frozen=True, kw_only=True):
    names: tuple[str, str]


class NamedRoundView(RoundView, frozen=True, kw_only=True):
    """The open round, with names beside numbers."""

    tables: tuple[NamedTableView, ...]
    names: dict[str, str]
    """Of those without a table."""

    @classmethod
    def after(cls, tournament: Tournament, notices: Iterable[Notice] = ()) -> Self:
        """The open round after an action: who joined it and which pairs it repeats, rather than would."""
        view = RoundView.of(tournament, tournament.open_round)
        for notice in notices:
            match notice:
                case Arrivals():
                    view = msgspec.structs.replace(view, arrivals=notice.players)
                case Repeats():
                    view = msgspec.structs.replace(
                        view, repeats=tuple(RepeatView(*pair) for pair in notice.pairs)
                    )
        names = {player: card.full_name for player, card in tournament.players.items()}
        tables = tuple(
            NamedTableView(**msgspec.structs.asdict(one), names=(names[one.first], names[one.second]))
            for one in view.tables
        )
        others = {str(player): names[player] for player in (*view.byes, *view.unpaired)}
        return cls(**msgspec.structs.asdict(view) | {"tables": tables}, names=others)


class StateView(View, frozen=True):
    number: int
    tournament: SummaryView
    players: tuple[PlayerView, ...]
    round: NamedRoundView

    @classmethod
    def of(cls, number: int, tournament: Tournament) -> Self:
        players = tuple(PlayerView.of(tournament, player) for player in tournament.players)
        return cls(number, SummaryView.of(tournament), players, NamedRoundView.after(tournament))


class WrittenView(View, frozen=True, kw_only=True):
    """What was written, or would be: the number of the journal, the events, their players, the round."""

    number: int
    facts: tuple[Data, ...]
    players: tuple[PlayerView, ...]
    round: NamedRoundView
    notices: tuple[Data, ...]
    """What the arbiter should know about it: a `code`, its values and a `detail`."""
    troubles: tuple[Data, ...]
    """What went wrong beside it, such as a backup: a `code`, `facts` and a `detail`."""

    @classmethod
    def of(
        cls,
        number: int,
        events: Sequence[Event],
        after: Tournament,
        language: str,
        notices: Sequence[Notice] = (),
        troubles: Sequence[RondeError] = (),
        **more: Any,
    ) -> Self:
        about = {_player_of(event) for event in events} & set(after.players)
        return cls(
            number=number,
            facts=tuple({"kind": type(event).__name__, **event_data(event)} for event in events),
            players=tuple(PlayerView.of(after, player) for player in sorted(about)),
            round=NamedRoundView.after(after, notices),
            notices=tuple(
                msgspec.to_builtins(one) | {"detail": notice_text(one, after, language)} for one in notices
            ),
            troubles=tuple(
                {"code": one.code, "facts": one.facts, "detail": error_text(one, language)}
                for one in troubles
            ),
            **more,
        )


class DrawnView(WrittenView, frozen=True, kw_only=True):
    """A pairing that is not written; the same seed and ETag write it."""

    seed: int


def _player_of(event: Event) -> int:
    player = getattr(event, "player", 0)
    return player.id if isinstance(player, Player) else player


# The API for programs: tokens are seats, refusals are data, an ETag is the optimistic lock.
#
# Every command and every query of the application layer has an address (`api_acts`).


ROOT: Final = "/api/v1/t/{slug}"
LONGEST_KEY: Final = 200
_KEY: Final = re.compile(rf"[A-Za-z0-9_-]{{1,{LONGEST_KEY}}}")
_TAG: Final = re.compile(r'\*|"[0-9]{1,18}"')
PROBLEM: Final = "application/problem+json"
_STATUSES: Final = {Conflict: 412, KeyUsed: 422, NotAllowed: 403, JournalError: 503}

Handler = Callable[[Request], Response]


class _Options(msgspec.Struct, forbid_unknown_fields=True):
    """What the address of a command may say after `?`."""

    preview: bool = False


class _Nothing(msgspec.Struct, forbid_unknown_fields=True):
    pass


class ApiProblem(Exception):
    """A refused request, as a program reads it: a status, a code and a sentence."""

    def __init__(self, status: int, code: str, detail: str, facts: Data | UnsetType = UNSET) -> None:
        super().__init__(code)
        self.view = ProblemView(status, code, code, detail, facts)


def problem_answer(request: Request, error: ApiProblem | RondeError) -> Response:
    """A refusal as problem+json (RFC 9457)."""
    problem = error if isinstance(error, ApiProblem) else _problem(error, request)
    status = problem.view.status
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
    body = msgspec.json.encode(problem.view, enc_hook=str)
    return Response(body, status, headers, media_type=PROBLEM)


class Page(NamedTuple):
    answer: Handler
    rights: tuple[Right, ...]
    """Of which one is needed."""


class ApiRoute(GuardedRoute):
    """An address for programs: authenticated by a token, with every refusal as a problem."""

    forms = ()
    """A body is JSON whatever its type says: curl calls it a form."""

    def __init__(self, path: str, pages: dict[str, Page]) -> None:
        self.pages = pages
        super().__init__(path, self._answer, next(iter(pages.values())).rights[0], methods=list(pages))

    def _asked(self, request: Request) -> Page:
        return self.pages["GET" if request.method == "HEAD" else request.method]

    def _answer(self, request: Request) -> Response:
        return self._asked(request).answer(request)

    async def _response(self, request: Request) -> Response:
        try:
            return await super()._response(request)
        except (ApiProblem, RondeError) as error:
            return await run_in_threadpool(problem_answer, request, error)

    def check(self, request: Request) -> None:
        """Authenticate the token; cookies are ignored here."""
        request.scope["account"] = _holder(request)
        _check_right(request, *self._asked(request).rights)


def _holder(request: Request) -> Account | None:
    scheme, _, word = request.headers.get("authorization", "").partition(" ")
    accounts: Accounts = request.app.state.accounts
    if scheme.lower() != "bearer" or not word.startswith(TOKEN):
        return None
    return accounts.token_holder(word.removeprefix(TOKEN))


def _check_right(request: Request, *rights: Right) -> None:
    language, slug = language_of(request), request.path_params["slug"]
    if any(allowed(request, right, slug) for right in rights):
        return
    if account_of(request) is None:
        raise ApiProblem(401, "token", say("api.token", language))
    names = ", ".join(right.value for right in rights)
    raise ApiProblem(403, "right", say("api.right", language, right=names, slug=slug))


def _problem(error: RondeError, request: Request) -> ApiProblem:
    status = next((status for kind, status in _STATUSES.items() if isinstance(error, kind)), 409)
    return ApiProblem(status, error.code, error_text(error, language_of(request)), error.facts)


class Api:
    def __init__(self, tournaments: Tournaments) -> None:
        self.tournaments = tournaments

    def routes(self) -> list[GuardedRoute]:
        anybody, rounds = (Right.ANYBODY,), (Right.ROUNDS,)
        pages: dict[str, dict[str, Page]] = {
            "": {"GET": Page(self.state, anybody)},
            "/draw/preview": {"POST": Page(self.preview, rounds)},
            "/undo": {"POST": Page(self._turn(Desk.undo), GRANTED)},
            "/redo": {"POST": Page(self._turn(Desk.redo), GRANTED)},
        }
        for question in QUERY_OPERATIONS:
            pages.setdefault(question.path, {})["GET"] = Page(self._ask(question), anybody)
        for act in COMMAND_OPERATIONS:
            pages.setdefault(act.path, {})[act.method] = Page(self._run(act), (act.kind.right,))
        return [
            GuardedRoute("/healthz", self.health, Right.ANYBODY),
            *(ApiRoute(ROOT + path, methods) for path, methods in pages.items()),
        ]

    def _live_tournament(self, request: Request) -> LiveTournament:
        live = self.tournaments.by_slug.get(request.path_params["slug"])
        if live is None:
            raise ApiProblem(404, "no-tournament", say("api.no-tournament", language_of(request)))
        return live

    async def health(self, request: Request) -> Response:
        """Whether the server answers, and how many tournaments it shows."""
        view = HealthView("ok", len(self.tournaments.by_slug))
        return Response(msgspec.json.encode(view), media_type="application/json")

    def state(self, request: Request) -> Response:
        """The state of a tournament, its players and its open round, with the number of its journal."""
        number, tournament = self._live_tournament(request).desk.now
        tournament = _seen(request, tournament)
        return _answer(_visible(request, tournament, StateView.of(number, tournament)), number)

    def _ask(self, act: ApiOperation) -> Handler:
        """The handler of a query."""

        def answer(request: Request) -> Response:
            query = _options(request, act.kind)
            _check_right(request, query.right)
            number, tournament = self._live_tournament(request).desk.now
            tournament = _seen(request, tournament)
            return _answer(_visible(request, tournament, query.answer(tournament)), number)

        return answer

    def _run(self, act: ApiOperation) -> Handler:
        """The handler of a command."""

        def answer(request: Request) -> Response:
            live, actor = self._live_tournament(request), _actor(request)
            command = _read(request, act.kind, _holes(request))
            if _options(request, _Options).preview:
                return _written(request, _preview(request, live, command, actor))
            at, key = _at(request), _keyed(request, actor)
            ready = None
            if isinstance(command, PairRound):  # it takes long: others may write meanwhile
                with suppress(RondeError):
                    ready = _preview(request, live, command, actor)
            outcome = live.use(lambda desk: desk.run(command, actor, at=at, request=key, preview=ready))
            return _written(request, outcome)

        return answer

    def preview(self, request: Request) -> Response:
        """A pairing of the open round without storing it; the same seed and ETag store the same one."""
        live, actor = self._live_tournament(request), _actor(request)
        command = _read(request, PairRound)
        outcome = _preview(request, live, command, actor)
        return _written(request, outcome, DrawnView, seed=command.seed)

    def _turn(self, turn: Callable[..., list[JournalEntry]]) -> Handler:
        """The handler of undo or redo."""

        def answer(request: Request) -> Response:
            live, actor = self._live_tournament(request), _actor(request)
            _options(request, _Nothing)
            action = (_read(request, Turn)).action
            at, key = _at(request), _keyed(request, actor)

            def work(desk: Desk) -> Outcome:
                desk.refresh()
                number, before = desk.now
                if key and (answered := desk.earlier_answer(key)):
                    return Outcome(*answered, before, desk.at(answered[0]), [], [])
                if at not in (None, number):
                    raise Conflict(after=at, now=number)
                events = [entry.event for entry in turn(desk, actor.name, action, key)]
                return Outcome(desk.number, events, before, desk.tournament, [], [])

            return _written(request, live.use(work))

        return answer


def _preview(request: Request, live: LiveTournament, command: Command, actor: Actor) -> Outcome:
    """What a command would do, decided without the lock."""
    live.use(Desk.refresh)
    state, at = live.desk.now, _at(request)
    if at not in (None, state[0]):
        raise Conflict(after=at, now=state[0])
    return live.desk.preview(command, actor, state)


def _actor(request: Request) -> Actor:
    """The holder of the token, whom the route has admitted."""
    account = account_of(request)
    assert account is not None
    return account.actor(request.path_params["slug"])


def _at(request: Request) -> int | None:
    """The number of the journal in If-Match."""
    tag = request.headers.get("if-match", "").strip()
    if tag and not _TAG.fullmatch(tag):
        raise ApiProblem(400, "if-match", say("api.if-match", language_of(request)))
    return int(tag.strip('"')) if tag not in ("", "*") else None


def _keyed(request: Request, actor: Actor) -> KeyedRequest | None:
    """The request with its idempotency key, if there is one."""
    key = request.headers.get("idempotency-key", "")
    if not key:
        return None
    if not _KEY.fullmatch(key):
        raise ApiProblem(400, "key", say("api.key", language_of(request), most=LONGEST_KEY))
    whole = f"{request.method} {request.url.path}\n".encode() + body_of(request)
    return KeyedRequest(actor.name, key, hashlib.sha256(whole).digest())


def _holes(request: Request) -> Data:
    return {name: value for name, value in request.path_params.items() if name != "slug"}


def _options(request: Request, kind: type[Any]) -> Any:
    """The part of the address after `?`, decoded into that type."""
    asked = {name: value for name, value in request.query_params.items() if name != "lang"}
    if "lang" in kind.__struct_fields__:
        asked["lang"] = language_of(request)
    try:
        return msgspec.convert(asked, kind, strict=False)
    except msgspec.ValidationError as error:
        raise _unreadable(request, error) from None


def _read(request: Request, kind: type[Any], holes: Data | None = None) -> Any:
    """The body of a request and the holes of its address, decoded into that type."""
    data = body_of(request)
    try:
        told = _whole(msgspec.json.decode(data, type=Data) if data.strip() else {})
        for name in told.keys() & (holes or {}).keys():
            raise msgspec.ValidationError(f"Object contains unknown field `{name}`")
        return msgspec.convert(told | (holes or {}), kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _unreadable(request, error) from None


def _unreadable(request: Request, error: Exception) -> ApiProblem:
    return ApiProblem(400, "unreadable", say("api.unreadable", language_of(request), detail=str(error)[:200]))


def _whole(value: Any) -> Any:
    """JSON has one number type: 3.0 is an integer."""
    if isinstance(value, dict):
        return {name: _whole(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_whole(one) for one in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _sees_all(request: Request) -> bool:
    return allowed(request, Right.PLAYERS, request.path_params["slug"])


def _seen(request: Request, tournament: Tournament) -> Tournament:
    """The tournament with the names that the requester sees."""
    return tournament if _sees_all(request) else public_tournament(tournament)


def _visible(request: Request, tournament: Tournament, view: Any) -> Any:
    """A view, without what only the right `players` sees."""
    return view if _sees_all(request) else public_data(tournament, view)


def _answer(data: Any, number: int) -> Response:
    headers = {"ETag": f'"{number}"', "Cache-Control": "no-store"}
    return Response(msgspec.json.encode(data), 200, headers, media_type="application/json")


def _written(
    request: Request, outcome: Outcome, kind: type[WrittenView] = WrittenView, **more: Any
) -> Response:
    after = _seen(request, outcome.after)
    view = kind.of(
        outcome.number, outcome.events, after, language_of(request), outcome.notices,
        outcome.troubles, **more,
    )  # fmt: skip
    data = msgspec.to_builtins(view, enc_hook=str)
    for part in ("facts", "players"):
        data[part] = _visible(request, after, data[part])
    return _answer(data, outcome.number)
