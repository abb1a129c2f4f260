// A picture of spheres: branches, and loops that end at different times.
#include "../bench.h"
#include "trace.h"

enum { COUNT = 7 };
static const size_t width = 480, height = 300, count = COUNT;
static struct vector *pixels;
static const struct scene scene = {.eye = {0, 2.2f, -6},
                                   .light = {-6, 9, -5},
                                   .floor_colours = {{0.85f, 0.85f, 0.8f}, {0.12f, 0.16f, 0.2f}},
                                   .floor_mirror = 0.15f,
                                   .bounces = 5,
                                   .samples = 2};
static const struct sphere spheres[COUNT] = {
    {{0, 1.2f, 0}, 1.2f, {0.9f, 0.9f, 0.95f}, 0.85f},
    {{-2.3f, 0.8f, -0.8f}, 0.8f, {0.85f, 0.15f, 0.1f}, 0.2f},
    {{2.2f, 0.9f, -0.5f}, 0.9f, {0.1f, 0.35f, 0.85f}, 0.3f},
    {{-0.9f, 0.4f, -2.0f}, 0.4f, {0.95f, 0.75f, 0.1f}, 0.1f},
    {{0.9f, 0.35f, -1.9f}, 0.35f, {0.2f, 0.7f, 0.25f}, 0},
    {{-3.2f, 1.5f, 3.0f}, 1.5f, {0.6f, 0.3f, 0.7f}, 0.5f},
    {{3.6f, 1.7f, 3.2f}, 1.7f, {0.95f, 0.6f, 0.35f}, 0.4f},
};

static void prepare(size_t size) {
    (void)size;
    pixels = allocate(width * height * sizeof *pixels);
    for (size_t i = 0; i < width * height; i++)
        pixels[i] = (struct vector){0, 0, 0};
}

static double checksum(void) {
    return weighted_sum(width * height * 3, &pixels[0].x);
}

static const double expected = 829064.66212308593, tolerance = 1e-3; // rounding moves edges
