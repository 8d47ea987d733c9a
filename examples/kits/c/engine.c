/* My engine: a legal move for each of the eight games. Change the function of your game; the rest can stay.
 *   cc -O2 -pthread -o engine engine.c && ./engine --port 8000          (Linux, macOS, WSL)
 * To call back a referee at an https address the program curl is used.
 * Copyright 2026 The Ronde developers. SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* Your referee's machine, such as "arbitre.example"; empty calls back any. Fill it in before going online. */
static const char *MY_REFEREE = "";

enum { FIELDS = 32, LONGEST = 8192, MOVE = 32 };

/* The parameters of a request, by their names in the manual. */
struct ask { int count; char *name[FIELDS], *text[FIELDS]; };

static const char *get(const struct ask *ask, const char *name, const char *usual) {
    for (int one = 0; one < ask->count; one++)
        if (!strcmp(ask->name[one], name)) return ask->text[one];
    return usual;
}

/* 1 for the first player, 2 for the second: Turn is odd for the first. */
static int me(const struct ask *ask) { return atoi(get(ask, "Turn", "1")) % 2 ? 1 : 2; }

/* The Tray in `tray`, which has room for `size` cells; Init means an empty board. No if it has another size. */
static int board(const struct ask *ask, char *tray, int size) {
    const char *text = get(ask, "Tray", "Init");
    memset(tray, '0', size);
    if (!strcmp(text, "Init")) return 1;
    if ((int)strlen(text) != size) return 0;
    memcpy(tray, text, size);
    return 1;
}

static int below(int count) { return (int)(random() % count); }

/* One of the cells marked as free ('0'), by chance; -1 if there is none. */
static int any_free(const char *tray, int size) {
    int found = -1, count = 0;
    for (int cell = 0; cell < size; cell++)
        if (tray[cell] == '0' && below(++count) == 0) found = cell;
    return found;
}

/* The name of a cell: the column first, then the row. */
static int square(char *value, int cell, int width, char first_row) {
    if (cell < 0) return 0;
    sprintf(value, "%c%c", 'A' + cell % width, first_row + cell / width);
    return 1;
}

/* Every game writes its move to `value`; 0 says that the question made no sense. */

/* 1 stone, 2 paper, 3 scissors. The opponent's last throw is in Move1 or Move2. */
static int rochambeau(const struct ask *ask, char *value) {
    (void)ask;
    return sprintf(value, "%d", 1 + below(3));
}

/* Tray: 9 cells, 0 free, 1 first player, 2 second. Value: 1 to 9. */
static int tictactoe(const struct ask *ask, char *value) {
    char tray[9];
    int cell = board(ask, tray, 9) ? any_free(tray, 9) : -1;
    return cell < 0 ? 0 : sprintf(value, "%d", cell + 1);
}

/* Tray: 10 rows of 10 cells from the top. Value: column A to J, row 0 to 9. */
static int morpion(const struct ask *ask, char *value) {
    char tray[100];
    return board(ask, tray, 100) && square(value, any_free(tray, 100), 10, '0');
}

/* Tray: 19 rows of 19 points. Value: column and row, A to S. At Turn 3 three points away from one's first stone. */
static int pente(const struct ask *ask, char *value) {
    char tray[361];
    if (!board(ask, tray, 361)) return 0;
    char *first = memchr(tray, '1', 361);
    if (first && atoi(get(ask, "Turn", "1")) == 3) {
        int at = (int)(first - tray);
        for (int cell = 0; cell < 361; cell++)
            if (abs(cell % 19 - at % 19) < 3 && abs(cell / 19 - at / 19) < 3 && tray[cell] == '0') tray[cell] = '9';
    }
    return square(value, any_free(tray, 361), 19, 'A');
}

