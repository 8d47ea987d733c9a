"""Small lists in the shape of FIDE's."""

from __future__ import annotations

from pathlib import Path

HEAD = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit"
    "           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)


def row(
    number: object, name: str, federation: str = "FRA", standard: object = "", title: str = "", **more: object
) -> str:
    """A line of the list."""
    rapid, blitz = more.get("rapid", ""), more.get("blitz", "")
    return (
        f"{number:<15}{name:<61}{federation:<4}{more.get('sex', 'M'):<4}{title:<5}{'':<5}{'':<15}{'':<4}"
        f"{standard:<6}{0:<4}{more.get('k', ''):<3}{rapid:<6}{0:<4}{'':<3}{blitz:<6}{0:<4}{'':<3}"
        f"{more.get('born', ''):<6}{more.get('flag', ''):<4}"
    )


def write_list(path: Path, *rows: str, end: str = "\r\n") -> Path:
    """A list of these lines."""
    path.write_bytes("".join(f"{line}{end}" for line in (HEAD, *rows)).encode("latin-1"))
    return path


ROWS = (
    row(1503014, "Carlsen, Magnus", "NOR", 2839, "GM", k=10, born=1990, rapid=2824, blitz=2881),
    row(1503015, "Carlsen, Mads", "DEN", 1500, k=20, born=2001),
    row(2020009, "Garcia Lopez, Maria", "ESP", 2101, "WFM", sex="F", k=20, born=1999, flag="wi"),
    row(600001, "O'Brien-Smith, Tim", "IRL", "", born=0),
    row(600002, "Muller, Jörg", "GER", 1900, k=20, born=1970, flag="i"),
)
