"""Woorden van een club: seizoenen, haar stijl, publiceren na elke ronde."""

WORDS = {
    "clear-players": "Alle spelers verwijderen",
    "ask-clear": (
        "{count} speler wordt verwijderd. Eén keer ongedaan maken brengt hem terug.",
        "Alle {count} spelers worden verwijderd. Eén keer ongedaan maken brengt ze terug.",
    ),
    "cleared": ("{count} speler verwijderd.", "{count} spelers verwijderd."),
    "renumber": "Nummeren op rating",
    "next-season": "Volgend seizoen uit dit seizoen",
    "next-season-says": "Een nieuw toernooi met dezelfde instellingen. Dit toernooi blijft zoals het is.",
    "season-players": (
        "Met de {count} speler van dit seizoen, genummerd vanaf 1",
        "Met de {count} spelers van dit seizoen, genummerd vanaf 1",
    ),
    "season-gone": (
        "{count} speler heeft zich teruggetrokken en gaat niet mee.",
        "{count} spelers hebben zich teruggetrokken en gaan niet mee.",
    ),
}
