"""Signing in and out."""

from __future__ import annotations

import re

from tests.support.in_process import Visitor


def invitation(inside: Visitor) -> str:
    page = inside.post("/seats/invite", {"name": "Ann", "role": "helper", "tournament": "open"})
    found = re.search(r"/enter/[\w-]+", page.text)
    assert found
    return found.group()


def test_opening_a_link_does_not_use_it_up_and_using_it_does(inside: Visitor) -> None:
    link = invitation(inside)
    ann, bob = Visitor(inside.app, inside.runner), Visitor(inside.app, inside.runner)
    for _ in range(2):
        assert ann.get(link).status == 200

    assert ann.post(link).status == 303
    bob.post(link)
    assert bob.get("/desk/open").status == 403


def test_a_wrong_password_and_a_wrong_name_get_the_same_answer(inside: Visitor) -> None:
    inside.post("/seats/password", {"name": "Ann", "role": "arbiter", "password": "correct horse battery"})
    stranger = Visitor(inside.app, inside.runner)
    wrong = stranger.post("/enter", {"name": "Ann", "password": "wrong"})
    nobody = stranger.post("/enter", {"name": "Eve", "password": "wrong"})

    assert wrong.status == nobody.status
    assert wrong.text.replace("Ann", "") == nobody.text.replace("Eve", "")


def test_who_signs_out_is_out(inside: Visitor) -> None:
    inside.post("/leave")

    assert inside.get("/desk/open").status == 403


def test_the_cookie_is_for_no_script_and_no_other_site(inside: Visitor) -> None:
    ann = Visitor(inside.app, inside.runner)
    cookie = ann.post(invitation(inside)).headers["set-cookie"].lower()

    assert "httponly" in cookie
    assert "samesite" in cookie
