// memory.h - who may access which memory; allocating, locking and copying it.
//
// Memory of all pools is memory of the host's in the arena. A GPU may access its own memory, memory
// of other pools that it was allowed to (hsa_amd_agents_allow_access), and memory of the host's
// that was locked for it; locked memory has the same address for the GPU. What the real runtime
// answers with a status gets that status here. What would be undefined, a fault of the GPU's, or
// noticed much later ends the program with a message.
#ifndef AMD_HSA_MEMORY_H
#define AMD_HSA_MEMORY_H

#include "agents.h"

// Why agents (a mask) may not access `size` bytes at an address, or NULL: they may. The text is
// valid until the next call by the same thread. It takes no lock of its own but that of locked
// memory.
const char *memory_problem(uint64_t address, uint64_t size, uint32_t agents);

struct memory_span; // ../machine/machine.h

// What a machine asks: the memory at an address, as a GPU sees it. Needs no lock.
struct memory_span memory_span_at(uint64_t address, const struct agent *gpu);

#endif
