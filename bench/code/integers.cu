#include "hip.h"

typedef unsigned int uint32_t;
typedef unsigned long uint64_t;

__device__ static uint32_t next_random(uint32_t *state) {
    uint32_t x = *state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return *state = x;
}

extern "C" __global__ void points_in_circle(size_t n, unsigned int points, unsigned int seed,
                                            unsigned int *inside) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
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

extern "C" __global__ void powers(size_t n, uint64_t modulus, const uint64_t *bases,
                                  const uint64_t *exponents, uint64_t *results) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
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

__constant__ const uint32_t crc_of_half_byte[16] = {
    0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
    0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
};

extern "C" __global__ void checksums(size_t n, unsigned int length, const unsigned char *bytes,
                                     uint32_t *sums) {
    size_t thread = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
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

extern "C" __global__ void dot_bytes(size_t n, size_t length, const signed char *a,
                                     const signed char *b, int *sums) {
    size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    int sum = 0;
    for (size_t i = 0; i < length; i++)
        sum += a[row * length + i] * b[i];
    sums[row] = sum;
}

extern "C" __global__ void colours(int n, const uint32_t *pixels, float gain, uint32_t *out) {
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
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
