// What Swift's Glibc module leaves out, and global variables that Swift 6 does not accept.
#ifndef CAIRN_PLATFORM_SHIM_H
#define CAIRN_PLATFORM_SHIM_H
#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

/// How many pictures a mark of the handler of crashes names.
#define CP_CRASH_ATTEMPTS 64

/// open(2) is variadic, and so not imported.
static inline int cp_open(const char *path, int flags, mode_t mode) {
    return open(path, flags | O_CLOEXEC, mode);
}

/// fcntl(2) is variadic: a copy of a descriptor that is closed on exec.
static inline int cp_duplicate(int fd) { return fcntl(fd, F_DUPFD_CLOEXEC, 3); }

/// A file in memory, closed on exec; memfd_create(2) is declared for programs of GNU alone. 1 is MFD_CLOEXEC.
static inline int cp_memory_file(void) { return (int)syscall(SYS_memfd_create, "cairn", 1u); }

/// Waits until a file system is written down; syncfs(2) is declared for programs of GNU alone.
static inline int cp_sync_file_system(int fd) { return (int)syscall(SYS_syncfs, fd); }

/// A pipe whose ends are closed on exec; pipe2(2) is declared for programs of GNU alone.
static inline int cp_pipe(int ends[2]) { return (int)syscall(SYS_pipe2, ends, O_CLOEXEC); }

/// A pair of connected sockets for streams of bytes, closed on exec; SOCK_CLOEXEC is an enumerator in Swift.
static inline int cp_socket_pair(int ends[2]) { return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends); }

/// fcntl(2) is variadic: has calls on a descriptor not wait.
static inline int cp_set_nonblocking(int fd) { return fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK); }

/// The same: has what this process starts not get a descriptor.
static inline int cp_close_on_exec(int fd) { return fcntl(fd, F_SETFD, FD_CLOEXEC); }

/// prctl(2) is variadic: what a process below this one leaves behind becomes a child of this one.
static inline int cp_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

