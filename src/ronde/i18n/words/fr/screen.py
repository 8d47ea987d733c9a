"""Ce que disent les écrans de la salle, et la page qui les dirige."""

WORDS = {
    "title": "Écran de la salle",
    "steer": "Écrans",
    "rule": "Tous les écrans ouverts à cette adresse montrent ce que vous choisissez ici :",
    "view": "Contenu affiché",
    "name-pairings": "Appariements par table",
    "name-names": "Appariements par nom",
    "name-results": "Résultats",
    "name-standings": "Classement",
    "view-pairings": "Ronde {round}",
    "view-names": "Ronde {round}, par nom",
    "view-results": "Ronde {round} : résultats",
    "view-standings": "Classement",
    "page": "page",
    "in-turn": "toutes les pages à tour de rôle",
    "languages": "Langues",
    "own-language": "celle du navigateur",
    "seconds": "Secondes par page",
    "rows": "Lignes par page (0 : autant que la place le permet)",
    "message": "Annonce",
    "show": "Afficher",
}
