"""The description of the API for programs."""

from __future__ import annotations

import json

from ronde.web.api import COMMAND_OPERATIONS, QUERY_OPERATIONS
from ronde.web.openapi import OF_ENGINES, SCHEMAS, api_paths, api_schemas


def test_every_command_and_every_query_is_described_at_its_address() -> None:
    described = {(path, method) for path, methods in api_paths().items() for method in methods}

    ours = {
        (act.path.replace(":int", ""), act.method.lower()) for act in (*COMMAND_OPERATIONS, *QUERY_OPERATIONS)
    }
    assert ours <= {(path.removeprefix("/api/v1/t/{slug}"), method) for path, method in described}


def test_every_shape_that_is_named_is_there() -> None:
    known = {**SCHEMAS, **OF_ENGINES, **api_schemas()}
    text = json.dumps([api_paths(), known])
    named = {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}

    assert named <= known.keys()
