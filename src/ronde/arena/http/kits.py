"""The kits for authors of engines: one for each language, packed with the offline checker.

Their files are in `examples/kits` of a checkout, and beside this module in the wheel.
"""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from ronde.arena.http import diagnosis

_INSTALLED: Final = Path(__file__).with_name("kit_files")
_CHECKOUT: Final = Path(__file__).parents[4] / "examples" / "kits"
_DATE: Final = (2026, 1, 1, 0, 0, 0)
"""The date of every packed file, so that the ZIP is reproducible."""


@dataclass(frozen=True, slots=True)
class Kit:
    """A starting point for an engine in one language."""

    name: str
    """In addresses and names of folders."""
    language: str
    file: str
    """The file that an author edits."""
    start: str
    """The command that starts the engine on port 8000."""
    needs: str
    """What must be installed."""

    @property
    def zip_name(self) -> str:
        return f"ronde-engine-{self.name}.zip"


_ALL: Final = (
    Kit("python", "Python", "engine.py", "python3 engine.py --port 8000", "Python ≥ 3.10"),
    Kit("php", "PHP", "engine.php", "php -S 127.0.0.1:8000 engine.php", "PHP ≥ 8.0"),
    Kit("javascript", "JavaScript", "engine.js", "node engine.js --port 8000", "Node ≥ 18"),
    Kit("java", "Java", "Engine.java", "java Engine.java --port 8000", "JDK ≥ 11"),
    Kit("csharp", "C#", "Engine.cs", "dotnet run -- --port 8000", ".NET SDK ≥ 8, Mono"),
    Kit("c", "C", "engine.c", "cc -O2 -pthread -o engine engine.c && ./engine --port 8000", "gcc, clang"),
)
KITS: Final = {kit.name: kit for kit in _ALL}
"""By their names, in the order in which they are offered."""


@lru_cache(len(KITS))
def packed_kit(name: str) -> bytes:
    """The ZIP of a kit, with one folder inside."""
    kit, packed = KITS[name], io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as target:
        for path in _files(kit):
            text = path.read_text(encoding="utf-8")
            if path.suffix == ".md":
                text = _filled_in(text, kit)
            entry = zipfile.ZipInfo(f"ronde-engine-{kit.name}/{path.name}", _DATE)
            entry.external_attr = 0o644 << 16
            target.writestr(entry, text, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _files(kit: Kit) -> list[Path]:
    """The engine, the files all kits share, and the module by which the tester names faults."""
    source = _INSTALLED if _INSTALLED.is_dir() else _CHECKOUT
    paths = [path for folder in (kit.name, "shared") for path in (source / folder).glob("*.*")]
    return [*sorted(paths), Path(diagnosis.__file__)]


def _filled_in(text: str, kit: Kit) -> str:
    for name in ("language", "file", "start", "needs"):
        text = text.replace(f"{{{name}}}", getattr(kit, name))
    return text
