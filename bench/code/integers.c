// Integers: random numbers, powers modulo a number, checksums by a table, products of bytes.
#include <offload.h>

#include <stdint.h>

static uint32_t next_random(uint32_t *state) {
    uint32_t x = *state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return *state = x;
}

// How many of random points are in the circle.
offload_kernel void points_in_circle(size_t n, unsigned int points, unsigned int seed,
                                     unsigned int inside[n]) {
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    uint32_t state = (uint32_t)i * 2654435761u ^ seed;
    unsigned int count = 0;
    for (unsigned int k = 0; k < points; k++) {
        float x = (float)(next_random(&state) >> 8) / 16777216.0f;
        float y = (float)(next_random(&state) >> 8) / 16777216.0f;
        count += x * x + y * y < 1;
    }
    inside[i] = count;
}

offload_kernel void powers(size_t n, uint64_t modulus, const uint64_t bases[n],
                           const uint64_t exponents[n], uint64_t results[n]) {
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    uint64_t base = bases[i] % modulus, result = 1;
    for (uint64_t left = exponents[i]; left > 0; left >>= 1) {
        if (left & 1)
            result = result * base % modulus;
        base = base * base % modulus;
    }
    results[i] = result;
}

static const uint32_t crc_of_half_byte[16] = {
    0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
    0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
};

offload_kernel void checksums(size_t n, unsigned int length, const unsigned char bytes[n * length],
                              uint32_t sums[n]) {
    size_t thread = offload_global_id(0);
    if (thread >= n)
        return;
    uint32_t sum = ~0u;
    for (unsigned int i = 0; i < length; i++) {
        sum ^= bytes[thread * length + i];
        sum = sum >> 4 ^ crc_of_half_byte[sum & 15];
        sum = sum >> 4 ^ crc_of_half_byte[sum & 15];
    }
    sums[thread] = ~sum;
}

offload_kernel void dot_bytes(size_t n, size_t length, const signed char a[n * length],
                              const signed char b[length], int sums[n]) {
    size_t row = offload_global_id(0);
    if (row >= n)
        return;
    int sum = 0;
    for (size_t i = 0; i < length; i++)
        sum += a[row * length + i] * b[i];
    sums[row] = sum;
}

offload_kernel void colours(int n, const uint32_t pixels[n], float gain, uint32_t out[n]) {
    int i = (int)offload_global_id(0);
    if (i >= n)
        return;
    uint32_t pixel = pixels[i], result = pixel & 0xff000000u;
    for (int shift = 0; shift < 24; shift += 8) {
        float value = (float)(pixel >> shift & 255) * gain + 0.5f;
        value = value < 0 ? 0 : value > 255 ? 255 : value;
        result |= (uint32_t)value << shift;
    }
    out[i] = result;
}