/* Whether a line of six characters would have got its two marks (right place, wrong place) for that code. */
static int fits(const char *code, const char *line) {
    int placed = 0, common = 0, left[8] = {0};
    for (int peg = 0; peg < 4; peg++) placed += code[peg] == line[2 + peg];
    for (int peg = 0; peg < 4; peg++) left[code[peg] - 'A']++;
    for (int peg = 0; peg < 4; peg++)
        if (line[2 + peg] >= 'A' && line[2 + peg] <= 'H' && left[line[2 + peg] - 'A']-- > 0) common++;
    return line[0] - '0' == placed && line[1] - '0' == common - placed;
}

/* Tray: my lines, each two marks and four colours A to H. Value: four colours.
 * At Turn 1 and 2 the Value is my own code, later a line: a code that would have given all these marks. */
static int mastermind(const struct ask *ask, char *value) {
    const char *tray = get(ask, "Tray", "Init");
    int lines = strcmp(tray, "Init") ? (int)strlen(tray) / 6 : 0, start = below(4096);
    for (int step = 0; step < 4096; step++) {
        int number = (start + step) % 4096, good = 1;
        for (int peg = 0; peg < 4; peg++) value[peg] = (char)('A' + (number >> 3 * peg & 7));
        value[4] = 0;
        for (int line = 0; line < lines && good; line++) good = fits(value, tray + 6 * line);
        if (good) return 1;
    }
    return 0;
}

/* Tray: hand (2 digits), completed hands (2), step, two cards each, the table's cards, stakes M10-12.
 * Value: my total stake in this hand; 0 folds, the opponent's total calls. At step 9 any Value will do. */
static int poker(const struct ask *ask, char *value) {
    const char *tray = get(ask, "Tray", ""), *last = strrchr(tray, 'M');
    const char *mine = tray + (me(ask) == 1 ? 5 : 9); /* two cards, such as S1HT; the table's begin at tray + 13 */
    int first = 0, second = 0;
    if (!last || last < mine + 4) return 0;
    if (sscanf(last, "M%*[?]%d-%d", &first, &second) < 2 && sscanf(last, "M%d-%*[?]%d", &first, &second) < 2 &&
        sscanf(last, "M%d-%d", &first, &second) < 2) return 0;
    return sprintf(value, "%d", me(ask) == 1 ? second : first);
}

static int disc(const char *tray, int x, int y) { return x >= 0 && x < 8 && y >= 0 && y < 8 ? tray[y * 8 + x] : 0; }

/* Whether a disc there turns any other. */
static int turns(const char *tray, int cell, int own, int other) {
    for (int way = 0; way < 9; way++) {
        int right = way % 3 - 1, down = way / 3 - 1, x = cell % 8 + right, y = cell / 8 + down, between = 0;
        for (; way != 4 && disc(tray, x, y) == other; between++) x += right, y += down;
        if (between && disc(tray, x, y) == own) return 1;
    }
    return 0;
}

/* Tray: 8 rows of 8 cells, 3 black (first player), 4 white. Value: A1 to H8, or XX if I have to pass. */
static int reversi(const struct ask *ask, char *value) {
    char tray[64], legal[64];
    if (!board(ask, tray, 64)) return 0;
    if (!strcmp(get(ask, "Tray", "Init"), "Init")) tray[28] = tray[35] = '3', tray[27] = tray[36] = '4';
    int own = me(ask) == 1 ? '3' : '4', other = own == '3' ? '4' : '3';
    for (int cell = 0; cell < 64; cell++) legal[cell] = tray[cell] == '0' && turns(tray, cell, own, other) ? '0' : '9';
    return square(value, any_free(legal, 64), 8, '1') || sprintf(value, "XX");
}

/* Five ships of 5, 4, 3, 3 and 2 cells, each as direction, size, column, row, and 1 for intact: V3C51. */
static int fleet(char *value) {
    static const int sizes[] = {5, 4, 3, 3, 2};
    char sea[100] = {0};
    for (int ship = 0; ship < 5; ship++) {
        int size = sizes[ship], flat, start, free;
        do {
            flat = below(2);
            start = below(flat ? 10 : 11 - size) * 10 + below(flat ? 11 - size : 10);
            free = 1;
            for (int step = 0; step < size; step++) free = free && !sea[start + step * (flat ? 1 : 10)];
        } while (!free);
        for (int step = 0; step < size; step++) sea[start + step * (flat ? 1 : 10)] = 1;
        value += sprintf(value, "%c%d%c%d1", flat ? 'H' : 'V', size, 'A' + start % 10, start / 10);
    }
    return 1;
}

