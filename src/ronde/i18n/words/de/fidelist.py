"""Die Wertungsliste der FIDE: Fehler darin, und was eine neue Liste geändert hat."""

WORDS = {
    "no-head": "die erste Zeile ist nicht der Kopf der Wertungsliste der FIDE.",
    "zip": "aus diesem ZIP kann keine Liste gelesen werden ({text}).",
    "number": "„{text}“ ist keine FIDE-Nummer.",
    "name": "„{text}“ ist kein Name.",
    "rating": "„{text}“ ist keine Wertungszahl.",
    "taken": "Liste der FIDE: {new} neu, {changed} geändert, {gone} verschwunden, {same} unverändert.",
    "was": "vorher",
    "now": "jetzt",
    "more": ("… und {count} weiterer; --csv nennt alle.", "… und {count} weitere; --csv nennt alle."),
    "no-changes": "Nichts hat sich geändert.",
    "changed": "{player}: {field} {was} → {now}",
    "applied": ("{count} Spieler wurde geändert.", "{count} Spieler wurden geändert."),
    "not-applied": (
        "{count} Spieler weicht von seiner Liste ab; --apply übernimmt sie.",
        "{count} Spieler weichen von ihren Listen ab; --apply übernimmt sie.",
    ),
}
