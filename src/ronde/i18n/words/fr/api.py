"""Ce que l'API dit aux programmes."""

WORDS = {
    "token": "Cette adresse demande un jeton valide, « Bearer » dans l'en-tête Authorization. L'arbitre principal en crée un sur la page des postes.",
    "right": "Ce jeton n'a pas le droit « {right} » dans le tournoi « {slug} ».",
    "no-tournament": "Il n'y a pas de tournoi à cette adresse.",
    "key": "Une Idempotency-Key a au plus {most} caractères : lettres sans accent, chiffres, - et _.",
    "if-match": "If-Match contient l'ETag d'une réponse, entre guillemets, ou *.",
    "unreadable": "La requête est illisible : {detail}",
}
