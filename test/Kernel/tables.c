// Constant tables that kernels read: at file scope and in functions, of structs, strings, pointers
// to other tables, of several dimensions, large, partly initialised, compound literals.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#include <offload.h>

#include "Inputs/check.h"

enum { N = 400 };

struct entry {
    const char *name;
    double factor;
    const int *steps;
    int count;
};

static const int once[] = {1}, twice[] = {2, 3}, thrice[] = {5, 7, 11};
static const struct entry entries[] = {
    {"one", 0.5, once, 1}, {"second", 1.5, twice, 2}, {"third entry", 2.5, thrice, 3}, {"", 1, 0, 0}};
static const unsigned char grid[3][4][2] = {{{1, 2}, {3}}, [2] = {[3] = {9, 8}}};
const short visible[5] = {-1, -2, -3, -4, -5};
static const int sparse[5000] = {[0] = 1, [1234] = 2, [4999] = 3};
static const char text[] = "plain text";
static const int *const last = &thrice[2];

static int length(const char *s) {
    int n = 0;
    while (s[n])
        n++;
    return n;
}

static int in_function(unsigned i) {
    static const int values[7] = {10, 20, 30, 40, 50, 60, 70};
    static const struct {
        char key;
        int value;
    } keys[] = {{'a', 1}, {'b', 2}};
    return values[i % 7] + keys[i % 2].value + (keys[i % 2].key == 'b');
}

static int compute(unsigned i) {
    const struct entry *e = &entries[i % 4];
    int sum = length(e->name) * 1000000;
    for (int k = 0; k < e->count; k++)
        sum += (int)(e->steps[k] * e->factor);
    sum += grid[i % 3][i % 4][i % 2] + visible[i % 5] + sparse[i * 1234 % 5000] * 100;
    sum += text[i % (sizeof text - 1)] + *last + in_function(i);
    sum += (const int[]){3, 1, 4, 1, 5}[i % 5] + "some letters"[i % 12];
    return sum;
}

offload_kernel void look_up(int n, int out[n]) {
    unsigned i = (unsigned)offload_global_id(0);
    if (i < (unsigned)n)
        out[i] = compute(i);
}

static int out[N];

int main(void) {
    offload(look_up, .threads = {N})(N, out);
    for (unsigned i = 0; i < N; i++)
        EQUAL(out[i], compute(i));
    return finish();
}
