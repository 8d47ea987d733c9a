"""The addresses of the API: one for every command and every query."""

from __future__ import annotations

from ronde.app.commands import COMMANDS
from ronde.app.queries import QUERIES
from ronde.web.api import COMMAND_OPERATIONS, QUERY_OPERATIONS
from ronde.web.server.accounts import GRANTED


def test_every_command_and_every_query_has_an_address_of_its_own() -> None:
    assert [act.kind for act in (*COMMAND_OPERATIONS, *QUERY_OPERATIONS)] == [*COMMANDS, *QUERIES]
    assert len({(act.method, act.path) for act in (*COMMAND_OPERATIONS, *QUERY_OPERATIONS)}) == len(
        COMMANDS
    ) + len(QUERIES)


def test_every_command_needs_a_right_that_a_token_may_have() -> None:
    assert {act.kind.right for act in COMMAND_OPERATIONS} == set(GRANTED)


def test_the_holes_of_an_address_are_fields() -> None:
    for act in COMMAND_OPERATIONS:
        assert set(act.holes) <= set(act.kind.__struct_fields__), act.path
