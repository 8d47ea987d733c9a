"""Arbitrary facts: every field of every kind of fact filled with anything its type allows."""

from __future__ import annotations

from dataclasses import is_dataclass
from enum import Enum
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from ronde.model.events import EVENT_TYPES, Event

_WHOLE = st.integers(-(2**63), 2**63 - 1)
_TEXT = st.text(st.characters(codec="utf-8"), max_size=12)
_PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    int: _WHOLE,
    float: st.floats(allow_nan=False, allow_infinity=False),
    str: _TEXT,
    bool: st.booleans(),
    type(None): st.none(),
}


def anything(hint: Any) -> st.SearchStrategy[Any]:
    """Any value of an annotated type: plain values, enums, dataclasses, tuples, dicts and unions of these."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return st.one_of([anything(part) for part in parts])
    if origin is tuple and parts[-1] is ...:
        return st.lists(anything(parts[0]), max_size=3).map(tuple)
    if origin is tuple:
        return st.tuples(*(anything(part) for part in parts))
    if origin is dict:
        return st.dictionaries(anything(parts[0]), anything(parts[1]), max_size=3)
    if issubclass(hint, Enum):
        return st.sampled_from(hint)
    assert is_dataclass(hint), hint
    build: Any = hint
    return st.builds(build, **{name: anything(inner) for name, inner in get_type_hints(hint).items()})


def facts() -> st.SearchStrategy[Event]:
    """Any fact of any kind."""
    return st.one_of([anything(kind) for kind in EVENT_TYPES.values()])
