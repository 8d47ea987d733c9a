/* Programs that reach out of their jail; which one, says the name under which it is started. All of them play
   super-morpion. What they aim at stands in the folder beside them: the number of a process and a path.
   "done" on standard error means that the attack went through. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static const long MB = 1 << 20;

#ifndef LASTS
#define LASTS "75.31" /* another one for every trial, so that each finds only its own */
#endif

static int is(const char *name, const char *kind) {
    const char *base = strrchr(name, '/');
    return strcmp(base ? base + 1 : name, kind) == 0;
}

static void told(int done) { fprintf(stderr, "%s %s\n", done ? "done" : "stopped", done ? "" : strerror(errno)); }

/* Hold what was taken until the referee has looked, however late it is, and tell only after that. */
static void held(int done) {
    for (int n = 0; n < 20 && done; n++) sleep(1);
    told(done);
}

/* Write so many files of so many megabytes; the sum of what was written. With `names`, they keep theirs. */
static long written(int files, long megabytes, int names) {
    long sum = 0;
    char name[32], *block = malloc(MB);
    memset(block, 1, MB);
    for (int n = 0; n < files; n++) {
        snprintf(name, sizeof name, "file-%d", n);
        int file = open(name, O_CREAT | O_WRONLY, 0600);
        if (file < 0) return sum;
        if (!names) unlink(name);
        for (long m = 0; m < megabytes; m++) if (write(file, block, MB) == MB) sum++; else break;
        if (names) close(file);
    }
    return sum;
}

