"""Which exports have what only the desk knows of a player: those to be read back, and FIDE's reports."""

from __future__ import annotations

from pathlib import Path

import pytest

from ronde.app import commands as do
from ronde.app.desk import Desk
from ronde.app.exchange import EXPORTS, ExportContext, export
from ronde.model.player import Absence, FideCard
from ronde.model.settings import usual_settings

SECRETS = {
    "phone": "06-555", "email": "jane@d.example", "comment": "owes the fee", "birth": "1947",
}  # fmt: skip
WITH = {
    "json": set(SECRETS),
    "players-csv": {"comment", "birth"},
    "papp": {"comment"},
    "trf16": {"birth"},
    "trf26": {"birth"},
    "trf-engine": {"birth"},
}
"""The private fields of formats that are read back, or that a federation asks for; others have none."""
DRAWN = ("pdf", "pdf-letter")
"""Their letters are numbers of a font; they draw the same lists as the text."""


def exported(desk: Desk, format: str) -> bytes:
    kept = desk.journal.attachments()
    context = ExportContext(desk.tournament, "en", actions=tuple(desk.by_action()), attachments=kept)
    return b"\n".join(export(context, format).files.values())


@pytest.mark.parametrize("system", ["swiss", "keizer", "dutch"])
def test_every_export_has_only_the_private_fields_that_it_is_for(system: str, tmp_path: Path) -> None:
    opening = do.OpenTournament("Club", settings=usual_settings(system, game="chess"))
    desk = Desk.begin(tmp_path / "club.ronde", opening)
    card = FideCard(13579246, "WIM", "w", SECRETS["birth"] + "/03/09")
    for number in range(1, 7):
        desk.run(do.AddPlayer(f"P{number}", rating=1900 - number, number=number))
    phone, email, comment = (SECRETS[name] for name in ("phone", "email", "comment"))
    desk.run(do.ChangePlayer(2, fide=card, phone=phone, email=email, comment=comment))
    desk.run(do.PlanAbsence(3, (1,), Absence.EXCUSED if system == "keizer" else Absence.ABSENT))
    desk.run(do.PairRound(1))
    for table in desk.tournament.open_round:
        desk.run(do.EnterResult(table.number, 1, 0))
    desk.run(do.CloseRound())

    found = {}
    for format in set(desk.tournament.settings.pairing_system.exports) - set(DRAWN):
        data = exported(desk, format)
        found[format] = {name for name, text in SECRETS.items() if text.encode() in data} - WITH.get(
            format, set()
        )
    desk.close()

    assert found == {format: set() for format in found}
    assert len(found) >= 6
    assert set(found) <= set(EXPORTS)
