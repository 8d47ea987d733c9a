"""A real server of a course, and students who send files to it."""

from __future__ import annotations

import http.client
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tests.support.web_server import Answer, Browser, server

from ronde.arena.course import CourseFolder
from ronde.arena.web.course import course_links

Sent = bytes | tuple[str, bytes]
"""A file, or its name too."""


@dataclass
class School:
    """A running server: its browser for everybody, the link of the teacher, and the links of students."""

    browser: Browser
    teacher: str
    folder: CourseFolder
    links: dict[str, str]

    def send(self, name: str, *files: Sent, link: str = "", field: str = "file") -> Answer:
        """Upload files by a link, as a browser does."""
        mark, body = "----ronde", b""
        for one in files:
            file, data = one if isinstance(one, tuple) else ("x", one)
            head = f'--{mark}\r\nContent-Disposition: form-data; name="{field}"; filename="{file}"\r\n\r\n'
            body += head.encode() + data + b"\r\n"
        body += f"--{mark}--\r\n".encode()
        connection = http.client.HTTPConnection("127.0.0.1", self.browser.port, timeout=60)
        kind = f"multipart/form-data; boundary={mark}"
        headers = {"Content-Type": kind, "Sec-Fetch-Site": "same-origin", "Accept-Language": "en"}
        connection.request("POST", link or self.links[name], body, headers)
        response = connection.getresponse()
        answer = Answer(response.status, dict(response.getheaders()), response.read())
        connection.close()
        return answer

    def page(self, name: str, language: str = "en", more: str = "") -> str:
        """What a student reads on his page, once nothing is being checked."""
        for _ in range(600):
            text = self.browser.get(self.links[name] + more, Accept_Language=language).text
            if "http-equiv" not in text:
                return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text.partition("<main")[2]))
            time.sleep(0.2)
        raise AssertionError("the check did not end")


@contextmanager
def school(folder: CourseFolder) -> Iterator[School]:
    """A server of that course."""
    with server(options=["--course", str(folder.path)]) as (browser, link, _):
        found = course_links(folder.path, "http://x")
        yield School(browser, link, folder, {name: url.removeprefix("http://x") for name, _, url in found})
