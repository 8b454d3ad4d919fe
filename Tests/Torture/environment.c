/* Moves the environment before the program's own code runs: LD_PRELOAD=environment.so
 *
 * Libraries of another clock do so from a function that they take the place of. Swift's runtime looks for the arguments beside the
 * environment while it is loaded, and opens a file for that; the environment is somewhere else by then.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static FILE *open_real(const char *name, const char *path, const char *mode) {
    setenv("CAIRN_TEST_MOVED", "1", 1);
    FILE *(*real)(const char *, const char *) = dlsym(RTLD_NEXT, name);
    return real ? real(path, mode) : NULL;
}

FILE *fopen(const char *path, const char *mode) { return open_real("fopen", path, mode); }

FILE *fopen64(const char *path, const char *mode) { return open_real("fopen64", path, mode); }
