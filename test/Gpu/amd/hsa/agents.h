// agents.h - the CPU and the GPUs, their instruction sets, and their pools of memory.
//
// There is one CPU. Each GPU is a machine (../machine/machine.h), which is made when code is loaded
// for it. The agents are made once, by the first hsa_init, and never change. An agent's number is
// also its node, and its bit in masks that say who may access memory.
#ifndef AMD_HSA_AGENTS_H
#define AMD_HSA_AGENTS_H

#include "processors.h"
#include "support.h"

enum { MAX_GPUS = 8, MAX_AGENTS = 1 + MAX_GPUS, POOLS_OF_AGENT = 3 };

struct machine;

struct pool {
    struct agent *agent;
    const char *name;
    hsa_amd_segment_t segment;
    uint32_t flags; // HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_...
    uint64_t size;
};

// An instruction set that a GPU runs: its own, or a generic one.
struct isa {
    uint8_t mach; // of code objects
    char name[100];
};

struct agent {
    const struct processor *processor; // NULL: the CPU
    unsigned number;                   // 0: the CPU
    bool sramecc, xnack;
    char target[60]; // "gfx90a:sramecc+:xnack-"
    struct isa isas[2];
    unsigned isa_count;
    struct pool pools[POOLS_OF_AGENT];
    struct machine *machine; // NULL: no code was loaded so far
    bool is_running;         // a kernel
    uint64_t used;           // bytes of its pools that are allocated
};

// Makes the agents that EMULATE_AMD says; ends the program if it is not understood.
void agents_make(void);

// The agent of a handle, or NULL.
struct agent *agent_of(hsa_agent_t handle);
hsa_agent_t agent_handle(const struct agent *agent);
struct agent *agent_numbered(unsigned number);     // NULL: there are not that many
const char *agent_name(const struct agent *agent); // "GPU 1", "the CPU"

static inline bool is_gpu(const struct agent *agent) {
    return agent->processor != NULL;
}

// The bit that an agent has in masks; of several ones. False: one of the handles is none.
static inline uint32_t agent_bit(const struct agent *agent) {
    return 1u << agent->number;
}
bool agents_mask(const hsa_agent_t *handles, uint32_t count, uint32_t *mask);

// The pool of a handle, or NULL.
struct pool *pool_of(hsa_amd_memory_pool_t handle);

#endif
