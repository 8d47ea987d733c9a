"""The words on the lists of KeizerForClubs, in its four languages.

They are its own where its files show them, because club pages search for them; the rest is ours.
"""

from __future__ import annotations

from dataclasses import dataclass

from ronde.formats.keizerforclubs.codes import ResultCode, State


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language."""

    round: str
    pairings: str
    standings: str
    podium: str
    crosstable: str
    players: str
    pairing_heads: tuple[str, str, str, str]
    minutes: str
    standings_heads: tuple[str, str, str]
    cross_heads: tuple[str, str, str]
    reasons: dict[ResultCode, str]
    """Why there was no game; the crosstable shows the first four letters."""
    shorts: dict[ResultCode, str]
    """Reasons for which the crosstable has another word than their first four letters."""
    adjourned: str
    forfeits: tuple[str, str]
    """Won and lost by forfeit, in the crosstable."""
    forfeit_results: tuple[str, str, str]
    """Won by white, by black, lost by both, in the list of pairings."""
    states: dict[State, str]

    def result(self, code: ResultCode) -> str:
        """A result as the list of pairings shows it."""
        if code in self.reasons or code is ResultCode.ADJOURNED:
            return f"{'+' if code is ResultCode.BYE else '-'} ({self.reasons.get(code, self.adjourned)})"
        forfeits = (ResultCode.WHITE_FORFEIT, ResultCode.BLACK_FORFEIT, ResultCode.BOTH_FORFEIT)
        if code in forfeits:
            return self.forfeit_results[forfeits.index(code)]
        plain = {ResultCode.WHITE: "1-0", ResultCode.DRAW: "1/2", ResultCode.BLACK: "0-1"}
        return plain.get(code, "-")

    def short(self, code: ResultCode) -> str:
        """Four letters of a reason, or of the word for an adjourned game."""
        if code in self.shorts:
            return self.shorts[code]
        return (self.adjourned if code is ResultCode.ADJOURNED else self.reasons[code])[:4]


ENGLISH = Words(
    round="Round",
    pairings="Pairing",
    standings="Standings",
    podium="Podium",
    crosstable="Cross table",
    players="Players",
    pairing_heads=("B.", "White", "Black", "Result"),
    minutes="Time",
    standings_heads=("Name", "Keizer Points", "Game Points"),
    cross_heads=("Place", "Name", "Game"),
    reasons={
        ResultCode.BYE: "bye",
        ResultCode.CLUB: "prevented/club",
        ResultCode.EXCUSED: "excused",
        ResultCode.UNEXCUSED: "unexcused",
        ResultCode.LATE: "late start",
    },
    shorts={},
    adjourned="adjourned",
    forfeits=("(1)", "(F)"),
    forfeit_results=("1-F", "F-1", "F-F"),
    states={
        State.PRESENT: "present",
        State.CLUB: "prevented/club",
        State.EXCUSED: "excused",
        State.UNEXCUSED: "unexcused",
        State.WITHDRAWN: "withdrawn",
        State.DELETED: "deleted",
        State.PREREGISTERED: "pre-registered",
    },
)

FRENCH = Words(
    round="Ronde",
    pairings="Appariements",
    standings="Classement",
    podium="Podium",
    crosstable="Grille américaine",
    players="Joueurs",
    pairing_heads=("B.", "Blancs", "Noirs", "Résultat"),
    minutes="Temps",
    standings_heads=("Nom", "Points Keizer", "Points de partie\n"),  # the line break is the original's
    cross_heads=("Place", "Nom", "Partie"),
    reasons={
        ResultCode.BYE: "bye",
        ResultCode.CLUB: "empêché/club",
        ResultCode.EXCUSED: "excusé",
        ResultCode.UNEXCUSED: "non excusé",
        ResultCode.LATE: "départ tardif",
    },
    shorts={},
    adjourned="ajournée",
    forfeits=("(1)", "(F)"),
    forfeit_results=("1-F", "F-1", "F-F"),
    states={
        State.PRESENT: "Présent",
        State.CLUB: "Empêché/club",
        State.EXCUSED: "Excusé",
        State.UNEXCUSED: "Non excusé",
        State.WITHDRAWN: "Retiré",
        State.DELETED: "Effacer",
        State.PREREGISTERED: "Préinscrit",
    },
)

GERMAN = Words(
    round="Runde",
    pairings="Paarungen",
    standings="Tabellenstand",
    podium="Podium",
    crosstable="Kreuztabelle",
    players="Teilnehmer",
    pairing_heads=("B.", "Weiß", "Schwarz", "Ergebnis"),
    minutes="Zeit",
    standings_heads=("Name", "Keizer-Punkte", "Spiel-Punkte"),
    cross_heads=("Platz", "Name", "Spiel"),
    reasons={
        ResultCode.BYE: "Freilos",
        ResultCode.CLUB: "verhindert/Verein",
        ResultCode.EXCUSED: "entschuldigt",
        ResultCode.UNEXCUSED: "unentschuldigt",
        ResultCode.LATE: "Später Start",
    },
    shorts={
        ResultCode.BYE: "frei",
        ResultCode.EXCUSED: "fehl",
        ResultCode.UNEXCUSED: "fehl",
        ResultCode.LATE: "spät",
    },
    adjourned="vertagt",
    forfeits=("(+)", "(-)"),
    forfeit_results=("(+ -)", "(- +)", "(- -)"),
    states={
        State.PRESENT: "anwesend",
        State.CLUB: "verhindert/Verein",
        State.EXCUSED: "entschuldigt",
        State.UNEXCUSED: "unentschuldigt",
        State.WITHDRAWN: "abgemeldet",
        State.DELETED: "gelöscht",
        State.PREREGISTERED: "vorangemeldet",
    },
)

DUTCH = Words(
    round="Ronde",
    pairings="Pairing",
    standings="Tabel",
    podium="Podium",
    crosstable="Kruistabel",
    players="Speler",
    pairing_heads=("B.", "Wit", "Zwart", "Resultaat"),
    minutes="Tijd",
    standings_heads=("Naam", "Keizer Punten", "Spel Punten"),
    cross_heads=("Platz", "Name", "Spiel"),
    reasons={
        ResultCode.BYE: "Bye",
        ResultCode.CLUB: "Verhinderd/club",
        ResultCode.EXCUSED: "Verontschuldigd",
        ResultCode.UNEXCUSED: "Ongeoorloofd",
        ResultCode.LATE: "late start",
    },
    shorts={},
    adjourned="verdaagd",
    forfeits=("(1)", "(F)"),
    forfeit_results=("1-F", "F-1", "F-F"),
    states={
        State.PRESENT: "present",
        State.CLUB: "verhinderd/club",
        State.EXCUSED: "verontschuldigd",
        State.UNEXCUSED: "ongeoorloofd",
        State.WITHDRAWN: "uitgeschakeld",
        State.DELETED: "verwijderd",
        State.PREREGISTERED: "vooraf aangemeld",
    },
)

LANGUAGES = {"en": ENGLISH, "fr": FRENCH, "de": GERMAN, "nl": DUTCH}