/* Tray: Init asks for my fleet; then my shots, 10 rows of 10: 0 none, 1 water, 2 hit, 3 sunk. Value: A0 to J9. */
static int seafight(const struct ask *ask, char *value) {
    char tray[100];
    if (!strcmp(get(ask, "Tray", "Init"), "Init")) return fleet(value);
    return board(ask, tray, 100) && square(value, any_free(tray, 100), 10, '0');
}

static const struct { const char *set; int (*play)(const struct ask *, char *); } GAMES[] = {
    {"Rochambeau", rochambeau}, {"TicTacToe", tictactoe}, {"BigTicTacToe", morpion}, {"Pente", pente},
    {"MasterMind", mastermind}, {"Poker", poker}, {"Reversi", reversi}, {"SeaFight", seafight},
};

/* The move; 0 if the question made no sense. */
static int choose(const struct ask *ask, char *value) {
    for (size_t one = 0; one < sizeof GAMES / sizeof *GAMES; one++)
        if (!strcasecmp(get(ask, "Set", ""), GAMES[one].set)) return GAMES[one].play(ask, value);
    return 0;
}

/* Undo %41 and +, in place. */
static void decode(char *text) {
    char *to = text;
    for (; *text; text++) {
        unsigned byte;
        if (*text == '%' && sscanf(text + 1, "%2x", &byte) == 1) *to++ = (char)byte, text += 2;
        else *to++ = *text == '+' ? ' ' : *text;
    }
    *to = 0;
}

static void read_query(struct ask *ask, char *query) {
    ask->count = 0;
    for (char *field = strtok_r(query, "&", &query); field && ask->count < FIELDS; field = strtok_r(NULL, "&", &query)) {
        char *text = strchr(field, '=');
        if (text) *text++ = 0;
        else text = field + strlen(field);
        decode(text);
        ask->name[ask->count] = field, ask->text[ask->count++] = text;
    }
}

/* A text as part of a query. */
static void quote(char *to, const char *text, size_t room) {
    for (; *text && room > 4; text++)
        if (strchr("-_.~", *text) || (*text >= '0' && *text <= '9') || ((*text | 32) >= 'a' && (*text | 32) <= 'z'))
            *to++ = *text, room--;
        else to += sprintf(to, "%%%02X", (unsigned char)*text), room -= 3;
    *to = 0;
}

/* Another program for addresses that need encryption. */
static void curl(const char *url) {
    pid_t child = fork();
    if (child == 0) {
        execlp("curl", "curl", "-s", "-m", "15", "-o", "/dev/null", "--", url, (char *)NULL);
        _exit(127);
    }
    if (child > 0) waitpid(child, NULL, 0);
}

static int connected(const char *host, const char *port) {
    struct addrinfo want = {.ai_socktype = SOCK_STREAM}, *found;
    if (getaddrinfo(host, port, &want, &found)) return -1;
    int line = -1;
    for (struct addrinfo *one = found; one && line < 0; one = one->ai_next) {
        line = socket(one->ai_family, one->ai_socktype, one->ai_protocol);
        if (line >= 0 && connect(line, one->ai_addr, one->ai_addrlen)) close(line), line = -1;
    }
    freeaddrinfo(found);
    return line;
}

