// Threads take turns at an array, and also access elements that are far from those of their
// neighbours: by an index, backwards, in a window, by cases, and in a row of their own. With
// counters of all kinds.
//
// RUN: %run_kernel -O2
// RUN: %if avx512 %{ %run_kernel -O3 -march=x86-64-v4 %}
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include <offload.h>
#include <string.h>

#include "Inputs/check.h"

enum { MOST = 1500, WIDTH = 12 };

struct pair {
    float first, second;
};

#define BODIES(BODY, type)                                                                         \
    BODY(gather, type, y[i] = x[order[i]])                                                         \
    BODY(scatter, type, y[order[i]] = x[i])                                                        \
    BODY(reverse, type, y[i] = x[n - 1 - i])                                                       \
    BODY(beside, type, if (i > 0 && i < n - 1) y[i] = x[i - 1] + 2 * x[i] + x[i + 1])              \
    BODY(within, type, y[i] = x[i > 2 ? i - 3 : 0] + x[i + 3 < n ? i + 3 : n - 1])                 \
    BODY(window, type, float sum = 0; if (i + WIDTH <= n) for (int k = 0; k < WIDTH; k++) sum +=   \
                           x[i + k] * (float)k; y[i] = sum)                                        \
    BODY(cases, type, switch (order[i] & 3) {                                                      \
        case 0: y[i] = x[i]; break;                                                                \
        case 1: y[i] = -x[i]; break;                                                               \
        case 2: y[i] += x[n - 1 - i]; break;                                                       \
        default: y[i] = 3;                                                                         \
    })                                                                                             \
    BODY(pairs, type, float first = p[i].first; p[i].first = p[i].second; p[i].second = first)     \
    BODY(own_row, type, float sum = 0; for (int k = 0; k < width; k++) sum += rows[i * width + k]; \
         y[i] = sum)                                                                               \
    BODY(own_column, type, float sum = 0; for (int k = 0; k < width; k++) sum += rows[k * n + i];  \
         y[i] = sum)

#define PARAMETERS(type)                                                                           \
    type n, int width, const float x[n], float y[n], const int order[n], struct pair p[n],         \
        const float rows[n * width]
#define KERNEL(name, type, begin, step, ...)                                                       \
    offload_kernel void type##_##name(PARAMETERS(type))                                            \
    {                                                                                              \
        (void)x, (void)y, (void)order, (void)p, (void)rows, (void)width;                           \
        for (type i = (type)(begin); i < n; i += (type)(step)) {                                   \
            __VA_ARGS__;                                                                           \
        }                                                                                          \
    }
#define OF_GRID(name, type, ...)                                                                   \
    KERNEL(name, type, offload_block_id(0) * offload_block_size(0) + offload_thread_id(0),         \
           offload_block_size(0) * offload_block_count(0), __VA_ARGS__)
#define OF_BLOCK(name, type, ...)                                                                  \
    KERNEL(name, type, offload_thread_id(0), offload_block_size(0), __VA_ARGS__)
BODIES(OF_GRID, int)
BODIES(OF_BLOCK, long)
BODIES(OF_GRID, unsigned)

static float x[MOST], y[MOST], expected_y[MOST], rows[MOST * WIDTH];
static int order[MOST];
static struct pair p[MOST], expected_p[MOST];

static void fill(int n)
{
    int step = n % 7 ? 7 : n % 11 ? 11 : 13;
    for (int i = 0; i < n; i++) {
        x[i] = (float)(i * 37 % 101);
        y[i] = expected_y[i] = (float)i;
        order[i] = i * step % n;
        p[i] = expected_p[i] = (struct pair){(float)i, (float)-i};
    }
    for (int i = 0; i < n * WIDTH; i++)
        rows[i] = (float)(i % 13);
}

// The host's loop works on the expected arrays.
#define EXPECT(name, type, ...)                                                                    \
    static void expect_##type##_##name(type n, int width)                                          \
    {                                                                                              \
        float *y = expected_y;                                                                     \
        struct pair *p = expected_p;                                                               \
        (void)y, (void)p, (void)width;                                                             \
        for (type i = 0; i < n; i++) {                                                             \
            __VA_ARGS__;                                                                           \
        }                                                                                          \
    }
BODIES(EXPECT, int)
BODIES(EXPECT, long)
BODIES(EXPECT, unsigned)

static void same(const char *name, int n)
{
    if (memcmp(y, expected_y, sizeof(float) * (size_t)n) == 0 &&
        memcmp(p, expected_p, sizeof(struct pair) * (size_t)n) == 0)
        return;
    printf("%s: %d elements\n", name, n);
    EQUAL(1, 0);
}

#define TRY(number, name, type)                                                                    \
    fill(n);                                                                                       \
    expect_##type##_##name((type)n, WIDTH);                                                        \
    offload(type##_##name, .blocks = {number}, .block_size = {64})((type)n, WIDTH, x, y, order, p, \
                                                                   rows);                          \
    same(#type "_" #name, n);
#define TRY_GRID(name, type, ...) TRY(3, name, type)
#define TRY_BLOCK(name, type, ...) TRY(1, name, type)

int main(void)
{
    static const int sizes[] = {1, 192, MOST - 3};
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        BODIES(TRY_GRID, int)
        BODIES(TRY_BLOCK, long)
        BODIES(TRY_GRID, unsigned)
    }
    return finish();
}
