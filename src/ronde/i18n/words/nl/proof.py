"""What the program that checks a proof leaves open."""

WORDS = {
    "costs": "Niet gecontroleerd: dat de kosten uit de regels en de uitslagen volgen.",
    "ranks": "Niet gecontroleerd: de rangen, wie niet tegen elkaar mag spelen en wie vrij is.",
    "schedule": "Niet gecontroleerd: wie afwezig was.",
    "bracket": "Niet gecontroleerd: dat het schema uit de plaatsing en de uitslagen volgt.",
    "criteria": "Niet gecontroleerd: dat geen andere indeling beter aan de criteria C4 tot en met C21 voldoet; zo'n kort programma kan dat niet.",
    "foreign": "Niet gecontroleerd: al het overige, want Ronde heeft deze ronde niet zelf ingedeeld.",
}
