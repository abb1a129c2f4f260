#include "runtime/launch/grid.h"

#include "runtime/launch/cpu.h"
#include "runtime/process.h"
#include "runtime/say/stop.h"

#include <limits.h>
#include <omp.h>
#include <stdint.h>
#include <string.h>

enum { MAX_BLOCK_SIZE = 1024, FILL_BLOCKS = 1024, FILL_BLOCK_SIZE = 256, CPU_BLOCK_SIZE = 32 };

static bool has_threads(const struct offload_launch *launch) {
    return launch->threads[0] != __OFFLOADCC_UNSET;
}

static bool has_blocks(const struct offload_launch *launch) {
    return launch->blocks[0] != (unsigned int)__OFFLOADCC_UNSET;
}

static unsigned int at_least_one(unsigned int value) {
    return value ? value : 1;
}

// The number of dimensions that the launch uses, which chooses the default block.
static unsigned int dimensions(const struct offload_launch *launch) {
    for (unsigned int d = 2; d > 0; d--)
        if (has_threads(launch) ? launch->threads[d] > 1 : launch->blocks[d] > 1)
            return d + 1;
    return 1;
}

// The largest dimension last.
static void shrink_block(unsigned int size[3], unsigned long limit) {
    for (int d = 2; d >= 0; d--)
        while (size[d] > 1 && (unsigned long)size[0] * size[1] * size[2] > limit)
            size[d] /= 2;
}

static void set_block_size(const struct __offloadcc_kernel *kernel,
                           const struct offload_launch *launch, unsigned int size[3]) {
    static const unsigned int defaults[3][3] = {{256, 1, 1}, {32, 8, 1}, {8, 8, 4}};
    bool is_quotient = false;
    if (launch->block_size[0] || launch->block_size[1] || launch->block_size[2]) {
        for (int d = 0; d < 3; d++)
            size[d] = at_least_one(launch->block_size[d]);
    } else if (has_threads(launch) && has_blocks(launch)) {
        is_quotient = true;
        for (int d = 0; d < 3; d++) {
            size_t threads = launch->threads[d] ? launch->threads[d] : 1;
            size_t blocks = at_least_one(launch->blocks[d]);
            size_t needed = threads / blocks + (threads % blocks != 0);
            size[d] = needed > UINT_MAX ? UINT_MAX : (unsigned int)needed;
        }
    } else {
        memcpy(size, defaults[dimensions(launch) - 1], sizeof defaults[0]);
        shrink_block(size, kernel->__offloadcc_block_limit);
    }
    uint64_t threads = size[0];
    for (int d = 1; d < 3; d++)
        threads = threads > MAX_BLOCK_SIZE ? threads : threads * size[d];
    const char *fix = is_quotient ? "the size is .threads divided by .blocks: ask for more blocks, "
                                    "or remove .blocks"
                                  : "launch smaller blocks";
    if (threads > MAX_BLOCK_SIZE)
        __offloadcc_stop(kernel,
                         "a block of %u x %u x %u threads is too large; a block has at most "
                         "%d threads; %s",
                         size[0], size[1], size[2], MAX_BLOCK_SIZE, fix);
    if (threads > kernel->__offloadcc_block_limit)
        __offloadcc_stop(kernel,
                         "a block of %u x %u x %u threads is too large for this kernel, whose "
                         "offload_block_limit is %u; %s, or raise the limit",
                         size[0], size[1], size[2], kernel->__offloadcc_block_limit, fix);
}

static void set_block_count(const struct __offloadcc_kernel *kernel,
                            const struct offload_launch *launch, const unsigned int size[3],
                            unsigned int count[3]) {
    for (int d = 0; d < 3; d++) {
        if (has_blocks(launch)) {
            count[d] = d ? at_least_one(launch->blocks[d]) : launch->blocks[d];
            if (has_threads(launch) && launch->threads[d] > (size_t)count[d] * size[d])
                __offloadcc_stop(kernel,
                                 "the launch asks for %zu threads in %c, but its blocks "
                                 "have only %zu; remove .blocks, and enough blocks are launched",
                                 launch->threads[d], "xyz"[d], (size_t)count[d] * size[d]);
            if (count[d] > INT_MAX)
                __offloadcc_stop(kernel,
                                 "the launch asks for %u blocks in %c; at most %d "
                                 "are possible (was the number negative?)",
                                 count[d], "xyz"[d], INT_MAX);
            continue;
        }
        size_t threads = d && !launch->threads[d] ? 1 : launch->threads[d];
        size_t blocks = threads / size[d] + (threads % size[d] != 0);
        if (threads > PTRDIFF_MAX)
            __offloadcc_stop(kernel,
                             "the launch asks for %td threads in %c; the number must be 0 or more",
                             (ptrdiff_t)threads, "xyz"[d]);
        if (blocks > INT_MAX)
            __offloadcc_stop(kernel,
                             "%zu threads in %c are too many for blocks of %u; launch "
                             "fewer, and divide the elements among them with offload_for",
                             threads, "xyz"[d], size[d]);
        count[d] = (unsigned int)blocks;
    }
    long total;
    if (__builtin_mul_overflow((long)count[0] * count[1], (long)count[2], &total))
        __offloadcc_stop(kernel,
                         "a grid of %u x %u x %u blocks is too large; launch fewer, and divide the "
                         "elements among their threads with offload_for",
                         count[0], count[1], count[2]);
}

