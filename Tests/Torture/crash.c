/* Crashes in libpng at a picture whose file holds the words "crash here": LD_PRELOAD=crash.so, and
 *
 *   CRASH_ABORT   set: the process is aborted; otherwise libpng itself uses memory that is not there
 *   CRASH_STACK   set: the stack is used up instead
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static int use_up(volatile char *last) {
    volatile char more[4096];
    more[0] = last ? last[0] : 0;
    return use_up(more) + more[0];
}

int png_image_begin_read_from_memory(void *image, const void *memory, size_t size) {
    static int (*usual)(void *, const void *, size_t);
    if (!usual) usual = dlsym(RTLD_NEXT, "png_image_begin_read_from_memory");
    if (memmem(memory, size, "crash here", 10)) {
        if (getenv("CRASH_STACK")) return use_up(0);
        if (getenv("CRASH_ABORT")) abort();
        image = (void *)16;
    }
    return usual(image, memory, size);
}
