#include "hip.h"

extern "C" __global__ void lower_bound(size_t n, const int *sorted, size_t count, const int *wanted,
                                       size_t *places) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (sorted[middle] < wanted[i])
            low = middle + 1;
        else
            high = middle;
    }
    places[i] = low;
}

enum { DIMENSIONS = 4 };

extern "C" __global__ void nearest(int n, int count, const float *points, const float *centres,
                                   int *places, float *sums, int *counts) {
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n)
        return;
    float least = INFINITY;
    int place = 0;
    for (int k = 0; k < count; k++) {
        float distance = 0;
        for (int d = 0; d < DIMENSIONS; d++) {
            float difference = points[i * DIMENSIONS + d] - centres[k * DIMENSIONS + d];
            distance += difference * difference;
        }
        if (distance < least) {
            least = distance;
            place = k;
        }
    }
    places[i] = place;
    for (int d = 0; d < DIMENSIONS; d++)
        atomicAdd(&sums[place * DIMENSIONS + d], points[i * DIMENSIONS + d]);
    atomicAdd(&counts[place], 1);
}

extern "C" __global__ void insert(unsigned int n, const unsigned int *keys, unsigned int mask,
                                  unsigned int *table, unsigned int *counts) {
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned int key = keys[i], place = key * 2654435761u & mask;
    for (;;) {
        unsigned int found = atomicCAS(&table[place], 0u, key);
        if (found == 0 || found == key)
            break;
        place = (place + 1) & mask;
    }
    atomicAdd(&counts[place], 1u);
}

extern "C" __global__ void find_word(int n, const char *text, int length, const char *word,
                                     int *first) {
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i + length > n)
        return;
    for (int k = 0; k < length; k++)
        if (text[i + k] != word[k])
            return;
    atomicMin(first, i);
}
