#include "problem.h"

static void run(void) {
    float total = 0, low = INFINITY, high = -INFINITY;
#pragma omp target teams distribute parallel for simd map(to : values[ : n])                       \
    map(tofrom : total, low, high) reduction(+ : total) reduction(min : low) reduction(max : high)
    for (size_t i = 0; i < n; i++) {
        total += values[i];
        low = values[i] < low ? values[i] : low;
        high = values[i] > high ? values[i] : high;
    }
    sum = total;
    least = low;
    greatest = high;
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
