"""Sentences by language and key, each with its section; what a language lacks is said in English."""

WORDS = {
    "en": {
        "games.name-connectfour": "Connect Four",
        "games.how-connectfour": "A move is a column, A to G.",
        "public.system-lottery": "by lot",
        "settings.system=lottery": "By lot: everybody meets anybody",
        "lists.tiebreak-upsets": "upsets",
        "formats.roster-line": "a line is a name, and perhaps a rating in parentheses",
    },
    "fr": {
        "games.name-connectfour": "Puissance 4",
        "games.how-connectfour": "Un coup est une colonne, de A à G.",
        "public.system-lottery": "par tirage",
        "settings.system=lottery": "Par tirage : chacun rencontre n'importe qui",
        "lists.tiebreak-upsets": "exploits",
        "formats.roster-line": "une ligne est un nom, avec un classement entre parenthèses s'il y en a un",
    },
}
