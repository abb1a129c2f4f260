// malloc and its like in kernels: memory of all sizes belongs to who got it alone, also in later launches and in other threads,
// until it is freed; free memory is used again; what cannot be had is NULL.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#define _GNU_SOURCE
#include <offload.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "Inputs/check.h"

enum { N = 96, ROUNDS = 2 };

struct node {
    struct node *next;
    int value;
};

offload_global struct node *lists[N];
offload_global char *blocks[N];

static size_t size_of(int i) {
    return i == 70 ? 30000 : (size_t)(i * 37 % 500);
}

offload_kernel void build(int n, int round, int wrong[n])
{
    int i = (int)offload_global_id(0);
    if (i >= n)
        return;
    lists[i] = NULL;
    for (int k = 0; k <= i % 7; k++) {
        struct node *node = malloc(sizeof *node);
        if (!node || (uintptr_t)node % 16)
            wrong[i]++;
        *node = (struct node){lists[i], 100 * i + k + round};
        lists[i] = node;
    }
    blocks[i] = malloc(size_of(i));
    memset(blocks[i], i, size_of(i));
    char *aligned = aligned_alloc(256, 512);
    if (!aligned || (uintptr_t)aligned % 256)
        wrong[i]++;
    memset(aligned, 1, 512);
    free(aligned);
    free(NULL);
}

static int is_filled(const char *block, size_t size, int with) {
    for (size_t k = 0; k < size; k++)
        if (block[k] != (char)with)
            return 0;
    return 1;
}

// Each thread takes what another has made.
offload_kernel void use(int n, int round, int wrong[n], int sums[n])
{
    int i = (int)offload_global_id(0), of = n - 1 - i;
    if (i >= n)
        return;
    sums[i] = 0;
    for (struct node *node = lists[of], *next; node; node = next) {
        sums[i] += node->value - round;
        next = node->next;
        free(node);
    }
    size_t size = size_of(of), more = size * 3 + 50;
    wrong[i] += !is_filled(blocks[of], size, of);
    char *larger = realloc(blocks[of], more);
    wrong[i] += !larger || !is_filled(larger, size, of);
    memset(larger, 3, more);
    int *zeroed = calloc(size + 1, sizeof(int));
    wrong[i] += !zeroed || !is_filled((char *)zeroed, (size + 1) * sizeof(int), 0);
    memset(zeroed, 5, (size + 1) * sizeof(int));
    wrong[i] += !is_filled(larger, more, 3);
    char *smaller = realloc(larger, more / 5);
    wrong[i] += !smaller || !is_filled(smaller, more / 5, 3);
    char *copy = strdup("a copy"), *part = strndup("a part", 4);
    wrong[i] += strcmp(copy, "a copy") != 0 || strcmp(part, "a pa") != 0;
    free(part);
    free(copy);
    free(zeroed);
    free(smaller);
}

offload_kernel void ask_for_too_much(int wrong[1], volatile size_t huge[1])
{
    blocks[0] = malloc(huge[0]);
    blocks[1] = calloc(huge[0], 16);
    blocks[2] = realloc(NULL, 8);
    blocks[3] = realloc(blocks[2], huge[0]);
    wrong[0] = blocks[0] || blocks[1] || !blocks[2] || blocks[3];
    blocks[2][7] = 1;
    free(blocks[2]);
}

static int wrong[N], sums[N];

int main(void) {
    for (int round = 0; round < ROUNDS; round++) {
        offload(build, .threads = {N})(N, round, wrong);
        offload(use, .threads = {N})(N, round, wrong, sums);
        for (int i = 0; i < N; i++) {
            int of = N - 1 - i, count = of % 7 + 1;
            EQUAL(sums[i], count * 100 * of + count * (count - 1) / 2);
            EQUAL(wrong[i], 0);
        }
    }
    volatile size_t huge[1] = {SIZE_MAX / 2};
    offload(ask_for_too_much, .threads = {1}, .block_size = {1})(wrong, huge);
    EQUAL(wrong[0], 0);
    return finish();
}
