"""What the wheel says of itself, and what it packs: sentences and templates lie in few files there.

A ZIP compresses every file by itself and pays some 200 bytes for each. Hundreds of small texts that resemble
each other take half the room in one file. The source, and an editable installation, have them as written.
"""

from __future__ import annotations

import json
import re
import runpy
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface


class ReadmeHook(MetadataHookInterface):
    """Makes the links of the README absolute; in the repository they stay relative."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the description and the addresses."""
        home = str(self.config["home"]).rstrip("/")
        text = Path(self.root, "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": absolute(text, home)}
        metadata["urls"] = {
            "Homepage": home,
            "Documentation": f"{home}/docs/arbiter.en.md",
            "Changes": f"{home}/CHANGELOG.md",
            "Security": f"{home}/SECURITY.md",
        }


def absolute(text: str, home: str) -> str:
    """The text with every relative link and picture at its address below `home`."""
    return re.sub(r"\]\((?!https?://|#)([^)]+)\)", rf"]({home}/\1)", text)


WORDS = "src/ronde/i18n/words"
TEMPLATES = "src/ronde/web/templates"
ENGLISH = "en"
"""The language whose keys the others share."""


class PackHook(BuildHookInterface[Any]):
    """Packs the sentences of each language into one module, and all templates into one file."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the packed files, and say where in the wheel they belong."""
        if version == "editable":
            return
        self._made = tempfile.TemporaryDirectory(prefix="ronde-wheel-")
        packed = {
            f"ronde/i18n/words/{name}.py": text for name, text in modules(Path(self.root, WORDS)).items()
        }
        packed["ronde/web/templates.json"] = templates(Path(self.root, TEMPLATES))
        for at, (place, text) in enumerate(packed.items()):
            file = Path(self._made.name, str(at))
            file.write_text(text, "utf-8")
            build_data["force_include"][str(file)] = place

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what is in the wheel now."""
        if version != "editable":
            self._made.cleanup()


def modules(folder: Path) -> dict[str, str]:
    """A module for each language: English by section and key, the others in the order of its keys."""
    languages = sorted(path.name for path in folder.iterdir() if path.is_dir() and any(path.glob("*.py")))
    english = sections(folder / ENGLISH)
    told: dict[str, Any] = {name: aligned(sections(folder / name), english) for name in languages}
    told[ENGLISH] = english
    return {name: f"SECTIONS = {written(one)}\n" for name, one in told.items()}


def sections(folder: Path) -> dict[str, dict[str, Any]]:
    """The sentences of a language by section and key."""
    files = sorted(path for path in folder.glob("*.py") if path.stem != "__init__")
    return {path.stem: runpy.run_path(str(path))["WORDS"] for path in files}


def aligned(own: dict[str, dict[str, Any]], english: dict[str, dict[str, Any]]) -> dict[str, tuple[Any, ...]]:
    """Sentences in the order of the English keys, None where one is missing."""
    for section, words in own.items():
        if strange := set(words) - set(english.get(section, {})):
            raise ValueError(f"English has no sentence for {section}: {sorted(strange)}")
    return {section: tuple(own[section].get(key) for key in english[section]) for section in own}


def written(book: dict[str, Any]) -> str:
    """A mapping as Python writes it, a section on a line."""
    return "{\n" + "".join(f"{name!r}: {words!r},\n" for name, words in book.items()) + "}"


def templates(folder: Path) -> str:
    """All templates by their names."""
    files = sorted(folder.rglob("*.html"))
    told = {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in files}
    return json.dumps(told, ensure_ascii=False, indent=0)
