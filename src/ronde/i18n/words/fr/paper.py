"""Ce qui s'imprime."""

WORDS = {
    "print": "Imprimer",
    "rule": "Chaque page est faite pour le noir et blanc ; le navigateur l'imprime ou la garde en PDF.",
    "what": "Quoi",
    "back": "Retour",
    "on-a4": "A4",
    "on-letter": "Letter",
    "kind-pairings": "Appariements par table",
    "kind-names": "Appariements par nom",
    "kind-slips": "Coupons de résultat",
    "kind-standings": "Classement",
    "kind-crosstable": "Grille américaine",
    "kind-sheets": "Fiches des joueurs",
    "kind-cards": "Cartons de place",
    "signed": "Signatures",
    "personal": "Ces cartons portent des liens personnels : donnez chacun à son seul joueur.",
    "not-personal": "Ces codes mènent à la page publique de chaque joueur ; au bureau, ils sont personnels.",
}
