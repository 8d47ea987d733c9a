"""Who sits at the desk, and how others may."""

from __future__ import annotations

import re

import pytest
from tests.support.in_process import Visitor

from ronde.web.desk.accounts import device_name


def test_an_invitation_is_a_link_that_seats_somebody_else(inside: Visitor) -> None:
    page = inside.post("/seats/invite", {"name": "Ann", "role": "helper", "tournament": "open"})
    found = re.search(r"/enter/[\w-]+", page.text)
    assert found
    ann = Visitor(inside.app, inside.runner)

    assert ann.post(found.group()).status == 303
    assert ann.get("/desk/open").status == 200
    assert ann.get("/seats").status == 403
    assert "Ann" in inside.get("/seats").text


def test_a_helper_of_no_tournament_is_refused_with_a_sentence(inside: Visitor) -> None:
    page = inside.post("/seats/invite", {"name": "Ann", "role": "helper", "tournament": "nothing"})

    assert page.status == 409
    assert "/enter/" not in page.text


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
        ("curl/8.5.0", "curl/8.5.0"),
        ("", ""),
    ],
)
def test_a_browser_is_called_as_people_call_it(agent: str, name: str) -> None:
    assert device_name(agent) == name
