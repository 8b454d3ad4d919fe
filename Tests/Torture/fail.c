/* Lets the Nth call of one kind fail: LD_PRELOAD=fail.so, and
 *
 *   FAIL_CALL    open, read, write, store (what SQLite writes), sync, connect, send, receive, memory (what SQLite allocates),
 *                map (mmap and ftruncate)
 *   FAIL_AT      N, from 1
 *   FAIL_ON      set: every call from then on, too
 *   FAIL_ERRNO   the number of the error; a write that is to fail with ENOSPC writes half of its bytes first
 *   FAIL_REPORT  a file that is made when a call has failed
 *   FAIL_WHILE   a file: only calls that are made while it is there fail, and count
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_long calls;
static long at;
static int goes_on, number;
static const char *kind = "", *report, *marker;
static uintptr_t sqlite_begin, sqlite_end;

static int note_sqlite(struct dl_phdr_info *info, size_t size, void *data) {
    (void)size, (void)data;
    if (!strstr(info->dlpi_name, "libsqlite3")) return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
        sqlite_begin = info->dlpi_addr + part->p_vaddr;
        sqlite_end = sqlite_begin + part->p_memsz;
    }
    return 1;
}

__attribute__((constructor)) static void begin(void) {
    const char *word = getenv("FAIL_CALL");
    if (!word) return;
    if (getenv("FAIL_AT")) at = atol(getenv("FAIL_AT"));
    if (getenv("FAIL_ERRNO")) number = atoi(getenv("FAIL_ERRNO"));
    goes_on = getenv("FAIL_ON") != NULL;
    report = getenv("FAIL_REPORT");
    marker = getenv("FAIL_WHILE");
    dl_iterate_phdr(note_sqlite, NULL);
    kind = word;
}

/* Whether this call is the one. */
static int fails(const char *which) {
    if (kind[0] != which[0] || strcmp(kind, which) != 0) return 0;
    if (marker && syscall(SYS_faccessat, AT_FDCWD, marker, F_OK) != 0) return 0;
    long call = atomic_fetch_add(&calls, 1) + 1;
    if (goes_on ? call < at : call != at) return 0;
    if (call == at && report) {
        long file = syscall(SYS_openat, AT_FDCWD, report, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        if (file >= 0) syscall(SYS_close, file);
    }
    errno = number;
    return 1;
}

static int is_sqlite(void *caller) { return (uintptr_t)caller - sqlite_begin < sqlite_end - sqlite_begin; }

static int open_at(int folder, const char *path, int flags, mode_t mode) {
    if (fails("open")) return -1;
    return (int)syscall(SYS_openat, folder, path, flags, mode);
}

#define WITH_MODE(flags) \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | O_TMPFILE)) { \
        va_list more; \
        va_start(more, flags); \
        mode = va_arg(more, mode_t); \
        va_end(more); \
    }

int open(const char *path, int flags, ...) {
    WITH_MODE(flags)
    return open_at(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    WITH_MODE(flags)
    return open_at(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
    WITH_MODE(flags)
    return open_at(folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...) {
    WITH_MODE(flags)
    return open_at(folder, path, flags, mode);
}

ssize_t write(int file, const void *bytes, size_t count) {
    if (fails("write")) return -1;
    return syscall(SYS_write, file, bytes, count);
}

static ssize_t write_at(int file, const void *bytes, size_t count, off_t place, void *caller) {
    if (fails("write") || (is_sqlite(caller) && fails("store"))) {
        if (number == ENOSPC && count > 1) syscall(SYS_pwrite64, file, bytes, count / 2, place);
        errno = number;
        return -1;
    }
    return syscall(SYS_pwrite64, file, bytes, count, place);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t place) {
    return write_at(file, bytes, count, place, __builtin_return_address(0));
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off_t place) {
    return write_at(file, bytes, count, place, __builtin_return_address(0));
}

ssize_t read(int file, void *bytes, size_t count) {
    return fails("read") ? -1 : syscall(SYS_read, file, bytes, count);
}

ssize_t pread(int file, void *bytes, size_t count, off_t place) {
    return fails("read") ? -1 : syscall(SYS_pread64, file, bytes, count, place);
}

ssize_t pread64(int file, void *bytes, size_t count, off_t place) { return pread(file, bytes, count, place); }

int fsync(int file) { return fails("sync") ? -1 : (int)syscall(SYS_fsync, file); }
int fdatasync(int file) { return fails("sync") ? -1 : (int)syscall(SYS_fdatasync, file); }

int connect(int socket, const struct sockaddr *address, socklen_t size) {
    return fails("connect") ? -1 : (int)syscall(SYS_connect, socket, address, size);
}

ssize_t send(int socket, const void *bytes, size_t count, int flags) {
    return fails("send") ? -1 : syscall(SYS_sendto, socket, bytes, count, flags, NULL, 0);
}

ssize_t recv(int socket, void *bytes, size_t count, int flags) {
    return fails("receive") ? -1 : syscall(SYS_recvfrom, socket, bytes, count, flags, NULL, NULL);
}

int ftruncate(int file, off_t size) { return fails("map") ? -1 : (int)syscall(SYS_ftruncate, file, size); }
int ftruncate64(int file, off_t size) { return ftruncate(file, size); }

/* Only what SQLite maps: without its own memory no runtime goes on. */
void *mmap(void *place, size_t size, int protection, int flags, int file, off_t offset) {
    if (is_sqlite(__builtin_return_address(0)) && fails("map")) return MAP_FAILED;
    return (void *)syscall(SYS_mmap, place, size, protection, flags, file, offset);
}

void *mmap64(void *place, size_t size, int protection, int flags, int file, off_t offset) {
    if (is_sqlite(__builtin_return_address(0)) && fails("map")) return MAP_FAILED;
    return (void *)syscall(SYS_mmap, place, size, protection, flags, file, offset);
}

extern void *__libc_malloc(size_t size);
extern void *__libc_realloc(void *before, size_t size);

void *malloc(size_t size) {
    if (is_sqlite(__builtin_return_address(0)) && fails("memory")) return NULL;
    return __libc_malloc(size);
}

void *realloc(void *before, size_t size) {
    if (is_sqlite(__builtin_return_address(0)) && fails("memory")) return NULL;
    return __libc_realloc(before, size);
}
