"""What the program that checks a proof leaves open."""

WORDS = {
    "costs": "Non vérifié : que les coûts découlent des règles et des résultats.",
    "ranks": "Non vérifié : les rangs, les rencontres exclues et le choix du joueur exempt.",
    "schedule": "Non vérifié : qui était absent.",
    "bracket": "Non vérifié : que le tableau découle des têtes de série et des résultats.",
    "criteria": "Non vérifié : qu'aucun autre appariement ne respecterait mieux les critères C4 à C21 ; un programme aussi court ne le peut pas.",
    "foreign": "Non vérifié : tout le reste, car Ronde n'a pas apparié cette ronde lui-même.",
}
