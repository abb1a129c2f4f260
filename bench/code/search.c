// Searching: in a sorted array, for the nearest of some points, in a table by hashes, and in text.
#include <offload.h>

offload_kernel void lower_bound(size_t n, const int sorted[n], size_t count,
                                const int wanted[count], size_t places[count]) {
    size_t i = offload_global_id(0);
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

offload_kernel void nearest(int n, int count, const float points[n][DIMENSIONS],
                            const float centres[count][DIMENSIONS], int places[n],
                            float sums[count][DIMENSIONS], int counts[count]) {
    int i = (int)offload_global_id(0);
    if (i >= n)
        return;
    float least = __builtin_inff();
    int place = 0;
    for (int k = 0; k < count; k++) {
        float distance = 0;
        for (int d = 0; d < DIMENSIONS; d++) {
            float difference = points[i][d] - centres[k][d];
            distance += difference * difference;
        }
        if (distance < least) {
            least = distance;
            place = k;
        }
    }
    places[i] = place;
    for (int d = 0; d < DIMENSIONS; d++)
        offload_atomic_add(&sums[place][d], points[i][d]);
    offload_atomic_add(&counts[place], 1);
}

// The table has a power of two of places; 0 is an empty one.
offload_kernel void insert(unsigned int n, const unsigned int keys[n], unsigned int mask,
                           unsigned int table[mask + 1u], unsigned int counts[mask + 1u]) {
    unsigned int i = (unsigned int)offload_global_id(0);
    if (i >= n)
        return;
    unsigned int key = keys[i], place = key * 2654435761u & mask;
    for (;;) {
        unsigned int found = 0;
        offload_atomic_compare_exchange(&table[place], &found, key);
        if (found == 0 || found == key)
            break;
        place = (place + 1) & mask;
    }
    offload_atomic_add(&counts[place], 1);
}

offload_kernel void find_word(int n, const char text[n], int length, const char word[length],
                              int first[1]) {
    int i = (int)offload_global_id(0);
    if (i + length > n)
        return;
    for (int k = 0; k < length; k++)
        if (text[i + k] != word[k])
            return;
    offload_atomic_min(first, i);
}
