"""Die manuelle Phase einer Runde: Warnungen und Vergleich."""

WORDS = {
    "absolute": "Nicht erlaubt",
    "quality": "Schlechter",
    "style": "Anders",
    "C1": "{pair} sind sich schon begegnet (C1).",
    "C3": "{pair}: beide müssen dieselbe Farbe haben (C3).",
    "forbidden": "{pair} sollen sich nicht begegnen.",
    "bye": "{pair}: darf nicht noch einmal spielfrei sein (C2).",
    "unpaired": "{pair}: ohne Gegner.",
    "worse": "{criterion} gibt in der Punktgruppe {bracket} öfter nach: {here} statt {best} ({meaning}).",
    "other": "{pair} ist keine Paarung der Auslosung.",
    "colours": "{pair}: die Auslosung hat die Farben umgekehrt.",
    "as-drawn": "Die Runde ist wie ausgelost.",
    "compared": "Von Hand: {made}. Nach der Auslosung: {instead}.",
    "begun": "Die manuelle Phase der Runde {round} beginnt. „ronde fide manual end“ beendet sie.",
}
