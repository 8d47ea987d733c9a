"""Static files: read once, made smaller and compressed, each with a hash of its content.

An address with the right mark (`/static/face.css?m=1a2b3c4d`) may be kept for a year: another file has
another mark. Without it a browser asks each time whether its copy is still good.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ronde.formats.pages.door import SHARED

FOLDER: Final = Path(__file__).with_name("static")
"""What only these pages load; the colours and the boards are those of the pages without a server."""
_TEXTS: Final = (".css", ".js", ".svg", ".txt")
_FOREVER: Final = "public, max-age=31536000, immutable"
_TYPES: Final = {".js": "text/javascript", ".woff2": "font/woff2"}
"""Types that some machines do not know, or know by another name."""
_QUOTED: Final = re.compile(r'("[^"]*")')
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_PIECE: Final = re.compile(r"([^{};]*)([{};]|$)")
"""A selector or the head of an at-rule up to its brace, or a declaration up to its end."""
_HOLE: Final = "\0"
"""Stands for what was in quotes."""
_BEHIND: Final = re.compile(r"  // [^\"'`]*$")
"""A comment behind a line of a script."""
_LITERAL: Final = re.compile(r"[\"'`/]")
_SIGNS: Final = re.compile(r"\s*(=>|[!=]==|&&|\|\||[=?:,;{}()])\s*")
_WORD: Final = re.compile(r'="([a-z][a-z-]*)"\]')
"""A word in an attribute needs no quotes."""
_PAIRED: Final = re.compile(r"\s*([>+~,])\s*")
_COMPARED: Final = re.compile(r"\s*([<>]=?|[:,])\s*|(?<=@media) (?=\()")
_PSEUDO: Final = re.compile(r"::(?=(?:before|after)\b)")
_LISTED: Final = re.compile(r"\s*([,/])\s*| (?=!)|(?<=\)) (?=[\w#.])")
_FILES: Final = re.compile(r"(?<=url\()[\w-]+\.woff2(?=\))")


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent: its type, its bytes, the same packed, and the mark of its content."""

    type: str
    body: bytes
    packed: bytes | None
    mark: str


def squeezed(sheet: str) -> str:
    """A style sheet without comments and needless blanks; what stands in quotes stays as it is.

    >>> squeezed('a :hover, b { color: red; }  /* why */ c::after { content: ", "; }')
    'a :hover,b{color:red}c::after{content:", "}'
    """
    bare = _WORD.sub(r"=\1]", _COMMENT.sub("", sheet))
    quoted = iter(_QUOTED.findall(bare))
    narrow = _PIECE.sub(_narrowed, _QUOTED.sub(_HOLE, bare)).replace(";}", "}")
    return re.sub(_HOLE, lambda _: next(quoted), narrow)


def _narrowed(piece: re.Match[str]) -> str:
    """A selector, the head of an at-rule or a declaration without blanks that mean nothing there."""
    text, end = " ".join(piece[1].split()), piece[2]
    if text.startswith("@"):
        return _COMPARED.sub(lambda sign: sign[1] or "", text) + end
    if end == "{":
        return _PSEUDO.sub(":", _PAIRED.sub(r"\1", text)) + end
    name, colon, value = text.partition(":")
    return f"{name}{colon}{_LISTED.sub(lambda sign: sign[1] or '', value.strip())}{end}"


def unindented(script: str) -> str:
    """A script without its indentation, its comments and, where no text may be meant, its needless blanks.

    No text of ours spans lines.

    >>> unindented("if (a) {\\n  // why\\n  b(c, 1);  // and then\\n  d = ' , ';\\n}\\n")
    "if(a){\\nb(c,1);\\nd = ' , ';\\n}\\n"
    """
    lines = (_BEHIND.sub("", line).strip() for line in script.splitlines())
    return "".join(f"{_tight(line)}\n" for line in lines if line and not line.startswith("//"))


def _tight(line: str) -> str:
    """A line without blanks around its signs, unless it has quotes or a pattern in which blanks count."""
    return line if _LITERAL.search(line) else _SIGNS.sub(r"\1", line)


@cache
def asset(name: str) -> Asset | None:
    """The file of that name, if pages have one."""
    paths = [folder / name for folder in (FOLDER, SHARED)]
    path = next((one for one in paths if one.parent in (FOLDER, SHARED) and one.is_file()), None)
    if path is None:
        return None
    body = path.read_bytes()
    if path.suffix == ".css":
        body = _FILES.sub(_marked, squeezed(body.decode())).encode()
    if path.suffix == ".js" and path.parent == FOLDER:
        body = unindented(body.decode()).encode()
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    packed = gzip.compress(body, mtime=0) if path.suffix in _TEXTS else None
    return Asset(kind, body, packed, hashlib.blake2b(body, digest_size=4).hexdigest())


def _marked(match: re.Match[str]) -> str:
    """The name of a file that a sheet loads, with its mark: a font is asked for once."""
    file = asset(match[0])
    return f"{match[0]}?m={file.mark}" if file else match[0]


def asset_link(name: str) -> str:
    """The address of a file with the mark of its content."""
    file = asset(name)
    if file is None:
        raise KeyError(name)
    return f"/static/{name}?m={file.mark}"


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
    """Whether the client accepts gzip."""
    return "gzip" in asked.get("accept-encoding", "")


def asset_route() -> Route:
    """The address of all files of the pages."""
    return Route("/static/{name}", serve_asset)
