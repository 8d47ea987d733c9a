<?php
// My engine: a legal move for each of the eight games. Change the function of your game; the rest can stay.
//   php -S 127.0.0.1:8000 engine.php
// On a web host: put this file there; nothing may stand before the first line, not even a space.
// Copyright 2026 The Ronde developers. SPDX-License-Identifier: MIT

// Your referee's machine, such as 'arbitre.example'; empty calls back any. Fill it in before going online.
const MY_REFEREE = '';

ini_set('display_errors', '0'); // warnings belong into the log: in the page they would stand around the value

/** The move. $ask has the parameters of the request, by their names in the manual. */
function choose(array $ask): string
{
    return match (strtolower($ask['Set'] ?? '')) {
        'rochambeau' => rochambeau($ask),
        'tictactoe' => tictactoe($ask),
        'bigtictactoe' => morpion($ask),
        'pente' => pente($ask),
        'mastermind' => mastermind($ask),
        'poker' => poker($ask),
        'reversi' => reversi($ask),
        'seafight' => seafight($ask),
    };
}

/** 1 for the first player, 2 for the second: Turn is odd for the first. */
function me(array $ask): int
{
    return ((int) $ask['Turn']) % 2 ? 1 : 2;
}

/** The Tray; Init means an empty board. */
function board(array $ask, string $empty): string
{
    $tray = $ask['Tray'] ?? 'Init';
    return $tray === 'Init' ? $empty : $tray;
}

/** The numbers of the cells that hold this mark, from 0. */
function cells(string $tray, string $mark): array
{
    return array_keys(str_split($tray), $mark, true);
}

/** One of them by chance. */
function any(array $list): mixed
{
    return $list[array_rand($list)];
}

/** The name of a cell: the column first, then the row. */
function square(int $cell, int $width, string $rows): string
{
    return 'ABCDEFGHIJKLMNOPQRS'[$cell % $width] . $rows[intdiv($cell, $width)];
}

/** 1 stone, 2 paper, 3 scissors. The opponent's last throw is in Move1 or Move2. */
function rochambeau(array $ask): string
{
    return (string) random_int(1, 3);
}

/** Tray: 9 cells, 0 free, 1 first player, 2 second. Value: 1 to 9. */
function tictactoe(array $ask): string
{
    return (string) (any(cells(board($ask, str_repeat('0', 9)), '0')) + 1);
}

/** Tray: 10 rows of 10 cells from the top. Value: column A to J, row 0 to 9. */
function morpion(array $ask): string
{
    return square(any(cells(board($ask, str_repeat('0', 100)), '0')), 10, '0123456789');
}

/** Tray: 19 rows of 19 points. Value: column and row, A to S. At Turn 3 three points away from one's first stone. */
function pente(array $ask): string
{
    $tray = board($ask, str_repeat('0', 361));
    $free = cells($tray, '0');
    $first = strpos($tray, '1');
    if ($ask['Turn'] === '3' && $first !== false) {
        $far = fn ($cell) => max(abs($cell % 19 - $first % 19), abs(intdiv($cell, 19) - intdiv($first, 19))) > 2;
        $free = array_values(array_filter($free, $far));
    }
    return square(any($free), 19, 'ABCDEFGHIJKLMNOPQRS');
}

/**
 * Tray: my lines, each two marks (right place, wrong place) and four colours A to H. Value: four colours.
 * At Turn 1 and 2 the Value is my own code, later a line: a code that would have given all these marks.
 */
function mastermind(array $ask): string
{
    $tray = board($ask, '');
    $lines = $tray === '' ? [] : str_split($tray, 6);
    $start = random_int(0, 4095);
    for ($step = 0; $step < 4096; $step++) {
        $code = strtr(str_pad(base_convert((string) (($start + $step) % 4096), 10, 8), 4, '0', STR_PAD_LEFT), '01234567', 'ABCDEFGH');
        $wrong = array_filter($lines, fn ($line) => marks($code, substr($line, 2)) !== substr($line, 0, 2));
        if (!$wrong) {
            return $code;
        }
    }
    return 'AABB';
}

/** Two digits: pegs in the right place, and right colours elsewhere. */
function marks(string $code, string $line): string
{
    $placed = $common = 0;
    for ($at = 0; $at < 4; $at++) {
        $placed += $code[$at] === $line[$at] ? 1 : 0;
    }
    foreach (str_split('ABCDEFGH') as $colour) {
        $common += min(substr_count($code, $colour), substr_count($line, $colour));
    }
    return $placed . ($common - $placed);
}

