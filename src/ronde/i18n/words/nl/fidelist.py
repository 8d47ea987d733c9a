"""De ratinglijst van de FIDE: fouten erin, en wat een nieuwe lijst veranderde."""

WORDS = {
    "no-head": "de eerste regel is niet de kop van de ratinglijst van de FIDE.",
    "zip": "uit deze ZIP kan geen lijst worden gelezen ({text}).",
    "number": "“{text}” is geen FIDE-nummer.",
    "name": "“{text}” is geen naam.",
    "rating": "“{text}” is geen rating.",
    "taken": "Lijst van de FIDE: {new} nieuw, {changed} veranderd, {gone} verdwenen, {same} gelijk gebleven.",
    "was": "eerst",
    "now": "nu",
    "more": ("… en nog {count}; --csv noemt ze allemaal.", "… en nog {count}; --csv noemt ze allemaal."),
    "no-changes": "Er is niets veranderd.",
    "changed": "{player}: {field} {was} → {now}",
    "applied": ("{count} speler is veranderd.", "{count} spelers zijn veranderd."),
    "not-applied": (
        "{count} speler wijkt af van zijn lijst; --apply neemt dat over.",
        "{count} spelers wijken af van hun lijsten; --apply neemt dat over.",
    ),
}
