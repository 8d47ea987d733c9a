"""Refusals that depend on nothing else of this server, for requests to another host."""

from __future__ import annotations

import base64
import hashlib
from html import escape
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, PlainTextResponse, Response

_STYLE: Final = (
    ":root{color-scheme:light dark}"
    "body{margin:0;min-height:100vh;display:grid;place-content:center;padding:24px;text-align:center;"
    "font:16px/1.45 Inter,system-ui,sans-serif;"
    "background:light-dark(#f6f4ef,#0e1210);color:light-dark(#161b18,#e9ede9)}"
    "main{max-width:34rem;padding:40px 32px;border-radius:12px;overflow-wrap:anywhere;"
    "background:light-dark(#fff,#151a17);border:1px solid light-dark(#e1dcd1,#2b342f)}"
    "h1{margin:0 0 8px;font-size:26px;line-height:1.2}p{margin:0}"
)
_MARK: Final = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
_POLICY: Final = f"default-src 'none'; style-src 'sha256-{_MARK}'; base-uri 'none'; frame-ancestors 'none'"


def refusal(text: str, status: int, asked: Headers, headers: dict[str, str] | None = None) -> Response:
    """One sentence, as a page for browsers and as plain text for programs."""
    if "text/html" not in asked.get("accept", ""):
        return PlainTextResponse(text, status, headers)
    page = (
        '<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>Ronde</title><style>{_STYLE}</style><main><h1>{status}</h1><p>{escape(text)}</p></main>"
    )
    return HTMLResponse(page, status, (headers or {}) | {"Content-Security-Policy": _POLICY})
