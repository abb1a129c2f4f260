// Spheres on a chequered floor, with shadows and reflections: see examples/raytracer.
#include "../both.h"

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

static float inner(struct vector a, struct vector b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static struct vector unit(struct vector a) {
    return scale(1 / sqrtf(inner(a, a)), a);
}

// Rays start a little above the surface that they leave. The floor ends in the distance.
CONSTANT float near = 1e-3f, far = 1e3f;

// How far along the ray the sphere is, or INFINITY. `direction` has length 1.
static float reach_sphere(struct sphere sphere, struct vector from, struct vector direction) {
    struct vector to_centre = subtract(sphere.centre, from);
    float along = inner(to_centre, direction);
    struct vector aside = subtract(to_centre, scale(along, direction));
    float half_chord_squared = sphere.radius * sphere.radius - inner(aside, aside);
    if (half_chord_squared < 0)
        return INFINITY;
    float half_chord = sqrtf(half_chord_squared); // of the way through the sphere
    return along - half_chord > near   ? along - half_chord
           : along + half_chord > near ? along + half_chord
                                       : INFINITY;
}

static struct hit find_hit(struct scene scene, size_t count, const GLOBAL struct sphere *spheres,
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
static struct vector shade(struct scene scene, size_t count, const GLOBAL struct sphere *spheres,
                           struct hit hit, struct vector direction) {
    struct vector to_light = subtract(scene.light, hit.place);
    float distance = sqrtf(inner(to_light, to_light));
    to_light = scale(1 / distance, to_light);
    float facing = inner(hit.normal, to_light);
    for (size_t i = 0; i < count && facing > 0; i++)
        if (reach_sphere(spheres[i], hit.place, to_light) < distance)
            facing = 0;
    struct vector colour = scale(0.15f + 0.85f * fmaxf(facing, 0), hit.colour);
    if (facing > 0 && hit.mirror > 0) { // the lamp itself, in the polish
        struct vector mirrored = subtract(scale(2 * facing, hit.normal), to_light);
        float glint = powf(fmaxf(-inner(mirrored, direction), 0), 60);
        colour = add(colour, scale(glint, (struct vector){1, 1, 1}));
    }
    return colour;
}

// The light that comes from a direction. Each mirror adds what it shows, times what the mirrors
// before it let through.
static struct vector trace(struct scene scene, size_t count, const GLOBAL struct sphere *spheres,
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
        direction = unit(subtract(direction, scale(2 * inner(direction, hit.normal), hit.normal)));
    }
    return light;
}

// A pixel: the mean of rays through it.
static inline struct vector pixel(struct scene scene, size_t count,
                                  const GLOBAL struct sphere *spheres, size_t width, size_t height,
                                  size_t column, size_t row) {
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
