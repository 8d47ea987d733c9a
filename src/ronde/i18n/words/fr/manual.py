"""La phase manuelle d'une ronde : avertissements et comparaison."""

WORDS = {
    "absolute": "Interdit",
    "quality": "Moins bon",
    "style": "Autrement",
    "C1": "{pair} se sont déjà rencontrés (C1).",
    "C3": "{pair} : tous deux doivent avoir la même couleur (C3).",
    "forbidden": "{pair} ne doivent pas se rencontrer.",
    "bye": "{pair} : ne peut plus être exempt (C2).",
    "unpaired": "{pair} : sans adversaire.",
    "worse": "{criterion} cède plus souvent dans le groupe de score {bracket} : {here} au lieu de {best} ({meaning}).",
    "other": "{pair} n'est pas une paire de l'appariement calculé.",
    "colours": "{pair} : l'appariement calculé donne les couleurs inverses.",
    "as-drawn": "La ronde est celle de l'appariement calculé.",
    "compared": "À la main : {made}. Appariement calculé : {instead}.",
    "begun": "La phase manuelle de la ronde {round} commence. « ronde fide manual end » la termine.",
}
