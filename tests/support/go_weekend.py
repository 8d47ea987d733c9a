"""A small weekend of Go as a file of OpenGotha, one round played, the second to be paired."""

from __future__ import annotations

from pathlib import Path

from ronde.app.desk import Desk
from ronde.app.exchange import import_path

RANKS = {
    "Aoki": "5D",
    "Berg": "4D",
    "Cohen": "2D",
    "Duval": "1K",
    "Egger": "4K",
    "Faure": "7K",
    "Gallo": "12K",
}
ROWS = "".join(
    f'<Player name="{name}" firstName="{name[0]}."'
    f' country="FR" club="{name[:2]}Go" rank="{rank}"'
    f' grade="{rank}" rating="{2100 + 100 * (int(rank[:-1]) - 1 if rank[-1] == "D" else -int(rank[:-1]))}"'
    ' ratingOrigin="EGF" registeringStatus="FIN" smmsCorrection="0" egfPin=""/>'
    for name, rank in RANKS.items()
)
GAMES = """
<Game blackPlayer="BERGB." whitePlayer="AOKIA." handicap="0" knownColor="true" roundNumber="1"
  tableNumber="1" result="RESULT_BLACKWINS"/>
<Game blackPlayer="DUVALD." whitePlayer="COHENC." handicap="1" knownColor="true" roundNumber="1"
  tableNumber="2" result="RESULT_WHITEWINS"/>
<Game blackPlayer="FAUREF." whitePlayer="EGGERE." handicap="2" knownColor="true" roundNumber="1"
  tableNumber="3" result="RESULT_BOTHLOSE"/>
"""
TOURNAMENT = f"""<?xml version="1.0" encoding="UTF-8"?>
<Tournament fullVersionNumber="3.51.02" runningMode="SAL" saveDT="20260307120000">
<Players>{ROWS}</Players>
<Games>{{games}}</Games>
{{byes}}
<TournamentParameterSet>
<GeneralParameterSet name="Spring Cup" shortName="spring" numberOfRounds="3" komi="7.5" size="19"
 basicTime="60" complementaryTimeSystem="CANBYOYOMI"
 canByoYomiTime="300" nbMovesCanTime="15" genMMFloor="10K" genMMBar="4D"
 genMMZero="30K" beginDate="2026-03-07" endDate="2026-03-08" location="Lyon"/>
<HandicapParameterSet hdBasedOnMMS="true" hdCeiling="9" hdCorrection="1" hdNoHdRankThreshold="1D"/>
<PlacementParameterSet><PlacementCriteria><PlacementCriterion name="MMS" number="1"/>
<PlacementCriterion name="SOSM" number="2"/></PlacementCriteria></PlacementParameterSet>
<PairingParameterSet/>
</TournamentParameterSet>
</Tournament>
"""
BYE = '<ByePlayers><ByePlayer player="GALLOG." roundNumber="1"/></ByePlayers>'


def weekend_file(folder: Path, *, played: bool = True) -> Path:
    """The file, before or after its first round."""
    file = folder / "spring.xml"
    file.write_text(TOURNAMENT.format(games=GAMES if played else "", byes=BYE if played else ""))
    return file


def weekend(folder: Path, *, played: bool = True, name: str = "open") -> Path:
    """The same as a tournament of Ronde."""
    imported = import_path(weekend_file(folder, played=played))
    desk = Desk.create(folder / f"{name}.ronde")
    desk.take_in(imported.actions("arbiter"), imported.attachments)
    desk.close()
    return folder / f"{name}.ronde"
