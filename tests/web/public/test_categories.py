"""Tabs for everybody and for each category."""

from __future__ import annotations

from dataclasses import replace

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from tests.support.builders import players, tournament

from ronde.web.public.categories import category_of, category_views, known_categories

HALL = tournament([replace(card, categories=("U20",) if card.id == 1 else ()) for card in players(2)])


def asking(query: str) -> Request:
    return Request({"type": "http", "query_string": query.encode(), "headers": []})


def test_a_category_that_somebody_has_is_known_without_being_defined() -> None:
    assert known_categories(HALL) == {"U20": "U20"}


def test_one_nobody_knows_is_not_found_and_none_is_everybody() -> None:
    assert category_of(asking("category=U20"), HALL) == "U20"
    assert category_of(asking(""), HALL) is None
    with pytest.raises(HTTPException):
        category_of(asking("category=W"), HALL)


def test_tabs_keep_the_rest_of_the_address_and_are_not_there_without_categories() -> None:
    views = category_views({"U20": "Juniors"}, "/t/open/standings", "U20", "en", "explain")

    assert [view[0] for view in views] == [
        "/t/open/standings?explain",
        "/t/open/standings?category=U20&explain",
    ]
    assert [view[2] for view in views] == [False, True]
    assert category_views({}, "/t/open/standings", None, "en") == []