/**
 * Tray: hand (2 digits), completed hands (2), step, two cards each, the table's cards, stakes M10-12.
 * Value: my total stake in this hand; 0 folds, the opponent's total calls. At step 9 any Value will do.
 */
function poker(array $ask): string
{
    $parts = explode('M', substr($ask['Tray'], 5));
    $mine = str_split(substr($parts[0], me($ask) === 1 ? 0 : 4, 4), 2); // two cards, such as ['S1', 'HT']
    $table = array_filter(str_split(substr($parts[0], 8), 2)); // look at both and do better
    [$first, $second] = explode('-', str_replace('?', '', end($parts)));
    return me($ask) === 1 ? $second : $first;
}

/** Tray: 8 rows of 8 cells, 3 black (first player), 4 white. Value: A1 to H8, or XX if I have to pass. */
function reversi(array $ask): string
{
    $tray = board($ask, str_repeat('0', 27) . '43' . str_repeat('0', 6) . '34' . str_repeat('0', 27));
    [$own, $other] = me($ask) === 1 ? ['3', '4'] : ['4', '3'];
    $legal = array_values(array_filter(cells($tray, '0'), fn ($cell) => turns($tray, $cell, $own, $other)));
    return $legal ? square(any($legal), 8, '12345678') : 'XX';
}

/** Whether a disc there turns any other. */
function turns(string $tray, int $cell, string $own, string $other): bool
{
    foreach ([[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]] as [$right, $down]) {
        $at = fn ($x, $y) => $x >= 0 && $x < 8 && $y >= 0 && $y < 8 ? $tray[$y * 8 + $x] : '';
        [$x, $y, $between] = [$cell % 8 + $right, intdiv($cell, 8) + $down, 0];
        while ($at($x, $y) === $other) {
            [$x, $y, $between] = [$x + $right, $y + $down, $between + 1];
        }
        if ($between && $at($x, $y) === $own) {
            return true;
        }
    }
    return false;
}

/** Tray: Init asks for my fleet; then my shots, 10 rows of 10: 0 none, 1 water, 2 hit, 3 sunk. Value: A0 to J9. */
function seafight(array $ask): string
{
    return $ask['Tray'] === 'Init' ? fleet() : square(any(cells($ask['Tray'], '0')), 10, '0123456789');
}

/** Five ships of 5, 4, 3, 3 and 2 cells, each as direction, size, column, row, and 1 for intact: V3C51. */
function fleet(): string
{
    [$taken, $ships] = [[], ''];
    foreach ([5, 4, 3, 3, 2] as $size) {
        do {
            $way = any(['H', 'V']);
            $start = random_int(0, $way === 'V' ? 10 - $size : 9) * 10 + random_int(0, $way === 'H' ? 10 - $size : 9);
            $ship = array_map(fn ($step) => $start + $step * ($way === 'H' ? 1 : 10), range(0, $size - 1));
        } while (array_intersect($ship, $taken));
        $taken = array_merge($taken, $ship);
        $ships .= $way . $size . square($start, 10, '0123456789') . '1';
    }
    return $ships;
}

/** Send the move to the referee, with Game and MoveId as they came. */
function call_back(array $ask, string $value): void
{
    $referee = $ask['Referee'];
    $host = parse_url($referee, PHP_URL_HOST);
    if (!preg_match('~^https?://~i', $referee) || (MY_REFEREE !== '' && $host !== MY_REFEREE)) {
        return;
    }
    $told = http_build_query(['Game' => $ask['Game'] ?? '', 'MoveId' => $ask['MoveId'] ?? '', 'Value' => $value]);
    $options = stream_context_create(['http' => ['timeout' => 15, 'ignore_errors' => true, 'follow_location' => 0]]);
    $line = fopen($referee . (str_contains($referee, '?') ? '&' : '?') . $told, 'r', false, $options);
    if ($line !== false) {
        fclose($line);
    }
}

header('Content-Type: text/plain; charset=utf-8');
if (($_GET['Status'] ?? '0') === '0') { // anything else: the game is over, nothing to answer
    $value = choose($_GET);
    if (($_GET['Referee'] ?? '') === '') {
        print $value;
    } else {
        call_back($_GET, $value);
    }
}
