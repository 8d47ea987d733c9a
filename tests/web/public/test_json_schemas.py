"""The shapes of data that pages give to programs."""

from __future__ import annotations

import json

from ronde.web.openapi import OF_ENGINES, SCHEMAS

SHAPES = {**SCHEMAS, **OF_ENGINES}


def test_what_a_shape_requires_is_among_its_fields() -> None:
    for name, shape in SHAPES.items():
        assert set(shape.get("required", ())) <= shape.get("properties", {}).keys(), name


def test_shapes_name_only_each_other() -> None:
    named = {part.split('"')[0] for part in json.dumps(SHAPES).split("#/components/schemas/")[1:]}

    assert named <= SHAPES.keys()