/* Send the move to the referee, with Game and MoveId as they came. */
static void call_back(const struct ask *ask, const char *value) {
    const char *referee = get(ask, "Referee", "");
    char host[256], port[8] = "80", path[1024] = "/", game[256], move[256], text[LONGEST];
    int secure = !strncasecmp(referee, "https://", 8), used = 0;
    if (!secure && strncasecmp(referee, "http://", 7)) return;
    const char *rest = referee + (secure ? 8 : 7);
    if (sscanf(rest, "%255[^:/?]%n", host, &used) != 1) return;
    rest += used;
    if (*rest == ':' && sscanf(rest, ":%7[0-9]%n", port, &used) == 1) rest += used;
    if (*rest == '/') snprintf(path, sizeof path, "%s", rest);
    if (*MY_REFEREE && strcmp(host, MY_REFEREE)) return;
    quote(game, get(ask, "Game", ""), sizeof game);
    quote(move, get(ask, "MoveId", ""), sizeof move);
    const char *sign = strchr(path, '?') ? "&" : "?";
    if (secure) {
        snprintf(text, sizeof text, "%s%sGame=%s&MoveId=%s&Value=%s", referee, sign, game, move, value);
        curl(text);
        return;
    }
    int size = snprintf(text, sizeof text, "GET %s%sGame=%s&MoveId=%s&Value=%s HTTP/1.1\r\nHost: %s:%s\r\nConnection: close\r\n\r\n",
                        path, sign, game, move, value, host, port);
    int line = connected(host, port);
    if (line < 0) return;
    struct timeval patience = {15, 0};
    setsockopt(line, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (write(line, text, size) == size)
        while (read(line, text, sizeof text) > 0) {}
    close(line);
}

/* The answer to the first line of a request: its status, and what to print in `value`. */
static int answer(char *head, char *value) {
    struct ask ask = {0};
    char *end = head + strcspn(head, " \r\n"), *target = *end ? end + 1 : end;
    target[strcspn(target, " \r\n")] = 0;
    char *query = strchr(target, '?');
    if (query) read_query(&ask, query + 1);
    *value = 0;
    if (strcmp(get(&ask, "Status", "0"), "0")) return 200; /* the game is over, nothing to answer */
    if (!choose(&ask, value)) return *value = 0, 500;
    if (*get(&ask, "Referee", "")) call_back(&ask, value), *value = 0;
    return 200;
}

/* One connection of the referee, with one request after the other. */
static void *serve(void *given) {
    int line = (int)(long)given, yes = 1, filled = 0;
    char text[LONGEST + 1], value[MOVE], out[256];
    setsockopt(line, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    for (;;) {
        text[filled] = 0;
        char *end = strstr(text, "\r\n\r\n");
        if (end) {
            int left = filled - (int)(end + 4 - text), used = filled - left;
            *end = 0;
            char next[LONGEST + 1];
            memcpy(next, text + used, left);
            int status = answer(text, value);
            int size = snprintf(out, sizeof out, "HTTP/1.1 %s\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: %zu\r\n\r\n%s",
                                status == 200 ? "200 OK" : "500 Internal Server Error", strlen(value), value);
            if (write(line, out, size) != size) break;
            memcpy(text, next, filled = left);
            continue;
        }
        ssize_t more = filled < LONGEST ? read(line, text + filled, LONGEST - filled) : 0;
        if (more <= 0) break;
        filled += (int)more;
    }
    close(line);
    return NULL;
}

static const char *option(int count, char **words, const char *name, const char *usual) {
    for (int one = 1; one + 1 < count; one++)
        if (!strcmp(words[one], name)) return words[one + 1];
    return usual;
}

int main(int count, char **words) {
    const char *host = option(count, words, "--host", "127.0.0.1");
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(atoi(option(count, words, "--port", "8000")))};
    socklen_t size = sizeof at;
    int door = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
    setsockopt(door, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    signal(SIGPIPE, SIG_IGN);
    srandom((unsigned)getpid());
    if (inet_pton(AF_INET, host, &at.sin_addr) != 1 || bind(door, (struct sockaddr *)&at, size) || listen(door, 64)) {
        perror(host);
        return 1;
    }
    getsockname(door, (struct sockaddr *)&at, &size);
    printf("http://%s:%d/\n", host, ntohs(at.sin_port));
    fflush(stdout);
    for (;;) {
        int line = accept(door, NULL, NULL);
        pthread_t thread;
        if (line < 0) continue;
        if (pthread_create(&thread, NULL, serve, (void *)(long)line)) close(line);
        else pthread_detach(thread);
    }
}
