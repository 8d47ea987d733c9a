"""Ce qui s'imprime."""

WORDS = {
    "print": "Imprimer",
    "rule": "Les pages sont prévues pour le noir et blanc ; le navigateur les imprime ou les enregistre en PDF.",
    "size": "Papier",
    "back": "Retour",
    "on-a4": "A4",
    "on-letter": "Letter",
    "kind-pairings": "Appariements par table",
    "kind-names": "Appariements par nom",
    "kind-checklist": "Liste de contrôle de la ronde",
    "kind-slips": "Coupons de résultat",
    "kind-standings": "Classement",
    "kind-podiums": "Podiums",
    "kind-crosstable": "Tableau croisé",
    "kind-sheets": "Fiches des joueurs",
    "kind-cards": "Cartons de table",
    "signed": "Signatures",
    "personal": "Ces cartons portent des liens personnels : ne donnez chacun qu'à son joueur.",
    "not-personal": "Ces codes mènent à la page publique de chaque joueur ; imprimés depuis le bureau, ils sont personnels.",
}
