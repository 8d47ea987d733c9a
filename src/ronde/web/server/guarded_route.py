"""Routes: each declares the right it requires, and whether its pages are the same for everybody.

A handler that is a plain function is called in a thread: pages in the two that draw, forms in the usual pool.
A handler that is a coroutine runs on the loop, so it draws nothing and reads no disk."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from inspect import iscoroutinefunction
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from ronde.app.command import Right
from ronde.web.assets import takes_gzip
from ronde.web.server.accounts import Accounts
from ronde.web.server.drawing import (
    CachedPage,
    Drawing,
    cached_response,
    compress,
    decompressed,
    key_of,
)
from ronde.web.server.request import PARTS, SENT, anonymous, client_of, read_form, session_token, source_of

LARGEST_BODY = 8_000_000
LARGEST_FORM = 500_000
WRITING = frozenset({"POST", "PUT", "PATCH", "DELETE"})

Version = Callable[[Request], Hashable]
"""What a page depends on besides its address, language and theme; None if it must not be kept."""


class GuardedRoute(Route):
    """A route with the right it requires, in the tournament it names; `largest` is the size of a body."""

    forms: tuple[str, ...] = ("application/x-www-form-urlencoded", PARTS)
    """The types of a body that are read as a form."""

    def __init__(
        self,
        path: str,
        endpoint: Callable[..., Any],
        right: Right,
        *,
        methods: list[str] | None = None,
        version: Version | None = None,
        download: bool = False,
        files: bool = False,
        largest: int = LARGEST_FORM,
    ) -> None:
        super().__init__(path, endpoint, methods=methods)
        self.right = right
        self.version = version
        self.download = download
        """Whether an answer takes seconds: it would keep others from the threads that draw."""
        self.files = files
        """Whether the handler reads the files of a form itself, piece by piece."""
        self.app = self._serve
        if WRITING & set(self.methods or ()):
            self.app = RequestBodyLimitMiddleware(self._serve, max_body_size=largest)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive, send)
        response = await self._response(request)
        await response(scope, receive, send)

    async def _response(self, request: Request) -> Response:
        waits, reads = iscoroutinefunction(self.endpoint), request.method in ("GET", "HEAD")
        if reads and not waits and self.download:
            return await run_in_threadpool(self._sent_once, request, self.answer)
        if reads and not waits:
            return await self._page(request)
        if anonymous(request):
            self.check(request)  # nobody's body is read for a refusal
        else:
            await run_in_threadpool(self.check, request)
        if not reads:
            await self._read(request)
        try:
            if not waits:
                return await run_in_threadpool(self._sent_once, request, self.endpoint)
            response: Response = await self.endpoint(request)
            return response
        finally:
            await request.close()  # the files of a form

    async def _read(self, request: Request) -> None:
        """Read what was sent, before a thread answers."""
        kind = request.headers.get("content-type", "")
        if self.files:
            if not kind.startswith(PARTS):
                raise HTTPException(415)
        elif not kind.startswith(self.forms):
            request.scope[SENT] = await request.body()
        elif not kind.startswith(PARTS):
            request.scope[SENT] = await run_in_threadpool(read_form, await request.body())
        else:
            request.scope[SENT] = await request.form()

    async def _page(self, request: Request) -> Response:
        drawing: Drawing = request.app.state.drawing
        version = self.version(request) if self.version and anonymous(request) else None
        source = _source(request)
        if version is None:
            return await drawing.run(source, lambda: self._sent_once(request, self.answer))
        page = await drawing.page(source, key_of(request, version), lambda: self.answer(request))
        if not isinstance(page, CachedPage):
            return page
        if takes_gzip(request.headers) or request.headers.get("if-none-match") == page.tag:
            return cached_response(request, page)
        return await drawing.run(source, lambda: decompressed(page))

    def answer(self, request: Request) -> Response:
        """The answer to a visitor who has the right; called in a thread."""
        self.check(request)
        response: Response = self.endpoint(request)
        return response

    def _sent_once(self, request: Request, answer: Callable[[Request], Response]) -> Response:
        response = answer(request)
        if self.version is not None:
            response.headers["cache-control"] = "no-store"
        return compress(request.headers, response)

    def check(self, request: Request) -> None:
        """Look up the visitor in the account store, and refuse one without the right."""
        token = session_token(request)
        account = request.scope["account"] = request.app.state.accounts.signed_in(token) if token else None
        if self.right is Right.ANYBODY:
            return
        if account is None or not account.may(self.right, str(request.path_params.get("slug", ""))):
            raise HTTPException(403)


def _source(request: Request) -> str:
    """Who waits for a page: the account of a session that was valid lately, else the address."""
    accounts: Accounts = request.app.state.accounts
    token = session_token(request)
    return (accounts.lately(token) if token else "") or source_of(client_of(request))
