<?php
// Sept moteurs écrits d'après le seul texte du manuel, dans le style de son annexe A.
//Entrées
$Partie=$_REQUEST['Game'];
$MoveId=$_REQUEST['MoveId'];
$Arbitre=$_REQUEST['Referee'];
$Jeu=$_REQUEST['Set'];
$Plateau=$_REQUEST['Tray'];
$Tour=$_REQUEST['Turn'];
// III, Status : « Si la partie est terminée, le moteur ne doit pas rappeler l'arbitre. »
if ($_REQUEST['Status']!=0) {exit;}
$Premier=($Tour%2==1); // « si Turn est impair, le moteur appelé est premier joueur »

// La première case vide pour le premier joueur, la dernière pour le second.
function CaseVide($Plateau,$Premier) {
	return $Premier ? strpos($Plateau,'0') : strrpos($Plateau,'0');
}
function Vide($Plateau,$Taille) { // « la valeur d'un plateau vide (partie à débuter) est : Init »
	return $Plateau=='Init' ? str_repeat('0',$Taille) : $Plateau;
}
function Retourne($Plateau,$Case,$Moi,$Autre) {
	foreach (array(array(1,0),array(-1,0),array(0,1),array(0,-1),array(1,1),array(1,-1),array(-1,1),array(-1,-1)) as $Sens) {
		$x=$Case%8; $y=intdiv($Case,8); $Nombre=0;
		do {
			$x+=$Sens[0]; $y+=$Sens[1];
			$Pion=($x<0 || $x>7 || $y<0 || $y>7) ? '' : $Plateau[8*$y+$x];
			if ($Pion===$Autre) {$Nombre++;}
		} while ($Pion===$Autre);
		if ($Nombre>0 && $Pion===$Moi) {return true;}
	}
	return false;
}

//Elaboration du jeu
switch ($Jeu) {
	case 'TicTacToe': // « Valeur vaut de '1' à '9' suivant la case désignée »
		$Valeur=CaseVide(Vide($Plateau,9),$Premier)+1;
		break;
	case 'BigTicTacToe': // « de 'A0' à 'J9', la première lettre désignant l'abscisse »
		$Case=CaseVide(Vide($Plateau,100),$Premier);
		$Valeur=chr(65+$Case%10).intdiv($Case,10);
		break;
	case 'Pente': // « de 'AA' à 'SS', la première lettre désignant l'abscisse »
		$Plateau=Vide($Plateau,361);
		$Case=$Tour==3 ? strpos($Plateau,'0',180) : CaseVide($Plateau,$Premier);
		$Valeur=chr(65+$Case%19).chr(65+intdiv($Case,19));
		break;
	case 'Reversi': // « 3 pion noir, 4 pion blanc » ; « XX indiquant Je passe »
		$Plateau=$Plateau=='Init' ? str_repeat('0',27).'43000000'.'34'.str_repeat('0',27) : $Plateau;
		$Valeur='XX';
		for ($Case=0; $Case<64 && $Valeur=='XX'; $Case++) {
			if ($Plateau[$Case]=='0' && Retourne($Plateau,$Case,$Premier ? '3' : '4',$Premier ? '4' : '3')) {
				$Valeur=chr(65+$Case%8).(intdiv($Case,8)+1);
			}
		}
		break;
	case 'MasterMind': // « Si Turn vaut 1, Value vaut Code, sinon Value vaut ValeurLigne »
		$Couleurs='';
		for ($Pion=0; $Pion<4; $Pion++) {$Couleurs.=chr(65+mt_rand(0,7));}
		$Valeur=$Tour==1 ? $Couleurs : '00'.$Couleurs;
		break;
	case 'SeaFight': // « Si Turn vaut 1 ou 2, Value vaut Flotte, sinon Value vaut Case »
		if ($Tour<=2) {
			$Valeur='V3C5I'.'H5A01'.'H4A11'.'H3A21'.'H2A31'; // l'exemple du manuel : « V3C5I »
		} else {
			$Case=CaseVide(Vide($Plateau,100),$Premier);
			$Valeur=chr(65+$Case%10).intdiv($Case,10);
		}
		break;
	case 'Poker': // « Mise totale du joueur à miser » : on suit
		$Mises=explode('-',str_replace('?','',substr(strrchr($Plateau,'M'),1)));
		$Valeur=$Mises[$Premier ? 1 : 0];
		break;
}
//Sorties : On construit l'URL cible
if ($Arbitre=='') {print $Valeur;} else {
$URL=$Arbitre.'?Game='.$Partie.'&MoveId='.$MoveId.'&Value='.$Valeur;
fopen($URL,"r"); //On transmet à l'arbitre
}
?>
