/* Programs that misbehave; which one, says the name under which it is started. All play super-morpion. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <unistd.h>

static int is(const char *name, const char *kind) {
    const char *base = strrchr(name, '/');
    return strcmp(base ? base + 1 : name, kind) == 0;
}

/* The first legal move of a FEN: enough for every bot here. */
static const char *legal(const char *fen) {
    static char move[3];
    char cells[81];
    int at = 0, closed[9];
    for (const char *c = fen; *c && *c != ' '; c++) {
        if (*c >= '1' && *c <= '9') for (int n = *c - '0'; n; n--) cells[at++] = '.';
        else if (*c == 'O' || *c == 'X') for (int n = 9; n; n--) cells[at++] = *c;
        else cells[at++] = *c;
    }
    for (int b = 0; b < 9; b++) closed[b] = memchr(cells + 9 * b, '.', 9) == NULL;
    const char *last = strchr(fen, ' ') + 1;
    int sent = last[1] == '0' ? -1 : last[1] - '1';
    for (int b = 0; b < 9; b++) {
        if (closed[b] || (sent >= 0 && !closed[sent] && b != sent)) continue;
        for (int c = 0; c < 9; c++)
            if (cells[9 * b + c] == '.') {
                sprintf(move, "%d%d", b + 1, c + 1);
                return move;
            }
    }
    return "00";
}

static void answer(const char *fen) { printf("%s\n", legal(fen)); fflush(stdout); }

static int session(const char *name) {
    char line[8192];
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "new", 3) == 0) continue;
        *strchr(line, '\t') = 0;
        if (is(name, "session-silent")) for (;;) pause();
        if (is(name, "session-drip")) for (;;) { putchar('.'); fflush(stdout); usleep(20000); }
        if (is(name, "session-dies")) return 3;
        if (is(name, "session-talks")) puts("11");
        answer(line);
    }
    if (is(name, "session-stays")) for (;;) pause();
    return 0;
}

int main(int count, char **argument) {
    const char *name = argument[0], *fen = count > 1 ? argument[1] : "";
    if (strcmp(fen, "session") == 0) return session(name);
    if (is(name, "silent")) return 0;
    if (is(name, "garbage")) { puts("I play in the middle"); return 0; }
    if (is(name, "bytes")) { fwrite("\xff\xfe\0\x80", 1, 4, stdout); return 0; }
    if (is(name, "flood")) {
        char block[65536];
        memset(block, '1', sizeof block);
        for (int n = 0; n < 1600; n++) fwrite(block, 1, sizeof block, stdout);
        return 0;
    }
    if (is(name, "mutters")) { for (int n = 0; n < 40000; n++) fputs("thinking ", stderr); answer(fen); return 0; }
    if (is(name, "drowns")) for (;;) fputs("thinking about it very loudly\n", stderr);
    if (is(name, "dripping")) {
        for (const char *c = legal(fen); *c; c++) { putchar(*c); fflush(stdout); usleep(30000); }
        return 0;
    }
    if (is(name, "drips-for-ever")) for (;;) { putchar(' '); fflush(stdout); usleep(20000); }
    if (is(name, "never-ends")) { answer(fen); for (;;) pause(); }
    if (is(name, "spins")) for (;;) ;
    if (is(name, "holds-the-pipe")) {
        for (int n = 0; n < 3; n++) if (fork() == 0) { if (n == 1) setsid(); sleep(600); _exit(0); }
        answer(fen);
        return 0;
    }
    if (is(name, "daemon")) {
        if (fork() == 0) { setsid(); if (fork() == 0) { sleep(600); } _exit(0); }
        usleep(20000);
        answer(fen);
        return 0;
    }
    if (is(name, "stops-itself")) { raise(SIGSTOP); for (;;) pause(); }
    if (is(name, "ignores-signals")) { for (int n = 1; n < 32; n++) signal(n, SIG_IGN); for (;;) ; }
    if (is(name, "mutters-for-ever")) for (;;) { for (int n = 0; n < 400; n++) fputs("thinking ", stderr); usleep(1000); }
    if (is(name, "holds-and-stays")) {
        for (int n = 0; n < 20; n++) if (fork() == 0) { if (n % 2) setsid(); raise(SIGSTOP); for (;;) pause(); }
        for (;;) pause();
    }
    if (is(name, "crashes")) { raise(SIGSEGV); }
    if (is(name, "crashes-after")) { answer(fen); raise(SIGABRT); }
    if (is(name, "status")) { answer(fen); return 7; }
    if (is(name, "status-silent")) return 7;
    if (is(name, "illegal")) { /* the opponent's last move again, as soon as there is one */
        const char *last = strchr(fen, ' ') + 1;
        printf("%.2s\n", last[0] == '0' ? legal(fen) : last);
        return 0;
    }
    if (is(name, "greedy")) {
        for (int n = 0; n < 160; n++) { char *m = malloc(64 << 20); if (m) memset(m, 1, 64 << 20); }
        answer(fen);
        return 0;
    }
    if (is(name, "fork-bomb")) for (;;) fork();
    if (is(name, "connects")) {
        int s = socket(AF_INET, SOCK_STREAM, 0);
        struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(atoi(getenv("HOME") ? "9" : "9"))};
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        fprintf(stderr, s < 0 ? "no socket" : connect(s, (void *)&to, sizeof to) ? "no connection" : "connected");
        answer(fen);
        return 0;
    }
    if (is(name, "kills-its-launcher")) { /* and does not survive it if the launcher does */
        kill(getppid(), SIGKILL);
        if (fork() == 0) sleep(600);
        usleep(500000);
        abort();
    }
    answer(fen);
    return 0;
}
