"""The page that lists and tries the addresses for programs."""

from __future__ import annotations

import json

import pytest
from tests.support.in_process import Visitor

from ronde.web.api_page import messages, operations
from ronde.web.openapi import document


def test_every_operation_of_the_description_is_on_the_page_but_the_endless_stream() -> None:
    described = {
        (path, method)
        for path, methods in document(referee=True)["paths"].items()
        for method in methods
        if not path.endswith("/live")
    }
    assert {(one.path, one.method) for one in operations(referee=True)} == described


def test_a_body_to_begin_with_has_the_required_fields() -> None:
    bodies = {
        one.path: one.example for one in operations(referee=False) if one.method == "post" and one.example
    }
    assert "name" in json.loads(bodies["/api/v1/t/{slug}/players"])


def test_what_a_question_needs_has_a_field_and_a_command_can_be_previewed(public: Visitor) -> None:
    asked = {one.name: one.asked for one in operations(referee=False)}
    assert asked["askWhyNot"][:2] == (("one", True), ("other", True))
    assert ("preview", False) in asked["closeRound"]

    assert '<input id="askWhyNot-one" name="one" data-asked required>' in public.get("/docs").text


def test_every_message_that_the_server_sends_is_on_the_page_with_its_fields(public: Visitor) -> None:
    described = document(referee=True)["webhooks"]
    assert [one.path for one in messages(referee=True)] == list(described)
    fact = json.loads(next(one for one in messages(referee=False) if one.path == "fact").example)
    assert list(fact) == ["tournament", "name", "number", "action", "at", "actor", "kind", "fact"]
    assert (fact["kind"], fact["fact"]) == ("TournamentOpened", {})

    page = public.get("/docs").text

    assert "<h2>What this server sends by itself</h2>" in page
    assert described["fact"]["post"]["summary"] in page
    assert described["engineLosses"]["post"]["summary"] not in page  # this server referees nobody


def test_what_reads_is_told_from_what_writes() -> None:
    acts = {one.path: one.writes for one in operations(referee=False) if one.method == "post"}
    assert acts["/api/v1/t/{slug}/draw"]
    assert not acts["/api/v1/t/{slug}/draw/preview"]


@pytest.mark.parametrize(("language", "word"), [("en", "Send"), ("fr", "Envoyer")])
def test_the_page_is_in_the_language_of_the_reader(public: Visitor, language: str, word: str) -> None:
    public.language = language
    page = public.get("/docs")
    assert page.status == 200
    assert f'<button class="strong">{word}</button>' in page.text
    assert '<option value="open">' in page.text
    assert "/api/v1/t/{slug}/players" in page.text
