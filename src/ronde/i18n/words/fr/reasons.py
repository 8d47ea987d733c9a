"""Pourquoi une action n'est pas possible maintenant."""

WORDS = {
    "no-players": "Aucun joueur n'est encore inscrit.",
    "no-tables": "La ronde n'a pas encore de paires.",
    "nobody-to-pair": "Il faut au moins deux joueurs libres.",
    "no-games": "Aucune partie n'a encore été appariée.",
    "no-round-closed": "Aucune ronde n'est encore fermée.",
    "nobody-away": "Personne n'est absent.",
    "round-started": "La ronde ouverte est appariée : défaites d'abord ses paires.",
    "final-begun": "La finale est déjà commencée.",
    "no-final": "Une finale suit un suisse ou un toutes-rondes.",
}
