"""Les lignes d'un décompte."""

WORDS = {
    "colour": "{player} aurait les {colour} {count} fois de trop",
    "colour-again": "{player} a de nouveau les {colour}",
    "float": (
        "{player} flotte vers le bas de {count} demi-point",
        "{player} flotte vers le bas de {count} demi-points",
    ),
    "float-again-down": "{player} flotte de nouveau vers le bas",
    "float-again-up": "{player} flotte de nouveau vers le haut",
    "float-back-down": "{player} avait flotté vers le haut et perdu ; il flotte maintenant vers le bas",
    "float-back-up": "{player} avait flotté vers le bas et gagné ; il flotte maintenant vers le haut",
    "elitism": "paire inégale parmi les hauts scores (demi-points des deux : {amount})",
    "met-same-colours": "ils se sont rencontrés à la ronde {round} avec les mêmes couleurs",
    "met-opposite-colours": "ils se sont rencontrés à la ronde {round} avec les couleurs inverses",
    "met-in-a-row": "ils se sont rencontrés à la ronde précédente",
    "same-country": "ils viennent du même pays",
    "bye-again": "{player} n'a pas joué non plus à la ronde {round}",
    "bye-in-a-row": "{player} n'a pas joué à la ronde précédente",
    "rank-distance": (
        "ils sont à {count} place l'un de l'autre",
        "ils sont à {count} places l'un de l'autre",
    ),
    "met-too-soon": "ils se sont rencontrés à la ronde {round}, il y a trop peu de temps",
    "colour-limit": "{player} aurait les {colour} une fois de plus que la limite",
    "colour-balance": (
        "{player} aurait {count} couleur d'écart ({colour})",
        "{player} aurait {count} couleurs d'écart ({colour})",
    ),
    "bye-rank": (
        "{player} est {count} place au-dessus du dernier",
        "{player} est {count} places au-dessus du dernier",
    ),
    "bye-more": (
        "{player} a eu {count} bip de plus que d'autres",
        "{player} a eu {count} bips de plus que d'autres",
    ),
    "bye-fair": (
        "{player} est moins bien classé, mais a déjà eu {count} bip",
        "{player} est moins bien classé, mais a déjà eu {count} bips",
    ),
    "skipped-met": "{player} est plus proche, mais ils se sont rencontrés à la ronde {round}",
    "skipped-colours": "{player} est plus proche, mais les couleurs ne le permettent pas",
    "skipped-forbidden": "{player} est plus proche, mais la paire est interdite",
    "skipped-rest": "{player} est plus proche, mais un autre joueur ne pourrait plus être apparié",
}
