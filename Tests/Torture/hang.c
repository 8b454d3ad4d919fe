/* Lets the Nth call of one function of LiteRT never end: LD_PRELOAD=hang.so, and
 *
 *   HANG_CALL  its name, such as LiteRtRunCompiledModel
 *   HANG_AT    N, from 1
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_int calls;
static int (*usual)(void *, void *, void *, void *, void *, void *);

static int hang(void *a, void *b, void *c, void *d, void *e, void *f) {
    if (atomic_fetch_add(&calls, 1) + 1 == atoi(getenv("HANG_AT")))
        for (;;) pause();
    return usual(a, b, c, d, e, f);
}

void *dlsym(void *library, const char *name) {
    static void *(*find)(void *, const char *);
    static const char *const versions[] = {"GLIBC_2.34", "GLIBC_2.17", "GLIBC_2.2.5"};
    for (int i = 0; !find && i < 3; i++) find = dlvsym(RTLD_NEXT, "dlsym", versions[i]);
    void *found = find(library, name);
    const char *wanted = getenv("HANG_CALL");
    if (!found || !wanted || strcmp(name, wanted) != 0) return found;
    usual = found;
    return hang;
}
