// The demo's pictures and its model, which files.S copies into the program.
#ifndef CAIRN_DEMO_H
#define CAIRN_DEMO_H

#define DEMO_FILES(F)                                         \
    F(balloon_dusk, "pictures/balloon-dusk.jpg")              \
    F(balloon_noon, "pictures/balloon-noon.png")              \
    F(beach_day, "pictures/beach-day.jpg")                    \
    F(castle_dusk, "pictures/castle-dusk.jpg")                \
    F(castle_overcast, "pictures/castle-overcast.jpg")        \
    F(city_night, "pictures/city-night.jpg")                  \
    F(desert_evening, "pictures/desert-evening.jpg")          \
    F(forest_morning, "pictures/forest-morning.jpg")          \
    F(lighthouse_evening, "pictures/lighthouse-evening.jpg")  \
    F(lighthouse_night, "pictures/lighthouse-night.webp")     \
    F(mountain_day, "pictures/mountain-day.jpg")              \
    F(sailing_boat_dusk, "pictures/sailing-boat-dusk.jpg")    \
    F(sailing_boat_noon, "pictures/sailing-boat-noon.jpg")    \
    F(windmill_day, "pictures/windmill-day.jpg")              \
    F(scenes, "scenes.tflite")

#ifndef __ASSEMBLER__
#include <stddef.h>

typedef struct {
    const char *path;
    const unsigned char *bytes;
    size_t count;
} demo_file;

#define DEMO_DECLARED(symbol, path) extern const unsigned char demo_##symbol[], demo_##symbol##_end[];
DEMO_FILES(DEMO_DECLARED)
#undef DEMO_DECLARED

// One of the files, from 0; its path is NULL behind the last.
static inline demo_file demo_file_at(size_t index) {
#define DEMO_ROW(symbol, path) {path, demo_##symbol, (size_t)(demo_##symbol##_end - demo_##symbol)},
    const demo_file files[] = {DEMO_FILES(DEMO_ROW){NULL, NULL, 0}};
#undef DEMO_ROW
    return files[index];
}
#endif
#endif
