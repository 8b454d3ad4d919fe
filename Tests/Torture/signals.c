/* Lets a program be told of signals a second late: LD_PRELOAD=signals.so
 *
 * Dispatch begins to watch for signals on a thread of its own, which a loaded machine may delay as long.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <unistd.h>

int signalfd(int file, const sigset_t *mask, int flags) {
    int (*real)(int, const sigset_t *, int) = dlsym(RTLD_NEXT, "signalfd");
    usleep(1000000);
    return real(file, mask, flags);
}
