"""The teacher's pages, and the games of the ladder, on a real server."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from tests.arena.course.classroom import GOOD, LAST, classroom
from tests.arena.web.course.school import School, school
from tests.support.web_server import Browser

pytestmark = pytest.mark.full


def games(running: School, name: str) -> str:
    """The page of a program, once it has played on the ladder."""
    for _ in range(600):
        text = running.browser.get(running.links[name]).text
        if "/game/" in text:
            return text
        time.sleep(0.2)
    raise AssertionError("no game was played")


def test_a_day_of_a_teacher(tmp_path: Path) -> None:
    with school(classroom(tmp_path, "Ada <b>\nBea\nCarl\n")) as running:
        running.send("j01", GOOD.encode())
        running.send("j02", LAST.encode())
        own = games(running, "j01")
        teacher = Browser(running.browser.port)

        # the teacher comes to the class at once, and sees everybody
        assert teacher.enter(running.teacher).headers["location"] == "/course/desk"
        table = teacher.get("/course/desk").text
        assert "Ada &lt;b&gt;" in table
        assert "±" not in table, "a few games make no rating"
        assert "3 programs, 2 handed in, 2 play." in table
        assert table.count('<span class="badge good">accepted</span>') == 2

        # reports and files are there for the teacher
        assert "j02 can play." in teacher.get("/course/desk/j02").words
        upload = teacher.get("/course/desk/j02/1/upload")
        assert upload.body == LAST.encode()
        assert upload.headers["content-type"] == "application/octet-stream"
        assert upload.headers["content-disposition"].startswith("attachment")
        assert teacher.get("/course/desk/j02/9/upload").status == 404
        assert teacher.get("/course/desk/j99").status == 404

        # a student replays a game and reads nothing of the other's messages
        place = own.partition('href="' + running.links["j01"] + "/game/")[2].partition('"')[0]
        address = f"{running.links['j01']}/game/{place}"
        assert "secret thoughts" not in running.browser.get(address).text
        assert "secret thoughts" not in running.browser.get(f"{address}.json").text
        theirs = f"{running.links['j02']}/game/{place}.json"
        assert "secret thoughts" in running.browser.get(theirs).text
        assert running.browser.get(f"{running.links['j03']}/game/{place}").status == 404

        # cards, and a new link that makes the old one void
        cards = teacher.get("/course/desk/cards").text
        assert running.links["j01"] in cards
        assert teacher.post("/course/desk/renew", {"program": "j01"}).status == 303
        assert running.links["j01"] not in teacher.get("/course/desk/cards").text
        assert running.browser.get(running.links["j01"]).status == 404
        assert teacher.post("/course/desk/renew", {"program": "nobody"}).status == 404

        # rules that are broken while the server runs are told and not used
        running.folder.rules.write_text("deadline = 3")
        assert "“deadline” is not a key of course.toml" in teacher.get("/course/desk").text
        assert running.browser.get(running.links["j02"]).status == 200
