"""Ce qui ne va pas dans un fichier lu."""

WORDS = {
    "json-unreadable": "ce n'est pas le JSON d'un tournoi ({text}).",
    "json-foreign": "ce JSON n'est pas un tournoi de Ronde ({text}).",
    "json-fact": "le fait {text} est illisible.",
    "list-empty": "la liste est vide.",
    "too-large": "le fichier dépasse {text} octets.",
    "binary": "le fichier n'est pas du texte.",
    "csv-unreadable": "la ligne ne se lit pas comme du CSV ({text}).",
    "column-twice": "la colonne « {text} » apparaît deux fois.",
    "no-name-column": "aucune colonne ne s'appelle « nom » (lu : {text}).",
    "bad-name": "inutilisable ({text}).",
    "not-a-number": "« {text} » n'est pas un nombre entier.",
    "number-twice": "le numéro apparaît deux fois ou est négatif : {text}.",
}
