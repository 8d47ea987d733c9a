"""La liste de classement de la FIDE : ce qui ne va pas, et ce qu'une nouvelle liste a changé."""

WORDS = {
    "no-head": "la première ligne n'est pas l'en-tête de la liste de la FIDE.",
    "zip": "aucune liste ne peut être lue dans ce ZIP ({text}).",
    "number": "« {text} » n'est pas un numéro FIDE.",
    "name": "« {text} » n'est pas un nom.",
    "rating": "« {text} » n'est pas un classement.",
    "taken": "Liste de la FIDE : {new} nouveaux, {changed} modifiés, {gone} disparus, {same} inchangés.",
    "was": "avant",
    "now": "maintenant",
    "more": ("… et {count} autre ; --csv les donne tous.", "… et {count} autres ; --csv les donne tous."),
    "no-changes": "Rien n'a changé.",
    "changed": "{player} : {field} {was} → {now}",
    "applied": ("{count} joueur a été modifié.", "{count} joueurs ont été modifiés."),
    "not-applied": (
        "{count} joueur diffère de sa liste ; --apply reprend ce qu'elle dit.",
        "{count} joueurs diffèrent de leurs listes ; --apply reprend ce qu'elles disent.",
    ),
}
