// raytracer.c - spheres on a chequered floor, with shadows and reflections: a thread for each
// pixel, structs by value, and a loop where a textbook has recursion.
#include <offload.h>

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// ---- The scene ---------------------------------------------------------------------------------

// A place, a direction, or a colour (red, green, blue).
struct vector {
    float x, y, z;
};

struct sphere {
    struct vector centre;
    float radius;
    struct vector colour;
    float mirror; // the share of light that it reflects like a mirror, 0 to 1
};

struct scene {
    struct vector eye, light;
    struct vector floor_colours[2];
    float floor_mirror; // the floor is where y is 0
    int bounces;        // how often light is followed from mirror to mirror
    int samples;        // rays in x and y for each pixel, which smooth the edges
};

// What a ray hits.
struct hit {
    float distance; // along the ray; INFINITY: nothing but the sky
    struct vector place, normal, colour;
    float mirror;
};

static struct vector add(struct vector a, struct vector b) {
    return (struct vector){a.x + b.x, a.y + b.y, a.z + b.z};
}

static struct vector scale(float factor, struct vector a) {
    return (struct vector){factor * a.x, factor * a.y, factor * a.z};
}

static struct vector subtract(struct vector a, struct vector b) {
    return add(a, scale(-1, b));
}

static struct vector blend(struct vector a, struct vector b) {
    return (struct vector){a.x * b.x, a.y * b.y, a.z * b.z};
}

