// emulate.h - kernels without offloadcc: a plain compiler runs a block's threads as OpenMP threads.
//
// `clang -fopenmp -include emulate.h` compiles a random program so that its kernels and its
// reference can be checked against each other. Data regions do nothing. A launch must be a statement
// of its own; it names its grid exactly, or its threads in one dimension.
#ifndef EMULATE_H
#define EMULATE_H

#include <offload.h>
#include <omp.h>
#include <stdlib.h>

static unsigned emulate_size[3] = {1, 1, 1}, emulate_count[3] = {1, 1, 1}, emulate_block;
static unsigned long emulate_blocks;
static _Alignas(16) unsigned char emulate_shared[65536];

static inline unsigned emulate_part(unsigned long number, const unsigned size[3],
                                    unsigned dimension) {
    unsigned long below = 1;
    for (unsigned d = 0; d < dimension; d++)
        below *= size[d];
    return (unsigned)(number / below % size[dimension]);
}

unsigned __offloadcc_thread_id(unsigned dimension) {
    return emulate_part((unsigned long)omp_get_thread_num(), emulate_size, dimension);
}

unsigned __offloadcc_block_id(unsigned dimension) {
    return emulate_part(emulate_block, emulate_count, dimension);
}

unsigned __offloadcc_block_size(unsigned dimension) {
    return emulate_size[dimension];
}

unsigned __offloadcc_block_count(unsigned dimension) {
    return emulate_count[dimension];
}

size_t __offloadcc_global_id(unsigned dimension) {
    return (size_t)__offloadcc_block_id(dimension) * emulate_size[dimension] +
           __offloadcc_thread_id(dimension);
}

void *__offloadcc_dynamic_shared(void) {
    return emulate_shared;
}

void __offloadcc_barrier(void) {
#pragma omp barrier
}

static inline int emulate_threads(void) {
    return (int)(emulate_size[0] * emulate_size[1] * emulate_size[2]);
}

static inline int emulate_begin(const struct offload_launch *launch) {
    static const unsigned defaults[3][3] = {{256, 1, 1}, {32, 8, 1}, {8, 8, 4}};
    int has_threads = launch->threads[0] != __OFFLOADCC_UNSET;
    int has_blocks = launch->blocks[0] != (unsigned)__OFFLOADCC_UNSET;
    unsigned long threads[3] = {1, 1, 1};
    int dimensions = 1;
    for (int d = 0; d < 3; d++) {
        emulate_count[d] = has_blocks && launch->blocks[d] ? launch->blocks[d] : 1;
        threads[d] = has_threads && launch->threads[d] ? launch->threads[d] : 1;
        if (d && (threads[d] > 1 || emulate_count[d] > 1))
            dimensions = d + 1;
    }
    emulate_blocks = 1;
    for (int d = 0; d < 3; d++) {
        emulate_size[d] = launch->block_size[0] ? launch->block_size[d] ? launch->block_size[d] : 1
                          : has_threads && has_blocks
                              ? (unsigned)((threads[d] + emulate_count[d] - 1) / emulate_count[d])
                              : defaults[dimensions - 1][d];
        if (has_threads && !has_blocks)
            emulate_count[d] = (unsigned)((threads[d] + emulate_size[d] - 1) / emulate_size[d]);
        emulate_blocks *= emulate_count[d];
    }
    if (!has_threads && !has_blocks)
        emulate_count[0] = 3, emulate_blocks = 3;
    if (has_threads ? !launch->threads[0] : !launch->blocks[0])
        emulate_blocks = 0;
    emulate_block = (unsigned)-1;
    return 1;
}

// Goes on to the next block; after the last, an index call finds a plain call's grid.
static inline int emulate_next(void) {
    if (++emulate_block < emulate_blocks)
        return 1;
    for (int d = 0; d < 3; d++)
        emulate_size[d] = emulate_count[d] = 1;
    emulate_block = 0;
    return 0;
}

// Data has one copy.
struct __offloadcc_region *__offloadcc_begin_data(struct __offloadcc_region *region) {
    return region;
}

void __offloadcc_end_data(struct __offloadcc_region *region) {
    (void)region;
}

void __offloadcc_enter_data(const struct __offloadcc_region *region) {
    (void)region;
}

void __offloadcc_exit_data(const struct __offloadcc_region *region) {
    (void)region;
}

void __offloadcc_update(void *address, size_t count, size_t size, int to,
                        const struct offload_update *options, const char *text, const char *file,
                        unsigned line) {
    (void)address, (void)count, (void)size, (void)to, (void)options, (void)text, (void)file,
        (void)line;
}

#undef offload_malloc
#define offload_malloc(bytes) malloc(bytes)
#undef offload_free
#define offload_free free
#undef offload_memcpy
#define offload_memcpy __builtin_memcpy

#undef offload
#define offload(...) EMULATE_LAUNCH(__VA_ARGS__, )
#define EMULATE_LAUNCH(kernel, ...)                                                                \
    for (int emulate_more =                                                                        \
             emulate_begin(&(struct offload_launch){.threads = {__OFFLOADCC_UNSET},                \
                                                    .blocks = {(unsigned)__OFFLOADCC_UNSET},       \
                                                    __VA_ARGS__});                                 \
         emulate_more && emulate_next();)                                                          \
    _Pragma("omp parallel num_threads(emulate_threads())") kernel

#endif