// A launch that leaves them out has none. What the kernel would do then is undefined on a device
// and not the same on any two.
static size_t shared_bytes(const struct __offloadcc_kernel *kernel,
                           const struct offload_launch *launch) {
    if (!launch || launch->shared_bytes == __OFFLOADCC_UNSET) {
        if (kernel->__offloadcc_uses & __offloadcc_uses_dynamic_shared)
            __offloadcc_stop(kernel, launch ? "it uses dynamic shared memory, but the launch does "
                                              "not say how much; set .shared_bytes in the launch"
                                            : "it uses dynamic shared memory, and a plain call has "
                                              "none; launch it by offload(), with .shared_bytes");
        return 0;
    }
    if (launch->shared_bytes > INT_MAX)
        __offloadcc_stop(kernel,
                         "the launch asks for %td bytes of dynamic shared memory for each block; "
                         "at most %d are possible (was the number negative?)",
                         (ptrdiff_t)launch->shared_bytes, INT_MAX);
    return launch->shared_bytes;
}

bool __offloadcc_is_cooperative(const struct offload_launch *launch) {
    return launch && !(launch->__line & SHORT) && launch->cooperative;
}

bool __offloadcc_fills(const struct offload_launch *launch) {
    return launch && !has_threads(launch) && !has_blocks(launch);
}

static void check_cooperation(const struct __offloadcc_kernel *kernel,
                              const struct offload_launch *launch) {
    if (!(kernel->__offloadcc_uses & __offloadcc_uses_grid_barrier) ||
        __offloadcc_is_cooperative(launch))
        return;
    __offloadcc_stop(kernel, launch ? "it calls offload_grid_barrier(), for which all blocks have "
                                      "to run at the same time; set .cooperative = true in the "
                                      "launch"
                                    : "it calls offload_grid_barrier(), and a plain call is not a "
                                      "cooperative launch; launch it by offload(), with "
                                      ".cooperative = true");
}

// Fills in the blocks of a launch. Returns false where there are none.
static bool make_blocks(const struct __offloadcc_kernel *kernel,
                        const struct offload_launch *launch, struct __offloadcc_grid *grid) {
    unsigned int *size = grid->__offloadcc_block_size, *count = grid->__offloadcc_block_count;
    for (int d = 0; d < 3; d++)
        size[d] = count[d] = 1;
    if (!launch)
        return true;
    if (__offloadcc_fills(launch)) {
        size[0] = FILL_BLOCK_SIZE;
        shrink_block(size, kernel->__offloadcc_block_limit);
        count[0] = FILL_BLOCKS;
        if (launch->block_size[0] || launch->block_size[1] || launch->block_size[2])
            set_block_size(kernel, launch, size);
        return true;
    }
    set_block_size(kernel, launch, size);
    set_block_count(kernel, launch, size, count);
    return count[0] != 0;
}

bool __offloadcc_make_grid(const struct __offloadcc_kernel *kernel,
                           const struct offload_launch *launch, struct __offloadcc_grid *grid) {
    check_cooperation(kernel, launch);
    if (!make_blocks(kernel, launch, grid))
        return false;
    grid->__offloadcc_run = __offloadcc_run_blocks;
    grid->__offloadcc_shared_bytes = shared_bytes(kernel, launch);
    return true;
}

void __offloadcc_fill_cpu(const struct __offloadcc_kernel *kernel,
                          const struct offload_launch *launch, struct __offloadcc_grid *grid) {
    if (!__offloadcc_fills(launch))
        return;
    grid->__offloadcc_block_count[0] = (unsigned int)omp_get_max_threads();
    if (!launch->block_size[0] && !launch->block_size[1] && !launch->block_size[2]) {
        grid->__offloadcc_block_size[0] = CPU_BLOCK_SIZE;
        shrink_block(grid->__offloadcc_block_size, kernel->__offloadcc_block_limit);
    }
}
