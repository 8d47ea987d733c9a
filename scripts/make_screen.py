"""Draws docs/screens/terminal.svg: a round of the demo with its bills, as in a terminal."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from html import escape
from pathlib import Path

LINE, CHAR = 18, 8.4


def picture(lines: list[str]) -> str:
    """The lines as they look on a dark terminal."""
    width = int(max(len(line) for line in lines) * CHAR) + 40
    rows = "\n".join(
        f'<text x="20" y="{34 + at * LINE}" xml:space="preserve"{_tone(line)}>{escape(line)}</text>'
        for at, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {50 + len(lines) * LINE}" '
        f'font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14" fill="#d8dee9">\n'
        f"<title>A round with its bills, then the standings</title>\n"
        f'<rect width="100%" height="100%" rx="8" fill="#1d2330"/>\n{rows}\n</svg>\n'
    )


def _tone(line: str) -> str:
    if line.startswith("$"):
        return ' fill="#8fd3a8"'
    return ' fill="#8b95a7"' if line.startswith("        ") else ""


def drawn() -> str:
    """Play the demo and draw its last round."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "ronde", "--lang", "en", "demo", "demo"]
        shown = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout
    lines = shown.splitlines()
    starts = [at for at, line in enumerate(lines) if line.startswith("$ ronde pair")]
    closes = [at for at, line in enumerate(lines) if line.startswith("$ ronde close")]
    pairing, standings = lines[starts[-1] :][:21], lines[closes[-1] :][:12]
    return picture([*pairing, "  …", "", *standings, "  …"])


if __name__ == "__main__":
    target = Path(__file__).parents[1] / "docs" / "screens" / "terminal.svg"
    target.write_text(drawn(), encoding="utf-8")
