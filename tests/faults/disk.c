/* A disk that can lose its power or refuse: put before the C library by LD_PRELOAD.
 *
 * RONDE_CUT_FROM, RONDE_CUT_TO: at each fsync every file of the folder FROM is copied into TO/000001, TO/000002 ...,
 *   with the inodes in `names` and the synced inode in `synced`.
 * RONDE_FAIL_AT, RONDE_FAIL_WITH, RONDE_FAIL_ON: the AT-th call that writes to or syncs a file whose path holds ON,
 *   and all later ones, fail with that number of an error; RONDE_FAIL_COUNT names a file told how many there were.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static int cuts = 0;
static long calls = 0;

static void copy(const char *from, const char *to) {
    char part[65536];
    ssize_t got;
    int in = open(from, O_RDONLY | O_CLOEXEC), out;
    if (in < 0) return;
    out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    while (out >= 0 && (got = read(in, part, sizeof part)) > 0)
        if (write(out, part, got) != got) abort();
    close(in);
    if (out >= 0) close(out);
}

static void cut(int fd) {
    const char *from = getenv("RONDE_CUT_FROM"), *to = getenv("RONDE_CUT_TO");
    char place[PATH_MAX], source[PATH_MAX], target[PATH_MAX];
    struct dirent *entry;
    struct stat about;
    FILE *names, *synced;
    DIR *folder;
    if (!from || !to || !(folder = opendir(from))) return;
    snprintf(place, sizeof place, "%s/%06d", to, ++cuts);
    mkdir(place, 0755);
    snprintf(target, sizeof target, "%s/names", place);
    names = fopen(target, "w");
    while ((entry = readdir(folder))) {
        snprintf(source, sizeof source, "%s/%s", from, entry->d_name);
        if (stat(source, &about) || !S_ISREG(about.st_mode)) continue;
        fprintf(names, "%lu %s\n", (unsigned long)about.st_ino, entry->d_name);
        snprintf(target, sizeof target, "%s/%lu", place, (unsigned long)about.st_ino);
        copy(source, target);
    }
    closedir(folder);
    fclose(names);
    snprintf(target, sizeof target, "%s/synced", place);
    synced = fopen(target, "w");
    if (!fstat(fd, &about)) fprintf(synced, "%s %lu\n", S_ISDIR(about.st_mode) ? "folder" : "file", (unsigned long)about.st_ino);
    fclose(synced);
}

/* Whether this call is to fail; 0, or the number of the error. */
static int fails(int fd) {
    const char *on = getenv("RONDE_FAIL_ON"), *at = getenv("RONDE_FAIL_AT"), *with = getenv("RONDE_FAIL_WITH");
    char link[64], path[PATH_MAX];
    ssize_t length;
    if (!on) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    if (!strstr(path, on)) return 0;
    calls++;
    return at && with && calls >= atol(at) ? atoi(with) : 0;
}

__attribute__((destructor)) static void told(void) {
    const char *count = getenv("RONDE_FAIL_COUNT");
    FILE *file = count ? fopen(count, "w") : NULL;
    if (file) { fprintf(file, "%ld\n", calls); fclose(file); }
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define OR_FAIL(fd) do { int wrong = fails(fd); if (wrong) { errno = wrong; return -1; } } while (0)

int fsync(int fd) { OR_FAIL(fd); cut(fd); return getenv("RONDE_CUT_TO") ? 0 : REAL(fsync)(fd); }
int fdatasync(int fd) { OR_FAIL(fd); cut(fd); return getenv("RONDE_CUT_TO") ? 0 : REAL(fdatasync)(fd); }
ssize_t pwrite(int fd, const void *data, size_t size, off_t at) { OR_FAIL(fd); return REAL(pwrite)(fd, data, size, at); }
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) { OR_FAIL(fd); return REAL(pwrite64)(fd, data, size, at); }
int ftruncate(int fd, off_t size) { OR_FAIL(fd); return REAL(ftruncate)(fd, size); }
int ftruncate64(int fd, off64_t size) { OR_FAIL(fd); return REAL(ftruncate64)(fd, size); }
