"""Fichiers d'OpenGotha : leurs erreurs, et ce qui a été adapté."""

WORDS = {
    "not-xml": "ce n'est pas du XML : {text}.",
    "entities": "le fichier déclare des entités, ce qu'aucun fichier d'OpenGotha ne fait.",
    "too-deep": "les éléments sont imbriqués trop profondément.",
    "other-root": "ce n'est pas un tournoi d'OpenGotha : le premier élément est {text}, et non Tournament.",
    "no-name": "un joueur n'a pas de nom : « {text} ».",
    "same-key": "deux joueurs portent le même nom, {text} ; les parties ne les distingueraient pas.",
    "unprintable": "{text} contient un caractère qu'aucune liste ne peut imprimer.",
    "marks": "participating ne peut avoir que 0 et 1, et non « {text} ».",
    "rank": "{text} n'est pas un niveau de 30K à 9D.",
    "number": "{text} n'est pas un nombre entier.",
    "value": "{text} n'est pas possible.",
    "result": "{text} n'est pas un résultat.",
    "round": "{text} n'est pas une ronde de 1 à 20.",
    "self": "{text} joue contre lui-même.",
    "unknown-player": "{text} n'est pas dans la liste des joueurs.",
    "twice": "ce joueur a deux parties dans une ronde, ou une partie et l'exemption : {text}.",
    "old-ratings": (
        "les classements sont ceux de la FFG, comme dans les anciens fichiers ; 2050 a été ajouté à chacun."
    ),
    "network-address": "le fichier donne l'adresse réseau d'un ordinateur ; elle a été ôtée.",
    "line-break": "un saut de ligne dans {text} a été ôté.",
    "rating-clamped": "le classement {text} sort de -900 à 2949 ; le plus proche a été pris.",
    "rank-of-grade": "le niveau est illisible ; celui du grade a été pris : {text}.",
    "rounds-raised": (
        "une partie se trouve après la dernière ronde ; le nombre de rondes a été augmenté : {text}."
    ),
    "table-moved": "le numéro de cette table manque ou sert deux fois ; il a été changé : {text}.",
    "left-out": "{text} n'est pas connu et a été laissé de côté.",
    "bye-left-out": (
        "une deuxième exemption, ou une dans une ronde non appariée, a été laissée de côté : {text}."
    ),
    "preliminary-plays": (
        "ce joueur a une partie dans la ronde ouverte, son inscription compte donc comme définitive : {text}."
    ),
    "teams": "les équipes sont gardées pour l'export, mais seules les parties des joueurs comptent.",
    "two-confrontations": "les critères ont les deux sortes de confrontation directe : {text}.",
    "mixed-criteria": "les critères mêlent ceux de McMahon et ceux du système suisse : {text}.",
}
