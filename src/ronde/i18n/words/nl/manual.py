"""De handmatige fase van een ronde: waarschuwingen en vergelijking."""

WORDS = {
    "absolute": "Niet toegestaan",
    "quality": "Slechter",
    "style": "Anders",
    "C1": "{pair} hebben al tegen elkaar gespeeld (C1).",
    "C3": "{pair}: beiden moeten dezelfde kleur hebben (C3).",
    "forbidden": "{pair} mogen elkaar niet ontmoeten.",
    "bye": "{pair}: mag niet nog eens vrij zijn (C2).",
    "unpaired": "{pair}: zonder tegenstander.",
    "worse": "{criterion} wijkt vaker in de scoregroep {bracket}: {here} in plaats van {best} ({meaning}).",
    "other": "{pair} is geen paar van de loting.",
    "colours": "{pair}: de loting heeft de kleuren andersom.",
    "as-drawn": "De ronde is zoals geloot.",
    "compared": "Met de hand: {made}. Volgens de loting: {instead}.",
    "begun": "De handmatige fase van ronde {round} begint. “ronde fide manual end” beëindigt die.",
}
