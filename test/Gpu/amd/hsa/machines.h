// machines.h - each GPU's machine (../machine/machine.h): its code, and running kernels.
//
// One kernel runs at a time, of all GPUs: the machine is not made for more. These functions take
// the machines' own lock; the caller does not hold hsa_lock, which the machines' questions take.
#ifndef AMD_HSA_MACHINES_H
#define AMD_HSA_MACHINES_H

#include "agents.h"

struct dispatch; // ../machine/machine.h

void machines_add_code(struct agent *gpu, uint64_t address, size_t size, uint64_t base,
                       const char *name);
void machines_remove_code(struct agent *gpu, uint64_t address);

// Runs a kernel; returns false if it stopped with an exception.
bool machines_run(struct agent *gpu, const struct dispatch *dispatch);

#endif
