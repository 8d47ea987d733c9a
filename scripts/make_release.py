"""Makes what a release consists of, in dist/, from a clean clone of HEAD: `./go release`.

The wheel and the sdist are built in the clone; the sdist must give the same wheel. The wheel is installed
into an empty environment with lock/run.txt by hash, and shows the demo and walks the README's tour there.
Where wine is installed the ZIP for Windows is added.
RONDE_PIP names a Python that has pip; `.venv` may have none.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
PIP = os.environ.get("RONDE_PIP", sys.executable)
STAYS = {"serve", "desk"}
"""Commands of the tour that go on until somebody stops them."""


def run(*words: str | Path, folder: Path, **more: str) -> str:
    """The output of a program; if it fails, the end of the release with what it said."""
    env = os.environ | more
    said = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, check=False)
    if said.returncode:
        sys.exit(f"{shlex.join(map(str, words))} failed:\n{said.stdout}{said.stderr}")
    return said.stdout


def clone(place: Path) -> Path:
    """What HEAD holds and nothing else."""
    if run("git", "status", "--porcelain", folder=ROOT):
        sys.exit("The tree is not clean: commit or remove what `git status` lists, and try again.")
    run("git", "clone", "-q", ROOT, place, folder=ROOT)
    run("git", "checkout", "-q", run("git", "rev-parse", "HEAD", folder=ROOT).strip(), folder=place)
    return place


def built(kind: str, source: Path, place: Path) -> Path:
    """The wheel or the sdist of a source."""
    run(sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", place, folder=source)
    (made,) = place.glob("ronde-*")
    return made


def artefacts(source: Path, work: Path) -> list[Path]:
    """The wheel and the sdist, which gives the same wheel."""
    wheel, sdist = built("wheel", source, work / "wheel"), built("sdist", source, work / "sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(work / "unpacked", filter="data")
    (unpacked,) = (work / "unpacked").iterdir()
    again = built("wheel", unpacked, work / "again")
    if again.read_bytes() != wheel.read_bytes():
        sys.exit(f"{sdist.name} gives another {wheel.name} than the source.")
    return [wheel, sdist]


def installed(wheel: Path, lock: Path, place: Path) -> Path:
    """The folder of the commands of an environment with this wheel and the packages of a list."""
    run(sys.executable, "-m", "venv", "--without-pip", place, folder=place.parent)
    (python,) = [*place.glob("bin/python"), *place.glob("Scripts/python.exe")]
    pip = (PIP, "-m", "pip", "--python", python, "install", "-q")
    run(*pip, "--require-hashes", "--only-binary", ":all:", "-r", lock, folder=place)
    run(*pip, "--no-index", "--no-deps", wheel, folder=place)
    return python.parent


def tour(readme: str) -> list[list[str]]:
    """The words behind `./go` of each line of the tour that ends by itself."""
    lines = re.findall(
        r"(?m)^ *(?:\./go|ronde) (.*)$", readme.partition("## A tour")[2].partition("\n## ")[0]
    )
    orders = [shlex.split(line, comments=True) for line in lines]
    return [words for words in orders if words[0] not in STAYS]


def walk(commands: Path, clean: Path) -> None:
    """Show the demo and walk the tour of the README, beside the examples of the clone."""
    orders = tour((clean / "README.md").read_text("utf-8"))
    if not orders:
        sys.exit("The README has no tour.")
    for words in [["demo", "demo"], *orders]:
        run(commands / "ronde", *words, folder=clean, XDG_DATA_HOME=str(commands))
    print(f"In an empty environment: the demo, and {len(orders)} commands of the README's tour.")


def windows(wheel: Path) -> list[Path]:
    """The ZIP for Windows, tried under wine."""
    if not shutil.which("wine") or not shutil.which("osslsigncode"):
        print("*** wine or osslsigncode is missing: the ZIP for Windows is not made. ***")
        return []
    subprocess.run([sys.executable, ROOT / "scripts" / "make_windows.py"], check=True)
    return [DIST / f"ronde-{wheel.name.split('-')[1]}-windows.zip"]


def sums(files: list[Path]) -> str:
    """What `sha256sum --check` reads."""
    return "".join(f"{sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)


def main() -> None:
    """Build, check, and put what stood the checks in dist/."""
    with tempfile.TemporaryDirectory() as scratch:
        work = Path(scratch)
        clean = clone(work / "clone")
        made = artefacts(clean, work)
        walk(installed(made[0], clean / "lock" / "run.txt", work / "empty"), clean)
        DIST.mkdir(exist_ok=True)
        (DIST / "SHA256SUMS").unlink(missing_ok=True)
        files = [Path(shutil.copy(file, DIST)) for file in made] + windows(made[0])
    (DIST / "SHA256SUMS").write_text(sums(files), encoding="ascii")
    for file in files:
        print(f"dist/{file.name}: {file.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
