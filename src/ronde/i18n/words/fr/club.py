"""Mots d'un club : saisons, son style, publication après chaque ronde."""

WORDS = {
    "clear-players": "Effacer tous les joueurs",
    "ask-clear": (
        "{count} joueur sera effacé. Une annulation le ramène.",
        "Les {count} joueurs seront effacés. Une annulation les ramène.",
    ),
    "cleared": ("{count} joueur effacé.", "{count} joueurs effacés."),
    "renumber": "Renuméroter par Elo",
    "next-season": "Saison suivante à partir de celle-ci",
    "next-season-says": "Un nouveau tournoi avec les mêmes paramètres. Celui-ci reste tel qu'il est.",
    "season-players": (
        "Avec le joueur de cette saison, numéroté à partir de 1",
        "Avec les {count} joueurs de cette saison, numérotés à partir de 1",
    ),
    "season-gone": (
        "{count} joueur s'est retiré et n'est pas repris.",
        "{count} joueurs se sont retirés et ne sont pas repris.",
    ),
}
