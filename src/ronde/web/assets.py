"""Static files, icons and QR codes."""

from __future__ import annotations

import gzip
import hashlib
import io
import mimetypes
import re
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

import segno
from markupsafe import Markup
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ronde.render.shell import ICONS, SHARED, sprite

# Static files: read once and compressed, each with a hash of its content.
#
# An address with the right hash (`/static/face.css?m=1a2b3c4d`) may be cached for a year: another content
# has
# another hash. Without it a browser revalidates each time.


FOLDER: Final = Path(__file__).with_name("static")
"""Files that only these pages load; colours and boards come with the pages without a server."""
_TEXTS: Final = (".css", ".js", ".svg", ".txt")
_FOREVER: Final = "public, max-age=31536000, immutable"
_TYPES: Final = {".js": "text/javascript", ".woff2": "font/woff2"}
"""Types that some systems do not know, or name differently."""
_FILES: Final = re.compile(r"(?<=url\()[\w-]+\.woff2(?=\))")


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent: its type, its bytes, the same compressed, and the hash of its content."""

    type: str
    body: bytes
    packed: bytes | None
    mark: str


@cache
def asset(name: str) -> Asset | None:
    paths = [folder / name for folder in (FOLDER, SHARED)]
    path = next((one for one in paths if one.parent in (FOLDER, SHARED) and one.is_file()), None)
    if path is None:
        return None
    body = path.read_bytes()
    if path.suffix == ".css":
        body = _FILES.sub(_marked, body.decode()).encode()
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    packed = gzip.compress(body, mtime=0) if path.suffix in _TEXTS else None
    return Asset(kind, body, packed, hashlib.blake2b(body, digest_size=4).hexdigest())


ROOT: Final = ContextVar("root", default="")
"""The path of this server behind a proxy, while a page is drawn."""


def url(path: str) -> str:
    """An address as a page writes it: one of this server below the path that a proxy gives it."""
    return ROOT.get() + path if path.startswith("/") else path


def _marked(match: re.Match[str]) -> str:
    """The name of a file that a style sheet loads, with its hash."""
    file = asset(match[0])
    return f"{match[0]}?m={file.mark}" if file else match[0]


def asset_link(name: str) -> str:
    """The address of a file with the hash of its content."""
    file = asset(name)
    if file is None:
        raise KeyError(name)
    return url(f"/static/{name}?m={file.mark}")


async def serve_asset(request: Request) -> Response:
    """A static file; 304 if the browser has it already."""
    file = asset(request.path_params["name"])
    if file is None:
        raise HTTPException(404)
    lasting = request.query_params.get("m") == file.mark
    tag = f'"{file.mark}"'
    headers = {"ETag": tag, "Cache-Control": _FOREVER if lasting else "no-cache", "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if file.packed is not None and takes_gzip(request.headers):
        return Response(file.packed, headers=headers | {"Content-Encoding": "gzip"}, media_type=file.type)
    return Response(file.body, headers=headers, media_type=file.type)


def takes_gzip(asked: Headers) -> bool:
    return "gzip" in asked.get("accept-encoding", "")


def asset_route() -> Route:
    return Route("/static/{name}", serve_asset)


# Icons of the pages: beside their words, and once in the sprite of the page that uses them.


PLACE: Final = "<!--icons-->"
"""Where the sprite is inserted: last in the part that live updates replace, so that they bring icons."""
_USED: Final = re.compile(r'href="#i-([a-z]+)"')


def icon(name: str, kind: str = "") -> Markup:
    """An icon next to its word, hidden from screen readers."""
    if name not in ICONS:
        raise KeyError(name)
    more = f" {kind}" if kind else ""
    return Markup(f'<svg class="i{more}" aria-hidden=true><use href="#i-{name}"/></svg>')


def with_icons(page: str) -> str:
    """A page with a sprite of the icons it uses."""
    if PLACE not in page:
        return page
    return page.replace(PLACE, sprite(_USED.findall(page)))


# QR codes as SVG, dark on light in every theme.


@lru_cache(2_000)  # a code takes three milliseconds, and the same cards are printed after every round
def qr_svg(text: str, title: str | None = None) -> str:
    drawn = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        drawn, "svg", border=4, light="#fff", xmldecl=False, svgclass="qr", lineclass=None, omitsize=True,
        title=title, nl=False,
    )  # fmt: skip
    return drawn.getvalue().decode()
