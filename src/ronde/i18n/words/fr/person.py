"""Ce qui est gardé d'une personne, et comment on l'efface."""

WORDS = {
    "title": "Ce qui est gardé sur ce joueur",
    "go": "Données gardées",
    "intro": "Tout ce que ce tournoi garde sur {player}, à lire ou à emporter par la personne.",
    "card": "Fiche",
    "journal": "Dans le journal",
    "files": "Fichiers et sauvegardes qui portent le nom",
    "none": "Aucun.",
    "known": "Cette personne est aussi parmi les joueurs connus de cet ordinateur.",
    "take": "Enregistrer en JSON",
    "erase": "Effacer cette personne",
    "sure": "Je sais que c'est définitif",
    "erase-says": "{player} devient « {name} » dans le tournoi, son historique, ses sauvegardes et les pages publiées ; téléphone, adresse électronique, date de naissance, remarque et fiche FIDE disparaissent, et les fichiers d'origine qui portent le nom sont supprimés. Résultats et classement restent. C'est définitif. Les copies faites ailleurs (téléchargements, impressions, sauvegardes de tout le dossier) ne sont pas atteintes.",
    "erased": "La personne est effacée et s'appelle maintenant « {name} ». Résultats et classement restent.",
    "deleted": "Supprimés, car ils portaient le nom et étaient illisibles : {files}",
    "left": "Le nom est encore dans ces fichiers, qui ne sont pas du tournoi : {files}",
    "tick": "Cochez que vous savez que c'est définitif ; rien n'a été effacé.",
}
