"""Pourquoi une action n'est pas possible maintenant."""

WORDS = {
    "no-players": "Aucun joueur n'est encore inscrit.",
    "no-tables": "La ronde n'a pas encore de paires.",
    "nobody-to-pair": "Moins de deux joueurs sont libres.",
    "no-games": "Aucune partie n'est encore appariée.",
    "no-round-closed": "Aucune ronde n'est encore fermée.",
    "nobody-away": "Personne n'est absent.",
    "round-started": "La ronde ouverte a des paires : supprimez-les d'abord.",
}