/// ioctl(2) is variadic: columns of the terminal behind a descriptor, 0 where there is none.
static inline int cp_columns(int fd) {
    struct winsize size;
    return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/// The same: its rows.
static inline int cp_rows(int fd) {
    struct winsize size;
    return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

/// prctl(2) is variadic: no core file of this process, and no look into it by other processes of its user.
static inline void cp_close_memory(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

/// Whether a signal is ignored; SIG_IGN is a cast macro.
static inline int cp_is_ignored(int number) {
    struct sigaction action;
    return sigaction(number, 0, &action) == 0 && action.sa_handler == SIG_IGN;
}

/// The system's sentence for an error number; constant text, safe on any thread. Declared here
/// because its header would need _GNU_SOURCE, which contradicts the types of Swift's Glibc module.
extern const char *strerrordesc_np(int number);
static inline const char *cp_error_text(int number) { return strerrordesc_np(number); }

/// A signal's name without SIG, constant text; NULL for a number that none has. Declared here for the same reason.
extern const char *sigabbrev_np(int number);
static inline const char *cp_signal_name(int number) { return sigabbrev_np(number); }

/// glibc gives each thread a heap of its own, up to eight for each processor, and each keeps what its thread once took.
static inline void cp_share_heap(void) {
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_TRIM_THRESHOLD, 128 * 1024);
}

/// glibc takes large blocks from the system one by one at first, but raises what counts as large to what was freed last.
static inline void cp_return_large_blocks(void) { mallopt(M_MMAP_THRESHOLD, 4 * 1024 * 1024); }

/// Processors in this process's affinity mask; the kernel answers how many bytes of the mask it filled.
/// (sched_getaffinity's own header would need _GNU_SOURCE.)
static inline int cp_processors(void) {
    unsigned long mask[128] = {0};
    long bytes = syscall(SYS_sched_getaffinity, 0, sizeof mask, mask);
    int count = 0;
    for (long i = 0; i < bytes / (long)sizeof(long); i++) count += __builtin_popcountl(mask[i]);
    return count > 0 ? count : (int)sysconf(_SC_NPROCESSORS_ONLN);
}

/// A monotonic clock that keeps running while the machine sleeps, in nanoseconds.
static inline int64_t cp_boottime_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_BOOTTIME, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/// Wall-clock milliseconds since 1970-01-01T00:00:00Z.
static inline int64_t cp_wall_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/// Minutes since midnight on the local clock.
static inline int cp_local_minute(int64_t now) {
    time_t seconds = (time_t)now;
    struct tm shown;
    localtime_r(&seconds, &shown);
    return shown.tm_hour * 60 + shown.tm_min;
}

/// The next second after `now` at which the local clock shows hour:minute; a minute that a change to summer time leaves out is
/// taken as mktime(3) takes it.
static inline int64_t cp_next_local(int hour, int minute, int64_t now) {
    time_t seconds = (time_t)now;
    struct tm today;
    localtime_r(&seconds, &today);
    for (int days = 0; days < 2; days++) {
        // A minute that the clock shows twice is found by summer time and then by winter time; one that it leaves out, by neither.
        int is_shown = 0;
        for (int summer = 1; summer >= -1; summer--) {
            struct tm moment = today;
            moment.tm_mday += days;
            moment.tm_hour = hour;
            moment.tm_min = minute;
            moment.tm_sec = 0;
            moment.tm_isdst = summer;
            int64_t found = (int64_t)mktime(&moment);
            int is_exact = cp_local_minute(found) == hour * 60 + minute;
            is_shown |= is_exact;
            if (found > now && (is_exact || (summer < 0 && !is_shown))) return found;
        }
    }
    return now + 86400;
}

/// The second since 1970 at which clocks of a zone show a date and a time, as mktime(3) takes it. The zone of the whole process is
/// another one meanwhile, so that no other thread may ask for the local time or the environment.
static inline int64_t cp_zone_second(const char *zone, int year, int month, int day, int second) {
    const char *before = getenv("TZ");
    char *kept = before ? strdup(before) : NULL;
    setenv("TZ", zone, 1);
    tzset();
    struct tm shown = {.tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = day, .tm_sec = second, .tm_isdst = -1};
    int64_t found = (int64_t)mktime(&shown);
    if (kept) setenv("TZ", kept, 1); else unsetenv("TZ");
    free(kept);
    tzset();
    return found;
}

/// A condition variable whose waits follow CLOCK_MONOTONIC, so that a clock step neither hangs nor hastens them.
static inline int cp_condition_init(pthread_cond_t *condition) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    int result = pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
    return result;
}

/// Waits at most `milliseconds`; 0 or ETIMEDOUT.
static inline int cp_condition_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t milliseconds) {
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += milliseconds / 1000;
    end.tv_nsec += (milliseconds % 1000) * 1000000;
    if (end.tv_nsec >= 1000000000) {
        end.tv_sec += 1;
        end.tv_nsec -= 1000000000;
    }
    return pthread_cond_timedwait(condition, mutex, &end);
}

/// memmem(3), which <string.h> declares for programs of GNU alone.
void *memmem(const void *text, size_t text_length, const void *wanted, size_t wanted_length);

/// The first place of some bytes in others; NULL for none.
static inline const void *cp_find(const void *text, size_t text_length, const void *wanted, size_t wanted_length) {
    return memmem(text, text_length, wanted, wanted_length);
}

/// What a thread works on, for the handler of crashes: how far it is, and the attempts of its pictures; and the stack on which the
/// handler runs where the thread has used up its own.
struct cp_crash_mark {
    int32_t phase, count;
    int64_t attempts[CP_CRASH_ATTEMPTS];
    char stack[65536];
};

/// What the handler of crashes needs, filled before it is installed.
struct cp_crash_state {
    int is_installed;
    pthread_key_t key;
    int64_t started;
    char path[4096];
    struct sigaction former[65];
};

/// The process has one, as one file alone (CrashRecorder.swift) calls what uses it: each object file would have its own.
static inline struct cp_crash_state *cp_crash(void) {
    static struct cp_crash_state state;
    return &state;
}

/// The shared object that an address lies in, of glibc 2.35 on: unlike dladdr(3) it takes no lock and may be called in a handler.
/// Declared here because its header would need _GNU_SOURCE; of its structure the first four words are used, the last of
/// them a struct link_map.
extern int _dl_find_object(void *address, void *result) __attribute__((weak));

/// Appends a number to a line, in decimal; the handler may not call snprintf(3).
static inline size_t cp_put_number(char *line, size_t end, int64_t number) {
    char digits[20];
    int count = 0;
    if (number < 0) number = 0;
    do digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    while (count > 0) line[end++] = digits[--count];
    line[end++] = ' ';
    return end;
}

