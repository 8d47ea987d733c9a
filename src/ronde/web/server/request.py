"""What a request says: who asks, from where, in which language, with which form."""

from __future__ import annotations

import ipaddress
import socket
from functools import lru_cache
from typing import Final, Literal
from urllib.parse import parse_qsl, urlsplit

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ronde.app.command import Right
from ronde.i18n import accepted_languages
from ronde.i18n.sentences import choose_language
from ronde.web.server.accounts import Account

COOKIE: Final = "ronde-seat"
"""The cookie of a session."""
GUEST: Final = "ronde-guest"
"""The cookie of a person who plays against an engine without an account."""
THEMES: Final = ("light", "dark")
PARTS: Final = "multipart/form-data"
MOST_FIELDS: Final = 5_000
SENT: Final = "ronde.sent"
"""The key of the scope with the form or the body, read before the handler is called."""


def language_of(request: Request) -> str:
    """By `?lang`, by cookie, by the browser's preference."""
    wishes = accepted_languages(request.headers.get("accept-language", ""))
    return choose_language(request.query_params.get("lang"), request.cookies.get("ronde-lang"), *wishes)


def theme_of(request: Request) -> str:
    """`light` or `dark` by `?theme` or by cookie; empty if the browser decides."""
    wish = request.query_params.get("theme", request.cookies.get("ronde-theme", ""))
    return wish if wish in THEMES else ""


def session_token(request: Request) -> str:
    """The session token in a browser's cookie."""
    return request.cookies.get(COOKIE, "")


def anonymous(request: Request) -> bool:
    """Whether nothing in a request says who asks."""
    cookies = request.cookies
    return COOKIE not in cookies and GUEST not in cookies and "authorization" not in request.headers


def account_of(request: Request) -> Account | None:
    """The signed-in account of a request, as found by its route."""
    account: Account | None = request.scope.get("account")
    return account


def allowed(request: Request, right: Right, slug: str = "") -> bool:
    """Whether the visitor of a request also has another right."""
    account = account_of(request)
    return right is Right.ANYBODY or (account is not None and account.may(right, slug))


def read_form(body: bytes) -> FormData:
    """A form as browsers send it; never on the loop, since a long one of tiny fields takes a while."""
    try:
        fields = parse_qsl(body.decode("latin-1"), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError as error:
        raise HTTPException(400) from error
    return FormData([*fields])


def form_of(request: Request) -> FormData:
    """The form of a request; an empty one if it has another body."""
    sent = request.scope.get(SENT)
    return sent if isinstance(sent, FormData) else FormData()


def body_of(request: Request) -> bytes:
    """The body of a request that is no form."""
    sent = request.scope[SENT]
    return sent if isinstance(sent, bytes) else b""


def set_cookie(
    request: Request, answer: Response, name: str, value: str, age: int, *, strict: bool = True
) -> None:
    """Set a cookie that scripts cannot read and other sites cannot send; without `strict` links carry it."""
    path, secure = request.scope.get("app_root_path", "") + "/", request.url.scheme == "https"
    site: Literal["strict", "lax"] = "strict" if strict else "lax"
    answer.set_cookie(name, value, age, path=path, secure=secure, httponly=True, samesite=site)


def client_of(request: Request) -> str:
    return request.client.host if request.client else ""


@lru_cache(4096)
def source_of(address: str) -> str:
    """Who is charged for a request: the address in IPv4, the /64 network in IPv6.

    >>> source_of("192.0.2.7"), source_of("::ffff:192.0.2.7"), source_of("2001:db8::7")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64')
    """
    try:
        numeric = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(numeric, ipaddress.IPv4Address):
        return address
    if numeric.ipv4_mapped:
        return str(numeric.ipv4_mapped)
    return str(ipaddress.ip_network((numeric, 64), strict=False))


_HERE = ("localhost", "127.0.0.1", "::1", "[::1]")
_ELSEWHERE = "192.0.2.1"
"""A reserved address; looking up the route to it sends nothing."""


def address_of(request: Request) -> str:
    """This server as the visitor reaches it; from this machine, its address in the local network."""
    url = request.base_url
    everywhere = getattr(request.app.state, "everywhere", False)
    if everywhere and url.hostname in _HERE and (host := lan_address()):
        url = url.replace(hostname=host)
    return str(url).rstrip("/")


def only_here(address: str) -> bool:
    """Whether an address works on this machine only, so that phones cannot use it."""
    return urlsplit(address).hostname in _HERE


def lan_address() -> str | None:
    """The address of this machine in the local network, if there is one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((_ELSEWHERE, 9))
        except OSError:
            return None
        return str(asking.getsockname()[0])
