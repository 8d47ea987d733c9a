"""Makes `lock/run.txt` and `lock/dev.txt` anew: every package that ./go installs, by version and by hash.

    python3 docs/make_lock.py                   keep the versions, learn the hashes again
    python3 docs/make_lock.py aiohttp numpy     raise these two to the newest that pyproject.toml allows
    python3 docs/make_lock.py --fetch NAME SHA256 FILE    fetch one file by hash, and run nothing

It asks the index that pip is configured with, through pip itself, so it needs a Python that has pip. Versions
are chosen by pip on this machine; what only another system or another Python of SUPPORTED needs is added with
its marker. Of every version all wheels are listed, so that each of them installs; sources are not, because
building them would fetch tools that nobody has pinned.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from pip._internal.commands import create_command
from pip._internal.index.collector import parse_links
from pip._internal.models.link import Link
from pip._vendor.packaging.requirements import Requirement
from pip._vendor.packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
RUN, DEV = ROOT / "lock" / "run.txt", ROOT / "lock" / "dev.txt"
EDITABLE = "editables~=0.3"
"""What hatchling asks for when a project is installed where it lies."""
SYSTEMS = {"linux": "Linux", "darwin": "Darwin", "win32": "Windows"}
MACHINES = {"linux": ("x86_64", "aarch64"), "darwin": ("x86_64", "arm64"), "win32": ("AMD64",)}
SUPPORTED = [
    {
        "python_version": python, "python_full_version": f"{python}.0", "sys_platform": system,
        "platform_system": SYSTEMS[system], "os_name": "nt" if system == "win32" else "posix",
        "platform_machine": machine, "implementation_name": "cpython",
        "platform_python_implementation": "CPython", "extra": "",
    }
    for python in ("3.11", "3.12", "3.13", "3.14")
    for system in SYSTEMS
    for machine in MACHINES[system]
]  # fmt: skip
PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)", re.MULTILINE)
HEAD = """# {title} Made by docs/make_lock.py; do not write here by hand.
# ./go installs with --require-hashes: a file whose hash is not below is not installed.
"""


def wanted() -> tuple[list[str], list[str]]:
    """What pyproject.toml asks for: to run and to be installed, and to be tested."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"].values()
    run = [*project["project"]["dependencies"], *project["build-system"]["requires"], EDITABLE]
    return run, [text for extra in extras for text in extra]


def pins() -> dict[str, str]:
    """The versions of the present lists."""
    return {
        canonicalize_name(name): version
        for path in (RUN, DEV)
        if path.exists()
        for name, version in PIN.findall(path.read_text(encoding="utf-8"))
    }


def resolve(roots: Iterable[str], kept: dict[str, str]) -> dict[str, dict[str, Any]]:
    """What pip would install, by name: its metadata."""
    with tempfile.TemporaryDirectory() as folder:
        constraints, report = Path(folder) / "kept.txt", Path(folder) / "report.json"
        constraints.write_text("".join(f"{name}=={version}\n" for name, version in kept.items()))
        line = [sys.executable, "-m", "pip", "install", "-q", "--dry-run", "--ignore-installed"]
        line += ["--only-binary", ":all:", "--report", str(report), "-c", str(constraints), *roots]
        subprocess.run(line, check=True)
        found = json.loads(report.read_text(encoding="utf-8"))["install"]
    return {canonicalize_name(one["metadata"]["name"]): one["metadata"] for one in found}


def needs(metadata: dict[str, Any], extras: Iterable[str]) -> Iterator[Requirement]:
    """What a package needs somewhere among SUPPORTED, with the extras that were asked for."""
    for text in metadata.get("requires_dist", ()):
        requirement = Requirement(text)
        marker = requirement.marker
        if marker is None or any(
            marker.evaluate({**place, "extra": extra}) for place in SUPPORTED for extra in ("", *extras)
        ):
            yield requirement


def closure(roots: Iterable[str], found: dict[str, dict[str, Any]]) -> tuple[dict[str, set[str]], set[str]]:
    """Every package that the roots need, with the markers of all ways to it; and what is not found yet."""
    ways: dict[str, set[str]] = {}
    missing: set[str] = set()
    waiting = [(Requirement(text), "") for text in roots]
    seen: set[tuple[str, frozenset[str], str]] = set()
    while waiting:
        requirement, above = waiting.pop()
        name, marker = canonicalize_name(requirement.name), above or _marker(requirement)
        step = (name, frozenset(requirement.extras), marker)
        if step in seen:
            continue
        seen.add(step)
        if name not in found:
            missing.add(f"{requirement.name}{requirement.specifier}")
            continue
        ways.setdefault(name, set()).add(marker)
        waiting += [(one, marker) for one in needs(found[name], requirement.extras)]
    return ways, missing


