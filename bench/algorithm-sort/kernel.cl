#include "../radix.cl"

__kernel void give(__global const int *restrict given, __global int *restrict keys) {
    keys[get_global_id(0)] = given[get_global_id(0)];
}

__kernel void move_keys(ulong n, uint shift, __global const uint *restrict places,
                        __global const uint *restrict from, __global uint *restrict to) {
    uint at[DIGITS];
    size_t me = get_global_id(0), stretches = get_global_size(0);
    for (int d = 0; d < DIGITS; d++)
        at[d] = places[d * stretches + me];
    for (size_t i = first_of(me, n); i < first_of(me + 1, n); i++)
        to[at[digit_of(from[i], shift)]++] = from[i];
}
