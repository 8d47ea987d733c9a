"""A client of Ronde's HTTP API in one file of the standard library: copy it, or run it.

    python3 ronde_client.py http://localhost:8765 open TOKEN

shows the open round. /docs on the server describes every address.
"""

from __future__ import annotations

import json
import sys
import urllib.error
import urllib.request
import uuid
from typing import Any


class Refused(Exception):
    """The server said no: `status`, `code` and `facts` as in the document of errors."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(problem["detail"])
        self.status: int = problem["status"]
        self.code: str = problem["code"]
        self.facts: dict[str, Any] = problem.get("facts", {})


class Tournament:
    """One tournament on a server. Every call is one action, which can be undone."""

    def __init__(self, host: str, name: str, token: str = "") -> None:
        self.address = f"{host.rstrip('/')}/api/v1/t/{name}"
        self.token = token
        self.seen = ""
        """The ETag of the last answer: the state this program knows."""

    def state(self) -> dict[str, Any]:
        """The tournament, its players and its open round."""
        return self._ask("GET", "")

    def add(self, name: str, **card: Any) -> int:
        """Register a player; returns the number. `card` may have first_name, country, club, rating."""
        return int(self._ask("POST", "/players", {"name": name, **card})["players"][0]["id"])

    def present(self, player: int, present: bool = True) -> None:
        """Say that a player is here, or is not."""
        self._ask("PUT", f"/players/{player}/presence", {"present": present})

    def preview(self, seed: int | None = None) -> dict[str, Any]:
        """The tables as a draw would make them; `draw` with its seed makes the same ones."""
        return self._ask("POST", "/draw/preview", {} if seed is None else {"seed": seed})

    def draw(self, seed: int | None = None, *, locked: bool = False) -> dict[str, Any]:
        """Pair the round; `locked`: only if nobody has changed anything since the last answer."""
        return self._ask("POST", "/draw", {} if seed is None else {"seed": seed}, locked=locked)

    def result(self, table: int, first: float, second: float, *, replacing: bool = False) -> None:
        """Enter a result."""
        told = {"first": first, "second": second, "replacing": replacing}
        self._ask("PUT", f"/tables/{table}/result", told)

    def close(self) -> None:
        """Close the round."""
        self._ask("POST", "/close")

    def undo(self) -> None:
        """Take back this program's last action."""
        self._ask("POST", "/undo")

    def _ask(self, method: str, path: str, told: Any = None, *, locked: bool = False) -> dict[str, Any]:
        """One request, sent a second time if the line breaks: the key keeps it from being done twice."""
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if method != "GET":
            headers["Idempotency-Key"] = uuid.uuid4().hex
        if locked:
            headers["If-Match"] = self.seen
        body = None if told is None else json.dumps(told).encode()
        request = urllib.request.Request(self.address + path, body, headers, method=method)
        try:
            return self._sent(request)
        except (ConnectionError, TimeoutError):
            return self._sent(request)

    def _sent(self, request: urllib.request.Request) -> dict[str, Any]:
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                self.seen = answer.headers.get("ETag", "")
                found: dict[str, Any] = json.load(answer)
                return found
        except urllib.error.HTTPError as error:
            raise Refused(json.load(error)) from error


def main() -> None:
    """Show the open round of a tournament."""
    if len(sys.argv) not in (3, 4):
        sys.exit("usage: ronde_client.py HOST TOURNAMENT [TOKEN]")
    try:
        state = Tournament(*sys.argv[1:]).state()
    except Refused as refusal:
        sys.exit(str(refusal))
    print(state["tournament"]["name"])
    for table in state["round"]["tables"]:
        print(table["table"], " - ".join(table["names"]), table["score"] or "")


if __name__ == "__main__":
    main()
