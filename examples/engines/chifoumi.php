<?php
// ChiFouMi to the pattern of the Tournoyons manual, annex A.
//   php -S 127.0.0.1:8000 chifoumi.php
// RONDE_REFEREE_HOST=arbitre.example in the environment: call back that referee and no other.

$game = $_GET['Game'] ?? '';
$move = $_GET['MoveId'] ?? '';
$referee = $_GET['Referee'] ?? '';

header('Content-Type: text/plain; charset=utf-8');

// The game is over: this is news, not a question.
if (($_GET['Status'] ?? '0') !== '0') {
    return;
}

$value = random_int(1, 3);  // 1 stone, 2 paper, 3 scissors

if ($referee === '') {
    // The tester: the bare value and nothing else.
    print $value;
    return;
}

// Whoever calls any address he is given is a tool for burglars.
$mine = getenv('RONDE_REFEREE_HOST') ?: '';
$host = parse_url($referee, PHP_URL_HOST);
if (!preg_match('~^https?://~i', $referee) || ($mine !== '' && $host !== $mine)) {
    http_response_code(403);
    return;
}

$answer = ['Game' => $game, 'MoveId' => $move, 'Value' => $value];
$url = $referee . (str_contains($referee, '?') ? '&' : '?') . http_build_query($answer);
$quietly = stream_context_create(['http' => ['timeout' => 15, 'ignore_errors' => true, 'follow_location' => 0]]);
$line = @fopen($url, 'r', false, $quietly);
if ($line === false) {
    error_log('call-back failed');
    return;
}
fclose($line);
