"""Words of the pages for man."""

WORDS = {
    "name": "Nom",
    "synopsis": "Synopsis",
    "description": "Description",
    "arguments": "Arguments",
    "options": "Options",
    "commands": "Commandes",
    "environment": "Environnement",
    "status": "État de sortie",
    "see-also": "Voir aussi",
    "see-also-text": "« ronde man COMMANDE » montre la page d'une commande, « ronde COMMANDE --help » la même en bref.",
    "variable-RONDE_LANG": "La langue : en, fr, de ou nl ; à défaut, celle du système.",
    "variable-RONDE_DATABASE": "L'adresse du serveur PostgreSQL des tournois appelés pg:NOM.",
    "variable-RONDE_JSON": "Avec 1, --json donne la première forme des données : les dates telles que tapées, et 0 pour un joueur sans classement.",
    "variable-NO_COLOR": "Pas de couleurs, si elle n'est pas vide.",
    "status-0": "Fait.",
    "status-1": "L'action a été refusée ; la sortie d'erreur dit pourquoi.",
    "status-2": "La ligne de commande est fausse.",
    "status-130": "Interrompu.",
}