def _marker(requirement: Requirement) -> str:
    """The marker of a requirement; nothing if it holds everywhere among SUPPORTED, or speaks of an extra."""
    marker = requirement.marker
    if marker is None or "extra" in str(marker) or all(marker.evaluate(place) for place in SUPPORTED):
        return ""
    return str(marker)


class Index:
    """The index of pip's configuration, which is named nowhere here."""

    def __init__(self) -> None:
        command = create_command("download")
        options, _ = command.parse_args(["nothing"])
        self._context = command.main_context()
        self._context.__enter__()
        self._session = command.get_default_session(options)
        self._collector = command._build_package_finder(options, self._session)._link_collector

    def wheels(self, name: str, version: str) -> dict[str, str]:
        """The SHA-256 of every wheel of a version, by file name."""
        hashes: dict[str, set[str]] = {}
        for link, digest in self._files(name):
            if _is_wheel(link.filename, name, version):
                hashes.setdefault(link.filename, set()).add(digest)
        for file, digests in hashes.items():
            if len(digests) > 1:
                sys.exit(f"{file} has several hashes: {digests}")
        return {file: digests.pop() for file, digests in hashes.items()}

    def fetch(self, name: str, digest: str) -> bytes:
        """A file of a package by its SHA-256, as it is: nothing of it is run."""
        link = next((link for link, known in self._files(name) if known == digest), None)
        if link is None:
            sys.exit(f"{name} has no file with the hash {digest}.")
        content: bytes = self._session.get(link.url_without_fragment).content
        if sha256(content).hexdigest() != digest:
            sys.exit(f"{link.filename} is not what lock/ says.")
        return content

    def _files(self, name: str) -> Iterator[tuple[Link, str]]:
        for place in self._collector.search_scope.get_index_urls_locations(name):
            page = self._collector.fetch_response(Link(place))
            for link in parse_links(page) if page is not None else ():
                if digest := (link._hashes or {}).get("sha256"):
                    yield link, digest


def _is_wheel(file: str, name: str, version: str) -> bool:
    parts = file.removesuffix(".whl").split("-")
    return file.endswith(".whl") and canonicalize_name(parts[0]) == name and parts[1] == version


def entry(name: str, version: str, markers: set[str], index: Index) -> str:
    """One package as pip reads it."""
    hashes = sorted(set(index.wheels(name, version).values()))
    if not hashes:
        sys.exit(f"{name}=={version} has no wheel.")
    condition = "" if "" in markers else " ; " + " or ".join(f"({marker})" for marker in sorted(markers))
    return " \\\n    ".join([f"{name}=={version}{condition}", *(f"--hash=sha256:{one}" for one in hashes)])


def main() -> None:
    """Write both lists, or fetch one file."""
    if sys.argv[1:2] == ["--fetch"]:
        name, digest, target = sys.argv[2:]
        Path(target).write_bytes(Index().fetch(name, digest))
        return
    run, dev = wanted()
    raised = {canonicalize_name(name) for name in sys.argv[1:]}
    kept = {name: version for name, version in pins().items() if name not in raised}
    found, more = {}, set[str]()
    while True:
        found = resolve([*run, *dev, *more], kept)
        ways, missing = closure([*run, *dev], found)
        if not missing:
            break
        more |= missing
    first, _ = closure(run, found)
    index = Index()
    entries = {name: entry(name, found[name]["version"], ways[name], index) for name in sorted(ways)}
    RUN.parent.mkdir(exist_ok=True)
    RUN.write_text(
        HEAD.format(title="What Ronde runs with and is installed by.")
        + "".join(f"{entries[name]}\n" for name in sorted(first))
    )
    DEV.write_text(
        HEAD.format(title="What the tests need besides.")
        + "-r run.txt\n"
        + "".join(f"{entries[name]}\n" for name in sorted(ways.keys() - first.keys()))
    )
    print(f"{len(first)} packages to run, {len(ways)} with the tests")


if __name__ == "__main__":
    main()