static float dot(struct vector a, struct vector b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static struct vector unit(struct vector a) {
    return scale(1 / sqrtf(dot(a, a)), a);
}

// ---- The kernel, and what it shares with the host ----------------------------------------------

// Rays start a little above the surface that they leave. The floor ends in the distance.
static const float near = 1e-3f, far = 1e3f;

// How far along the ray the sphere is, or INFINITY. `direction` has length 1.
static float reach_sphere(struct sphere sphere, struct vector from, struct vector direction) {
    struct vector to_centre = subtract(sphere.centre, from);
    float along = dot(to_centre, direction);
    struct vector aside = subtract(to_centre, scale(along, direction));
    float half_squared = sphere.radius * sphere.radius - dot(aside, aside);
    if (half_squared < 0)
        return INFINITY;
    float half = sqrtf(half_squared); // of the way through the sphere
    return along - half > near ? along - half : along + half > near ? along + half : INFINITY;
}

static struct hit find_hit(struct scene scene, size_t count, const struct sphere *spheres,
                           struct vector from, struct vector direction) {
    struct hit hit = {.distance = INFINITY};
    if (from.y > 0 && direction.y < -from.y / far) {
        hit.distance = from.y / -direction.y;
        hit.place = add(from, scale(hit.distance, direction));
        hit.normal = (struct vector){0, 1, 0};
        int odd = (int)(floorf(hit.place.x) + floorf(hit.place.z)) & 1;
        hit.colour = scene.floor_colours[odd];
        hit.mirror = scene.floor_mirror;
    }
    for (size_t i = 0; i < count; i++) {
        float distance = reach_sphere(spheres[i], from, direction);
        if (distance < hit.distance) {
            hit.distance = distance;
            hit.place = add(from, scale(distance, direction));
            hit.normal = scale(1 / spheres[i].radius, subtract(hit.place, spheres[i].centre));
            hit.colour = spheres[i].colour;
            hit.mirror = spheres[i].mirror;
        }
    }
    return hit;
}

static struct vector sky(struct vector direction) {
    float height = 0.5f * (direction.y + 1);
    return add(scale(1 - height, (struct vector){1, 1, 1}),
               scale(height, (struct vector){0.35f, 0.55f, 0.95f}));
}

// The light that a place gives back without its mirror: a little from everywhere, and that of the
// lamp if nothing stands between.
static struct vector shade(struct scene scene, size_t count, const struct sphere *spheres,
                           struct hit hit, struct vector direction) {
    struct vector to_light = subtract(scene.light, hit.place);
    float distance = sqrtf(dot(to_light, to_light));
    to_light = scale(1 / distance, to_light);
    float facing = dot(hit.normal, to_light);
    for (size_t i = 0; i < count && facing > 0; i++)
        if (reach_sphere(spheres[i], hit.place, to_light) < distance)
            facing = 0;
    struct vector colour = scale(0.15f + 0.85f * fmaxf(facing, 0), hit.colour);
    if (facing > 0 && hit.mirror > 0) { // the lamp itself, in the polish
        struct vector mirrored = subtract(scale(2 * facing, hit.normal), to_light);
        float glint = powf(fmaxf(-dot(mirrored, direction), 0), 60);
        colour = add(colour, scale(glint, (struct vector){1, 1, 1}));
    }
    return colour;
}

// The light that comes from a direction. Each mirror adds what it shows, times what the mirrors
// before it let through.
static struct vector trace(struct scene scene, size_t count, const struct sphere *spheres,
                           struct vector from, struct vector direction) {
    struct vector light = {0, 0, 0}, through = {1, 1, 1};
    for (int bounce = 0; bounce <= scene.bounces; bounce++) {
        struct hit hit = find_hit(scene, count, spheres, from, direction);
        if (hit.distance == INFINITY)
            return add(light, blend(through, sky(direction)));
        struct vector own = shade(scene, count, spheres, hit, direction);
        light = add(light, blend(through, scale(1 - hit.mirror, own)));
        through = scale(hit.mirror, through);
        if (hit.mirror <= 0)
            break;
        from = add(hit.place, scale(near, hit.normal));
        direction = unit(subtract(direction, scale(2 * dot(direction, hit.normal), hit.normal)));
    }
    return light;
}

// A pixel: the mean of rays through it.
static struct vector pixel(struct scene scene, size_t count, const struct sphere *spheres,
                           size_t width, size_t height, size_t column, size_t row) {
    struct vector sum = {0, 0, 0};
    for (int y = 0; y < scene.samples; y++)
        for (int x = 0; x < scene.samples; x++) {
            float right = (float)column + ((float)x + 0.5f) / (float)scene.samples;
            float down = (float)row + ((float)y + 0.5f) / (float)scene.samples;
            struct vector direction = {(right - 0.5f * (float)width) / (float)height,
                                       (0.5f * (float)height - down) / (float)height - 0.17f, 1.1f};
            sum = add(sum, trace(scene, count, spheres, scene.eye, unit(direction)));
        }
    return scale(1 / (float)(scene.samples * scene.samples), sum);
}

offload_kernel void render(size_t width, size_t height, struct scene scene, size_t count,
                           const struct sphere spheres[count],
                           offload_out struct vector pixels[height][width]) {
    size_t column = offload_global_id(0), row = offload_global_id(1);
    if (column < width && row < height)
        pixels[row][column] = pixel(scene, count, spheres, width, height, column, row);
}

// ---- The program -------------------------------------------------------------------------------

// Traces some rows again on the host. Where a ray just touches an edge, rounding decides what it
// hits, and devices fuse multiplications and additions: four pixels in a thousand may differ.
static int check(size_t width, size_t height, struct scene scene, size_t count,
                 const struct sphere *spheres, const struct vector *pixels) {
    size_t checked = 0, different = 0;
    for (size_t row = 0; row < height; row += 1 + height / 64)
        for (size_t column = 0; column < width; column++, checked++) {
            struct vector expected = pixel(scene, count, spheres, width, height, column, row);
            struct vector difference = subtract(pixels[row * width + column], expected);
            different += !(dot(difference, difference) < 1e-4f);
        }
    int correct = different <= 1 + checked / 250;
    printf("raytracer: %zu x %zu pixels, %zu checked, %zu differ: %s\n", width, height, checked,
           different, correct ? "correct" : "WRONG");
    return correct;
}

// From light to a byte: brighter in the dark, as screens expect it.
static unsigned char byte(float light) {
    return (unsigned char)(255 * powf(fminf(fmaxf(light, 0), 1), 1 / 2.2f) + 0.5f);
}

static int write_image(const char *path, size_t width, size_t height, const struct vector *pixels) {
    FILE *file = fopen(path, "wb");
    int failed = !file;
    if (file) {
        fprintf(file, "P6\n%zu %zu\n255\n", width, height);
        for (size_t i = 0; i < width * height; i++) {
            putc(byte(pixels[i].x), file);
            putc(byte(pixels[i].y), file);
            putc(byte(pixels[i].z), file);
        }
        failed = ferror(file);
        if (fclose(file) != 0)
            failed = 1;
    }
    if (failed)
        fprintf(stderr, "raytracer: %s: %s\n", path, strerror(errno));
    return failed ? -1 : 0;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void launch(size_t width, size_t height, struct scene scene, size_t count,
                   const struct sphere *spheres, struct vector *pixels) {
    offload(render, .threads = {width, height})(width, height, scene, count, spheres,
                                                (struct vector(*)[width])pixels);
}

// The best of five launches, with the transfers of their data.
static double measure(size_t width, size_t height, struct scene scene, size_t count,
                      const struct sphere *spheres, struct vector *pixels) {
    double best = 0;
    for (int i = 0; i < 5; i++) {
        double start = now();
        launch(width, height, scene, count, spheres, pixels);
        double seconds = now() - start;
        best = i == 0 || seconds < best ? seconds : best;
    }
    return best;
}

static int usage(const char *program) {
    fprintf(stderr,
            "usage: %s [--time] [--size=WIDTHxHEIGHT] [FILE.ppm]\n"
            "  FILE.ppm             where to write the picture; without it, nowhere\n"
            "  --size=WIDTHxHEIGHT  in pixels, up to 16384x16384 (640x400)\n"
            "  --time               print the seconds of a launch\n",
            program);
    return 2;
}

static _Bool read_size(const char *text, size_t *width, size_t *height) {
    char end;
    return sscanf(text, "%zux%zu%c", width, height, &end) == 2 && *width > 0 && *height > 0 &&
           *width <= 16384 && *height <= 16384;
}

int main(int argc, char **argv) {
    static const struct option options[] = {
        {"time", no_argument, NULL, 't'}, {"size", required_argument, NULL, 's'}, {0}};
    size_t width = 640, height = 400;
    int option, timed = 0;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (option == 't')
            timed = 1;
        else if (option != 's' || !read_size(optarg, &width, &height))
            return usage(argv[0]);
    }
    if (argc - optind > 1)
        return usage(argv[0]);

    struct scene scene = {.eye = {0, 2.2f, -6},
                          .light = {-6, 9, -5},
                          .floor_colours = {{0.85f, 0.85f, 0.8f}, {0.12f, 0.16f, 0.2f}},
                          .floor_mirror = 0.15f,
                          .bounces = 5,
                          .samples = 2};
    static const struct sphere spheres[] = {
        {{0, 1.2f, 0}, 1.2f, {0.9f, 0.9f, 0.95f}, 0.85f},
        {{-2.3f, 0.8f, -0.8f}, 0.8f, {0.85f, 0.15f, 0.1f}, 0.2f},
        {{2.2f, 0.9f, -0.5f}, 0.9f, {0.1f, 0.35f, 0.85f}, 0.3f},
        {{-0.9f, 0.4f, -2.0f}, 0.4f, {0.95f, 0.75f, 0.1f}, 0.1f},
        {{0.9f, 0.35f, -1.9f}, 0.35f, {0.2f, 0.7f, 0.25f}, 0},
        {{-3.2f, 1.5f, 3.0f}, 1.5f, {0.6f, 0.3f, 0.7f}, 0.5f},
        {{3.6f, 1.7f, 3.2f}, 1.7f, {0.95f, 0.6f, 0.35f}, 0.4f},
    };
    size_t count = sizeof spheres / sizeof *spheres;

    struct vector *pixels = malloc(width * height * sizeof *pixels);
    if (!pixels) {
        fprintf(stderr, "%s: no memory for %zu x %zu pixels\n", argv[0], width, height);
        return 1;
    }
    launch(width, height, scene, count, spheres, pixels);
    int status = check(width, height, scene, count, spheres, pixels) ? 0 : 1;
    if (optind < argc && write_image(argv[optind], width, height, pixels) != 0)
        status = 1;
    if (timed)
        printf("seconds: %.6f\n", measure(width, height, scene, count, spheres, pixels));
    free(pixels);
    return status;
}