/* Fill pairs of sockets until there are no more descriptors; the megabytes that lie in them. */
static long hoarded(void) {
    long sum = 0, sent;
    char *block = calloc(1, 32768);
    for (int pair[2], room = 1 << 20; socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0;)
        for (int side = 0; side < 2; side++) {
            setsockopt(pair[side], SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
            while ((sent = write(pair[side], block, 32768)) > 0) sum += sent;
        }
    return sum / MB;
}

/* The same in a thread that has files of its own; it has not even its own errno, so it calls little. */
static int hoarding(void *unused) {
    static char block[32768];
    for (int pair[2]; socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0;)
        for (int side = 0; side < 2; side++) while (write(pair[side], block, sizeof block) > 0);
    for (;;) pause();
}

/* What is done by a thread when the first one of its program, by which all are known, has ended. */
static void *leaderless(void *name) {
    usleep(100000);
    if (is(name, "hides-in-threads")) {
        for (int n = 0; n < 12; n++) { memset(malloc(64 * MB), 1, 64 * MB); usleep(50000); }
        held(1);
        puts("11");
        exit(0);
    }
    char *line[] = {"sleep", LASTS, NULL}, *nothing[] = {NULL};
    kill(getppid(), SIGKILL);
    sleep(1);
    execve("/bin/sleep", line, nothing);
    return NULL;
}

/* Start a copy of this program, under another name, that nobody may read. */
static void unreadable(const char *own, const char *name) {
    static char block[65536];
    int from = open(own, O_RDONLY), to = open(name, O_CREAT | O_WRONLY, 0111);
    for (ssize_t size; (size = read(from, block, sizeof block)) > 0;) write(to, block, size);
    close(from);
    close(to);
    execl(name, name, NULL);
    told(0);
}

/* Read from so many places that the tables which say where they lie take so many megabytes. */
static int tabled(long megabytes) {
    long span = megabytes * 256 * 2 * MB;
    char *at = mmap(NULL, span, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) return 0;
    madvise(at, span, MADV_NOHUGEPAGE);
    for (long n = 0; n < span; n += 2 * MB) ((volatile char *)at)[n];
    return 1;
}

/* Lay one small page of each large one into a pipe and forget the rest; the megabytes that are held. */
static long spliced(int pipes) {
    long held = 0;
    for (int n = 0, ends[2]; n < pipes && pipe2(ends, O_NONBLOCK) == 0; n++)
        for (int k = 0; k < 16; k++) {
            char *at = mmap(NULL, 4 * MB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            char *whole = (char *)(((long)at + 2 * MB - 1) & ~(2 * MB - 1));
            madvise(whole, 2 * MB, MADV_HUGEPAGE);
            memset(whole, 1, 2 * MB);
            struct iovec page = {whole, 4096};
            if (vmsplice(ends[1], &page, 1, 0) != 4096) return held;
            munmap(at, 4 * MB);
            held += 2;
        }
    return held;
}

int main(int count, char **argument) {
    const char *name = argument[0];
    char path[4096], target[4096] = "";
    int pid = 0;
    snprintf(path, sizeof path, "%s.d/target", name);
    FILE *aim = fopen(path, "r");
    if (aim) { fscanf(aim, "%d %4000s", &pid, target); fclose(aim); }

    if (is(name, "takes-rights")) told(chmod(target, 0) == 0 || syscall(SYS_fchmodat, AT_FDCWD, target, 0) == 0);
    if (is(name, "sets-limits")) {
        struct rlimit few = {64, 64};
        told(prlimit(pid, RLIMIT_NOFILE, &few, NULL) == 0);
    }
    if (is(name, "sets-affinity")) {
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(0, &one);
        told(sched_setaffinity(pid, sizeof one, &one) == 0);
    }
    if (is(name, "sets-priority")) told(setpriority(PRIO_PROCESS, pid, 19) == 0);
    if (is(name, "shares-memory")) {
        int segment = shmget(IPC_PRIVATE, 64 * MB, IPC_CREAT | 0600);
        void *at = segment < 0 ? (void *)-1 : shmat(segment, NULL, 0);
        if (at != (void *)-1) memset(at, 1, 64 * MB);
        told(segment >= 0);
    }
    if (is(name, "hides-memory")) {
        int file = syscall(SYS_memfd_create, "x", 0);
        told(file >= 0 && ftruncate(file, 64 * MB) == 0);
    }
    if (is(name, "forgets-memory")) { /* three times the limit, never more than a part of it mapped in */
        char *at = mmap(NULL, 768 * MB, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        for (long n = 0; n < 768 && at != MAP_FAILED; n += 64) {
            memset(at + n * MB, 1, 64 * MB);
            madvise(at + n * MB, 64 * MB, MADV_DONTNEED);
        }
        held(at != MAP_FAILED);
    }
    if (is(name, "hoards-sockets")) {
        long sum = 0;
        for (int n = 0; n < 15; n++) if (fork() == 0) { hoarded(); sleep(30); exit(0); }
        sum = hoarded() * 16;
        held(sum > 256);
    }
    if (is(name, "hoards-in-threads")) {
        int flags = CLONE_VM | CLONE_FS | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM, made = 0;
        for (int n = 0; n < 15; n++) made += clone(hoarding, (char *)malloc(MB) + MB, flags, NULL) > 0;
        sleep(3);
        held(made > 10);
        fflush(stderr);
        puts("11");
        fflush(stdout);
        _exit(0);
    }
    if (is(name, "hides-unreadable")) unreadable(name, "hoards-sockets");
    if (is(name, "hides-in-threads") || is(name, "outlives-its-leader")) {
        pthread_t other;
        pthread_create(&other, NULL, leaderless, (void *)name);
        pthread_exit(NULL);
    }
    if (is(name, "hoards-tables")) {
        int done = tabled(768);
        held(done);
    }
    if (is(name, "splices-memory")) {
        long sum = spliced(24);
        held(sum > 256);
    }
    if (is(name, "changes-times")) {
        struct timespec long_ago[2] = {{1, 0}, {1, 0}};
        told(utimensat(AT_FDCWD, target, long_ago, 0) == 0);
    }
    if (is(name, "fills-folder") || is(name, "fills-unnamed")) {
        long sum = written(12, 8, is(name, "fills-folder"));
        held(sum > 64);
    }
    if (is(name, "crowds-folder")) {
        int made = 0;
        for (int n = 0; n < 20000; n++) {
            snprintf(path, sizeof path, "%d", n);
            made += mkdir(path, 0700) == 0;
        }
        held(made > 16000);
    }
    if (is(name, "outlives")) { /* the child has neither environment, nor session, nor parent */
        if (fork() == 0) {
            char *line[] = {"sleep", LASTS, NULL}, *nothing[] = {NULL};
            setsid();
            kill(getppid(), SIGKILL);
            usleep(50000);
            execve("/bin/sleep", line, nothing);
        }
        kill(getppid(), SIGKILL);
        sleep(1);
    }
    if (is(name, "leaves-silently")) { /* a child, and no answer */
        if (fork() == 0) sleep(60);
        return 0;
    }
    if (is(name, "digs")) for (int n = 0; n < 3000; n++) if (mkdir("d", 0700) || chdir("d")) break;
    if (is(name, "lays-a-link")) {
        *strrchr(target, '/') = 0;
        unlink("target"); /* the link to its own file: only an empty folder can be replaced */
        told(chdir("/") == 0 && rmdir(getenv("HOME")) == 0 && symlink(target, getenv("HOME")) == 0);
    }
    puts("11");
    return 0;
}
