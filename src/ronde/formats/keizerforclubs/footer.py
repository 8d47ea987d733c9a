"""The last line of every list: the imitated program, the program that wrote it, and the date."""

from __future__ import annotations

from dataclasses import dataclass

from ronde import __version__

RELEASES = "https://github.com/Dumuzy/KeizerForClubs/releases"
LIKE = "2.0.2.4"
"""The version of KeizerForClubs whose lists are imitated."""


@dataclass(frozen=True, slots=True)
class Footer:
    """The two parts of the last line."""

    date: str = ""
    version: str = f"{LIKE}+ronde{__version__}"

    @property
    def program(self) -> str:
        """Names KeizerForClubs and us as the writer."""
        return f"KeizerForClubs v{self.version}"

    @property
    def line(self) -> str:
        """Both parts, as in plain text."""
        return f"{self.program} {self.date}"


def footer_of(at: str) -> Footer:
    """The footer for a time such as 2026-09-01T12:00:00Z, with the date as 01.09.2026."""
    year, _, rest = at[:10].partition("-")
    month, _, day = rest.partition("-")
    return Footer(f"{day}.{month}.{year}" if day else at[:10])