/// Appends the name of the shared object that an address lies in: `cairn` for the program itself, `-` for none.
static inline size_t cp_put_object(char *line, size_t end, void *address) {
    void *found[32] = {0};
    const char *name = "-";
    if (_dl_find_object && address && _dl_find_object(address, found) == 0 && found[3]) {
        name = ((struct link_map *)found[3])->l_name;
        if (!name || !*name) name = "cairn";
        for (const char *rest = name; *rest; rest++)
            if (*rest == '/') name = rest + 1;
    }
    for (int i = 0; i < 64 && name[i] > ' ' && name[i] < 127; i++) line[end++] = name[i];
    line[end++] = ' ';
    return end;
}

/// Appends one line to the file of crashes by calls that a handler may make, and lets the signal take its usual course.
///
/// `PID STARTED SIGNAL PHASE OBJECT ATTEMPT...`, which CrashRecord reads.
static inline void cp_crash_handler(int number, siginfo_t *info, void *context) {
    // What another process sent says nothing of what this one did.
    int is_own = info->si_code > 0 || info->si_pid == getpid();
    int file = -1;
    struct stat status;
    if (is_own) file = open(cp_crash()->path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
    if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid()) {
        char line[64 + 5 * 21 + 21 * CP_CRASH_ATTEMPTS];
        struct cp_crash_mark *mark = pthread_getspecific(cp_crash()->key);
        void *address = 0;
#if defined(__x86_64__)
        address = (void *)((ucontext_t *)context)->uc_mcontext.gregs[16];
#elif defined(__aarch64__)
        address = (void *)((ucontext_t *)context)->uc_mcontext.pc;
#endif
        size_t end = cp_put_number(line, 0, getpid());
        end = cp_put_number(line, end, cp_crash()->started);
        end = cp_put_number(line, end, number);
        end = cp_put_number(line, end, mark ? mark->phase : 0);
        end = cp_put_object(line, end, address);
        for (int i = 0; mark && i < mark->count; i++) end = cp_put_number(line, end, mark->attempts[i]);
        line[end - 1] = '\n';
        // Whether it was written changes nothing.
        if (write(file, line, end) < 0) line[0] = 0;
    }
    if (file >= 0) close(file);
    sigaction(number, &cp_crash()->former[number], 0);
    // A fault comes again when the handler returns; what was sent, or raised by an instruction that is over, does not.
    if (info->si_code <= 0 || number == SIGTRAP) raise(number);
}

/// Has crashes of this process written to a file from now on; the first call installs the handlers.
static inline void cp_install_crash_handler(const char *path, int64_t started) {
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
    struct sigaction action;
    if (strlen(path) >= sizeof cp_crash()->path) return;
    if (!cp_crash()->is_installed && pthread_key_create(&cp_crash()->key, 0) != 0) return;
    strcpy(cp_crash()->path, path);
    cp_crash()->started = started;
    if (cp_crash()->is_installed) return;
    cp_crash()->is_installed = 1;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = cp_crash_handler;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &action, &cp_crash()->former[numbers[i]]);
}

/// Gives the calling thread a mark, and the handler a stack on it; NULL where no handler is installed.
static inline struct cp_crash_mark *cp_mark_thread(void) {
    if (!cp_crash()->is_installed) return 0;
    struct cp_crash_mark *mark = calloc(1, sizeof *mark);
    if (!mark) return 0;
    stack_t stack = {.ss_sp = mark->stack, .ss_size = sizeof mark->stack};
    sigaltstack(&stack, 0);
    pthread_setspecific(cp_crash()->key, mark);
    return mark;
}

/// Takes the mark of the calling thread away.
static inline void cp_unmark_thread(struct cp_crash_mark *mark) {
    stack_t stack = {.ss_flags = SS_DISABLE};
    pthread_setspecific(cp_crash()->key, 0);
    sigaltstack(&stack, 0);
    free(mark);
}

/// Says how far the thread of a mark is; the handler, which interrupts it, sees no half of it.
static inline void cp_set_phase(struct cp_crash_mark *mark, int32_t phase, int32_t count) {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    mark->count = count;
    mark->phase = phase;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

/// Names one of the pictures that a thread works on.
static inline void cp_set_attempt(struct cp_crash_mark *mark, int32_t index, int64_t attempt) {
    mark->attempts[index] = attempt;
}

#endif
