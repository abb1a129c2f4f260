// ptx-counts.h - what the instructions of PTX did, for scripts/emulate; nothing, if SITES is not defined.
//
// The threads of a warp run one after the other here. An instruction is executed by the lanes together that come
// to it for the same time: the n-th visits of all lanes are one execution of the warp.
#ifndef SITES

#define counts_begin(block) ((void)0)
#define counts_end(block) ((void)0)
#define counts_launch(block) ((void)0)

#else

#include "tally.h"

enum { SECTOR_BYTES = 32 };

struct site {
    const char *text, *file;
    unsigned line;
};

struct counted_kernel {
    const char *name;
    function *kernel; // NULL: the table's end
};

// The C of PTX ends with these.
extern const struct site sites[];
extern const struct counted_kernel kernels[];

// One execution of a memory instruction by a warp.
struct execution {
    unsigned count, bytes;
    bool is_shared;
    uint64_t addresses[LANES];
};

static struct {
    uint64_t launches, blocks, threads;
    struct tally tallies[SITES];
} counted[64];

static unsigned kernel_number(const function *kernel) {
    unsigned n = 0;
    while (kernels[n].kernel && kernels[n].kernel != kernel && n < 63)
        n++;
    return n;
}

#define COUNT(n) (t->visits[n]++)

// Accesses of all warps of a block: they change places at barriers.
struct warp_accesses {
    struct execution *executions;
    unsigned room;
};

static void count_access(struct thread *t, unsigned site, const char *address, unsigned bytes) {
    struct warp_accesses *of = &t->block->accesses[(size_t)(t->number / LANES) * SITES + site];
    unsigned n = t->visits[site] - 1;
    if (n >= of->room) {
        unsigned room = 2 * n + 8;
        of->executions = realloc(of->executions, room * sizeof *of->executions);
        memset(of->executions + of->room, 0, (room - of->room) * sizeof *of->executions);
        of->room = room;
    }
    struct execution *execution = &of->executions[n];
    const struct block *block = t->block;
    execution->bytes = bytes;
    execution->is_shared = address >= block->shared && address < block->shared + block->shared_size;
    execution->addresses[execution->count++] =
        execution->is_shared ? (uint64_t)(address - block->shared) : (uint64_t)address;
}

static void counts_begin(struct block *block) {
    unsigned warps = (block->threads + LANES - 1) / LANES;
    uint32_t *visits = calloc((size_t)block->threads * SITES, sizeof *visits);
    for (unsigned i = 0; i < block->threads; i++)
        block->thread[i].visits = visits + (size_t)i * SITES;
    block->accesses = calloc((size_t)warps * SITES, sizeof *block->accesses);
}

static void counts_end(struct block *block) {
    struct tally *tallies = counted[kernel_number(block->kernel)].tallies;
    unsigned warps = (block->threads + LANES - 1) / LANES;
    for (unsigned warp = 0; warp < warps; warp++)
        for (unsigned site = 0; site < SITES; site++) {
            struct warp_accesses *of = &block->accesses[(size_t)warp * SITES + site];
            unsigned most = 0;
            for (unsigned i = warp * LANES; i < (warp + 1) * LANES && i < block->threads; i++) {
                unsigned visits = block->thread[i].visits[site];
                tallies[site].lanes += visits;
                most = visits > most ? visits : most;
            }
            tallies[site].waves += most;
            for (unsigned n = 0; n < of->room; n++) {
                const struct execution *execution = &of->executions[n];
                if (execution->count && execution->is_shared)
                    tally_banks(&tallies[site], execution->addresses, execution->count, execution->bytes);
                else if (execution->count)
                    tally_lines(&tallies[site], execution->addresses, execution->count, execution->bytes,
                                SECTOR_BYTES);
            }
            free(of->executions);
        }
    free(block->accesses);
    free(block->thread[0].visits);
}

static void counts_launch(const struct block *block) {
    unsigned n = kernel_number(block->kernel), blocks = block->grid[0] * block->grid[1] * block->grid[2];
    counted[n].launches++;
    counted[n].blocks += blocks;
    counted[n].threads += (uint64_t)blocks * block->threads;
}

static void write_counts(unsigned n, FILE *file) {
    bool is_first = true;
    fprintf(file, "{\"name\": ");
    tally_string(file, kernels[n].name);
    fprintf(file, ", \"launches\": %llu, \"blocks\": %llu, \"threads\": %llu, \"lanes\": %d, \"instructions\": [",
            (unsigned long long)counted[n].launches, (unsigned long long)counted[n].blocks,
            (unsigned long long)counted[n].threads, LANES);
    for (unsigned i = 0; i < SITES; i++) {
        if (!counted[n].tallies[i].waves)
            continue;
        fprintf(file, "%s{\"text\": ", is_first ? "" : ", ");
        tally_string(file, sites[i].text);
        fprintf(file, ", \"file\": ");
        tally_string(file, sites[i].file);
        fprintf(file, ", \"line\": %u, ", sites[i].line);
        tally_write(file, &counted[n].tallies[i]);
        fprintf(file, "}");
        is_first = false;
    }
    fprintf(file, "]}");
}

// One line for each module, when the program ends.
__attribute__((destructor)) static void write_all_counts(void) {
    const char *path = getenv("EMULATE_COUNTS");
    FILE *file = path ? fopen(path, "a") : NULL;
    bool is_first = true;
    if (!file)
        return;
    fprintf(file, "{\"arch\": \"PTX\", \"line_bytes\": %d, \"kernels\": [", SECTOR_BYTES);
    for (unsigned n = 0; kernels[n].kernel && n < 63; n++)
        if (counted[n].launches) {
            fprintf(file, "%s", is_first ? "" : ", ");
            write_counts(n, file);
            is_first = false;
        }
    fprintf(file, "]}\n");
    fclose(file);
}

#endif
