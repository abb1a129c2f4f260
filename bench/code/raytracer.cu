#include "hip.h"

struct vector {
    float x, y, z;
};

struct sphere {
    struct vector centre;
    float radius;
    struct vector colour;
    float mirror;
};

struct scene {
    struct vector eye, light;
    struct vector floor_colours[2];
    float floor_mirror;
    int bounces;
    int samples;
};

struct hit {
    float distance;
    struct vector place, normal, colour;
    float mirror;
};

__device__ static vector add(vector a, vector b) {
    return vector{a.x + b.x, a.y + b.y, a.z + b.z};
}

__device__ static vector scale(float factor, vector a) {
    return vector{factor * a.x, factor * a.y, factor * a.z};
}

__device__ static vector subtract(vector a, vector b) {
    return add(a, scale(-1, b));
}

__device__ static vector blend(vector a, vector b) {
    return vector{a.x * b.x, a.y * b.y, a.z * b.z};
}

__device__ static float dot(vector a, vector b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ static vector unit(vector a) {
    return scale(1 / sqrtf(dot(a, a)), a);
}

#define NEAR 1e-3f
#define FAR 1e3f

__device__ static float reach_sphere(sphere sphere, vector from, vector direction) {
    vector to_centre = subtract(sphere.centre, from);
    float along = dot(to_centre, direction);
    vector aside = subtract(to_centre, scale(along, direction));
    float half_squared = sphere.radius * sphere.radius - dot(aside, aside);
    if (half_squared < 0)
        return INFINITY;
    float half = sqrtf(half_squared);
    return along - half > NEAR ? along - half : along + half > NEAR ? along + half : INFINITY;
}

__device__ static hit find_hit(scene scene, size_t count, const sphere *spheres, vector from,
                               vector direction) {
    hit hit = {INFINITY, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, 0};
    if (from.y > 0 && direction.y < -from.y / FAR) {
        hit.distance = from.y / -direction.y;
        hit.place = add(from, scale(hit.distance, direction));
        hit.normal = vector{0, 1, 0};
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

__device__ static vector sky(vector direction) {
    float height = 0.5f * (direction.y + 1);
    return add(scale(1 - height, vector{1, 1, 1}), scale(height, vector{0.35f, 0.55f, 0.95f}));
}

__device__ static vector shade(scene scene, size_t count, const sphere *spheres, hit hit,
                               vector direction) {
    vector to_light = subtract(scene.light, hit.place);
    float distance = sqrtf(dot(to_light, to_light));
    to_light = scale(1 / distance, to_light);
    float facing = dot(hit.normal, to_light);
    for (size_t i = 0; i < count && facing > 0; i++)
        if (reach_sphere(spheres[i], hit.place, to_light) < distance)
            facing = 0;
    vector colour = scale(0.15f + 0.85f * fmaxf(facing, 0), hit.colour);
    if (facing > 0 && hit.mirror > 0) {
        vector mirrored = subtract(scale(2 * facing, hit.normal), to_light);
        float glint = powf(fmaxf(-dot(mirrored, direction), 0), 60);
        colour = add(colour, scale(glint, vector{1, 1, 1}));
    }
    return colour;
}

__device__ static vector trace(scene scene, size_t count, const sphere *spheres, vector from,
                               vector direction) {
    vector light = {0, 0, 0}, through = {1, 1, 1};
    for (int bounce = 0; bounce <= scene.bounces; bounce++) {
        hit hit = find_hit(scene, count, spheres, from, direction);
        if (hit.distance == INFINITY)
            return add(light, blend(through, sky(direction)));
        vector own = shade(scene, count, spheres, hit, direction);
        light = add(light, blend(through, scale(1 - hit.mirror, own)));
        through = scale(hit.mirror, through);
        if (hit.mirror <= 0)
            break;
        from = add(hit.place, scale(NEAR, hit.normal));
        direction = unit(subtract(direction, scale(2 * dot(direction, hit.normal), hit.normal)));
    }
    return light;
}

__device__ static vector pixel(scene scene, size_t count, const sphere *spheres, size_t width,
                               size_t height, size_t column, size_t row) {
    vector sum = {0, 0, 0};
    for (int y = 0; y < scene.samples; y++)
        for (int x = 0; x < scene.samples; x++) {
            float right = (float)column + ((float)x + 0.5f) / (float)scene.samples;
            float down = (float)row + ((float)y + 0.5f) / (float)scene.samples;
            vector direction = {(right - 0.5f * (float)width) / (float)height,
                                (0.5f * (float)height - down) / (float)height - 0.17f, 1.1f};
            sum = add(sum, trace(scene, count, spheres, scene.eye, unit(direction)));
        }
    return scale(1 / (float)(scene.samples * scene.samples), sum);
}

extern "C" __global__ void render(size_t width, size_t height, scene scene, size_t count,
                                  const sphere *spheres, vector *pixels) {
    size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t row = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
    if (column < width && row < height)
        pixels[row * width + column] = pixel(scene, count, spheres, width, height, column, row);
}
