#include "random.h"

#include <math.h>

// The finaliser of splitmix64: each bit of the result depends on all bits of x.
static uint64_t mix(uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

uint64_t random_bits(uint64_t key, uint64_t counter) {
    return mix(mix(key + 0x9e3779b97f4a7c15) + counter * 0x9e3779b97f4a7c15);
}

double random_uniform(uint64_t key, uint64_t counter) {
    return (double)(random_bits(key, counter) >> 11) * 0x1p-53;
}

// Box and Muller's method. The logarithm's argument is not 0.
double random_normal(uint64_t key, uint64_t counter) {
    double radius = sqrt(-2 * log(1 - random_uniform(key, 2 * counter)));
    return radius * cos(6.283185307179586 * random_uniform(key, 2 * counter + 1));
}
