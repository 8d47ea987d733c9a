"""Dateien von OpenGotha: Fehler darin, und was angepasst wurde."""

WORDS = {
    "not-xml": "das ist kein XML: {text}.",
    "entities": "die Datei erklärt Entitäten, was keine Datei von OpenGotha tut.",
    "too-deep": "die Elemente sind zu tief verschachtelt.",
    "other-root": "das ist kein Turnier von OpenGotha: Das erste Element ist {text}, nicht Tournament.",
    "no-name": "ein Spieler hat keinen Nachnamen: „{text}“.",
    "same-key": "zwei Spieler heißen gleich, {text}; die Partien könnten sie nicht unterscheiden.",
    "unprintable": "{text} hat ein Zeichen, das keine Liste drucken kann.",
    "marks": "participating darf nur 0 und 1 haben, nicht „{text}“.",
    "rank": "{text} ist kein Rang von 30K bis 9D.",
    "number": "{text} ist keine ganze Zahl.",
    "value": "{text} ist nicht möglich.",
    "result": "{text} ist kein Ergebnis.",
    "round": "{text} ist keine Runde von 1 bis 20.",
    "self": "{text} spielt gegen sich selbst.",
    "unknown-player": "{text} steht nicht in der Liste der Spieler.",
    "twice": "dieser Spieler steht in zwei Partien einer Runde, oder in einer Partie und im Freilos: {text}.",
    "old-ratings": "die Wertungszahlen sind die der FFG, wie in alten Dateien; zu jeder wurden 2050 addiert.",
    "network-address": "die Datei nennt die Netzadresse eines Rechners; sie wurde entfernt.",
    "line-break": "ein Zeilenumbruch in {text} wurde entfernt.",
    "rating-clamped": (
        "die Wertungszahl {text} liegt außerhalb von -900 bis 2949; die nächste wurde genommen."
    ),
    "rank-of-grade": "der Rang ist nicht lesbar; der des Grades wurde genommen: {text}.",
    "rounds-raised": "eine Partie liegt nach der letzten Runde; die Zahl der Runden wurde erhöht: {text}.",
    "table-moved": "die Nummer dieses Tisches fehlt oder kommt zweimal vor; geändert: {text}.",
    "left-out": "{text} ist nicht bekannt und wurde weggelassen.",
    "bye-left-out": (
        "ein zweites Freilos, oder eines in einer Runde ohne Paarungen, wurde weggelassen: {text}."
    ),
    "preliminary-plays": (
        "dieser Spieler hat eine Partie in der offenen Runde, also gilt die Anmeldung als endgültig: {text}."
    ),
    "teams": (
        "die Mannschaften bleiben für den Export erhalten, gezählt werden nur die Partien der Einzelnen."
    ),
    "two-confrontations": "die Kriterien haben beide Arten des direkten Vergleichs: {text}.",
    "mixed-criteria": "die Kriterien mischen die von McMahon und die des Schweizer Systems: {text}.",
}
