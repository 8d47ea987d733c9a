"""Makes the ZIP that starts Ronde on Windows by a double click: `./go windows`.

    ./go windows                 build dist/ronde-VERSION-windows.zip, and try it where wine is installed
    ./go windows --no-try        only build it

The folder holds the signed python.exe of the Python Software Foundation, Ronde's wheel and every package of
lock/run.txt that Windows needs, checked by hash. Nothing is packed into one executable, because scanners
delete those. RONDE_PIP names a Python that has pip; that of `.venv`, which runs this, may have none.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PIP = os.environ.get("RONDE_PIP", sys.executable)
EXTRAS = Path(__file__).parent / "windows"
PYTHON = "3.13"
PLATFORM = "win_amd64"
WINDOWS = {
    "python_version": PYTHON, "python_full_version": f"{PYTHON}.0", "sys_platform": "win32",
    "platform_system": "Windows", "os_name": "nt", "platform_machine": "AMD64",
    "implementation_name": "cpython", "platform_python_implementation": "CPython", "extra": "",
}  # fmt: skip
BUILDING = {"hatchling", "editables", "pathspec", "pluggy", "trove-classifiers", "tomlkit"}
"""Packages of the list that only install Ronde from its source."""
PRINTING = {"reportlab", "pillow", "charset-normalizer"}
"""Packages for PDF files, included because the folder has no pip."""
SIGNED = ("python.exe", "pythonw.exe", "python313.dll", "_ssl.pyd", "_sqlite3.pyd")
SIGNER = "Python Software Foundation"


def entries(text: str) -> Iterator[str]:
    """The packages of a list that Windows needs, each with its hashes on one line."""
    for line in text.replace("\\\n", "").splitlines():
        if not line or line.startswith(("#", "-r")):
            continue
        requirement = Requirement(line.split(" --hash")[0])
        if requirement.name in BUILDING or (requirement.marker and not requirement.marker.evaluate(WINDOWS)):
            continue
        hashes = " ".join(word for word in line.split() if word.startswith("--hash"))
        yield f"{requirement.name}{requirement.specifier} {hashes}"


def download(lines: list[str], place: Path, *options: str) -> list[Path]:
    """Fetch packages by hash with the pip of this machine."""
    place.mkdir(parents=True)
    wanted = place / "wanted.txt"
    wanted.write_text("\n".join(lines) + "\n", encoding="utf-8")
    order = [PIP, "-m", "pip", "download", "-q", "--no-deps", "--require-hashes", "-d", str(place)]
    subprocess.run([*order, *options, "-r", str(wanted)], check=True)
    wanted.unlink()
    return sorted(place.iterdir())


def listed(name: str) -> list[str]:
    """The packages of a list of lock/ that Windows needs."""
    return list(entries((ROOT / "lock" / name).read_text(encoding="utf-8")))


def carried() -> list[str]:
    """All packages in the folder but Ronde itself."""
    return listed("run.txt") + [one for one in listed("dev.txt") if one.split("==")[0] in PRINTING]


def wheels(lines: list[str], place: Path) -> list[Path]:
    """The wheels for Windows of these packages."""
    platform = ["--platform", PLATFORM, "--python-version", PYTHON, "--only-binary", ":all:"]
    return download(lines, place, *platform)


def own_wheel(place: Path) -> Path:
    """Ronde itself, built from this checkout."""
    order = [
        str(ROOT / ".venv" / "bin" / "python"),
        "-m",
        "hatchling",
        "build",
        "-t",
        "wheel",
        "-d",
        str(place),
    ]
    subprocess.run(order, cwd=ROOT, check=True, capture_output=True)
    (built,) = place.glob("ronde-*.whl")
    return built


def lay_python(folder: Path, place: Path) -> None:
    """Unpack Python for Windows into the folder, check its signatures, and set its search path."""
    (entry,) = listed("windows.txt")
    name, digest = entry.partition("==")[0], entry.rpartition(":")[2]
    source = place / "python.tar.gz"
    order = [PIP, str(ROOT / "scripts" / "fetch_file.py"), name, digest, str(source)]
    subprocess.run(order, check=True)
    with tarfile.open(source) as archive:
        (member,) = (one for one in archive.getmembers() if one.name.endswith("/data.zip"))
        packed = archive.extractfile(member)
        assert packed is not None
        (place / "data.zip").write_bytes(packed.read())
    inner = zipfile.ZipFile(place / "data.zip")
    folder.mkdir(parents=True)
    for name in inner.namelist():
        if not name.endswith("/"):
            (folder / Path(name).name).write_bytes(inner.read(name))
    for name in SIGNED:
        check_signature(folder / name)
    (folder / "python313._pth").write_text("python313.zip\n.\n..\\lib\n", encoding="ascii")


def check_signature(path: Path) -> None:
    """Refuse a program without a valid signature of its publisher."""
    order = ["osslsigncode", "verify", "-in", str(path)]
    said = subprocess.run(order, capture_output=True, text=True, check=False).stdout
    figures = {
        line.split(":", 1)[0].strip(): line.split(":", 1)[1].strip()
        for line in said.splitlines()
        if ":" in line
    }
    same = figures.get("Current message digest") == figures.get("Calculated message digest") is not None
    if not same or SIGNER not in said:
        sys.exit(f"{path.name} is not signed by the {SIGNER}.")


def lay_packages(found: list[Path], folder: Path) -> None:
    """Unpack wheels, without their tests and type hints."""
    for wheel in found:
        archive = zipfile.ZipFile(wheel)
        for name in archive.namelist():
            parts = Path(name).parts
            if not ("tests" in parts or name.endswith((".pyi", ".lib")) or parts[0].endswith(".data")):
                archive.extract(name, folder)


def unlicensed(lib: Path) -> list[str]:
    """The packages that carry no text of a licence."""
    named = [
        one for one in lib.rglob("*") if one.name.lower().startswith(("licen", "copying")) and one.is_file()
    ]
    packages = {path.name for path in lib.glob("*.dist-info")}
    return sorted(packages - {one.relative_to(lib).parts[0] for one in named})


def lay_all(folder: Path, own: Path, work: Path) -> Path:
    lay_python(folder / "python", own.parent)
    lay_packages([own, *wheels(carried(), work / "wheels")], folder / "lib")
    if bare := unlicensed(folder / "lib"):
        sys.exit(f"No text of a licence is in {', '.join(bare)}.")
    for path in sorted(EXTRAS.iterdir()):
        text = path.read_text(encoding="utf-8").replace("\n", "\r\n")
        (folder / path.name).write_bytes(text.encode("utf-8"))
    shutil.copy(ROOT / "LICENSE", folder / "LICENSE.txt")
    return folder


def pack(folder: Path, target: Path) -> None:
    """The folder as a ZIP with one folder in it."""
    target.parent.mkdir(exist_ok=True)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.write(path, Path(folder.name) / path.relative_to(folder))


def main() -> None:
    """Build the ZIP and try it."""
    with tempfile.TemporaryDirectory() as scratch:
        work = Path(scratch)
        own = own_wheel(work / "own")
        name = f"ronde-{own.name.split('-')[1]}-windows"
        folder = lay_all(work / name, own, work / "run")
        target = ROOT / "dist" / f"{name}.zip"
        pack(folder, target)
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        print(f"{target}: {target.stat().st_size / 1e6:.1f} MB, {size / 1e6:.1f} MB unpacked")
        if "--no-try" in sys.argv[1:]:
            return
        lay_packages(wheels(listed("wine.txt"), work / "wine"), folder / "lib")
        (
            folder / "python" / "_wmi.pyd"
        ).unlink()  # it calls a function that wine 8 lacks; Python works without it
        order = [sys.executable, str(EXTRAS.parent / "try_windows.py"), str(folder)]
        sys.exit(subprocess.run(order, check=False).returncode)


if __name__ == "__main__":
    main()
