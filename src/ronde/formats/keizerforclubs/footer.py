"""The last line of every list: the program it imitates, the program that wrote it, and the date."""

from __future__ import annotations

from dataclasses import dataclass

from ronde import __version__

RELEASES = "https://github.com/Dumuzy/KeizerForClubs/releases"
LIKE = "2.0.2.4"
"""The version of KeizerForClubs whose lists ours are like."""


@dataclass(frozen=True, slots=True)
class Footer:
    """The two parts of the last line."""

    date: str = ""
    version: str = f"{LIKE}+ronde{__version__}"

    @property
    def program(self) -> str:
        """The list is KeizerForClubs' and the writer is us."""
        return f"KeizerForClubs v{self.version}"

    @property
    def line(self) -> str:
        """Both parts, as plain text has them."""
        return f"{self.program} {self.date}"


def footer_of(at: str) -> Footer:
    """The footer for a moment told as 2026-09-01T12:00:00Z, the date written as 01.09.2026."""
    year, _, rest = at[:10].partition("-")
    month, _, day = rest.partition("-")
    return Footer(f"{day}.{month}.{year}" if day else at[:10])
