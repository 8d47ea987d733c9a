"""One page of the desk, shown on request, and again with an error."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from starlette.requests import Request
from starlette.responses import Response

from ronde.web.desk.desk_pages import DeskPages
from ronde.web.server.open_tournament import OpenTournament


class DeskPage(ABC):
    """A page about one tournament, for a signed-in arbiter."""

    template: ClassVar[str]

    def __init__(self, desk_pages: DeskPages) -> None:
        self.desk_pages = desk_pages

    @abstractmethod
    def facts(self, request: Request, opened: OpenTournament) -> dict[str, Any]:
        """The variables of the template."""

    def show(self, request: Request) -> Response:
        opened, _ = self.desk_pages.seated(request)
        return self.page(request, opened)

    def page(self, request: Request, opened: OpenTournament, status: int = 200, /, **more: Any) -> Response:
        """The page with further variables; `more` overrides the usual ones."""
        facts = self.facts(request, opened) | more
        return self.desk_pages.page(request, self.template, status, opened=opened, **facts)

    def again(self, request: Request, opened: OpenTournament, trouble: str) -> Response:
        """The page with an error; nothing was changed."""
        return self.page(request, opened, 409, trouble=trouble)
