"""Refusals made before any page: a small page of its own for browsers, a sentence for programs."""

from __future__ import annotations

import base64
import hashlib
import re

from starlette.datastructures import Headers
from tests.support.in_process import Visitor

from ronde.web.server.security import refusal


def test_a_browser_that_names_another_server_gets_a_page_that_needs_nothing_else(public: Visitor) -> None:
    answer = public.get("/t/open", Host="evil.example", Accept="text/html")

    assert answer.status == 421
    assert answer.headers["content-type"].startswith("text/html")
    assert "evil.example" in answer.text
    style = re.search("<style>(.*)</style>", answer.text)
    assert style
    mark = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    assert f"style-src 'sha256-{mark}'" in answer.headers["content-security-policy"]


def test_a_program_gets_the_sentence_alone(public: Visitor) -> None:
    answer = public.get("/t/open", Host="evil.example", Accept="*/*")

    assert answer.status == 421
    assert answer.headers["content-type"].startswith("text/plain")
    assert "<" not in answer.text


def test_what_somebody_sent_cannot_become_part_of_the_page() -> None:
    answer = refusal("<b>name</b>", 421, Headers({"accept": "text/html"}))

    assert b"<b>" not in bytes(answer.body)
