// machine.h - runs kernels of AMD code objects: what the HSA side (../hsa) asks of the machine.
#ifndef AMD_MACHINE_H
#define AMD_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct machine;

// Memory that a kernel may access. The HSA side knows what is allocated.
struct memory_span {
    uint64_t base, size; // of the allocation that the address is in, or of the last one before it;
                         // size 0: none
    bool is_freed;       // it was an allocation, and is not one any more
    bool is_readable;    // by the GPU
};

struct machine_options {
    const char *arch; // "gfx1100"; features as in "gfx90a:xnack-" may follow
    uint64_t seed;    // 0: blocks and waves in order; else an order of its own for each number
    bool counts;      // what kernels do is counted
    // Says what memory an address is in: `base <= address < base + size` if it is memory.
    struct memory_span (*find)(void *owner, uint64_t address);
    void *owner; // for `find`
    // A kernel's name for its descriptor's address, or NULL.
    const char *(*name_of)(uint64_t descriptor);
};

struct machine *machine_make(const struct machine_options *options);

// Tells the machine of code that was loaded, at its address, and that it is gone. `base` is where
// the code object's address 0 is; `name` is the object's, for messages.
void machine_add_code(struct machine *machine, uint64_t address, size_t size, uint64_t base,
                      const char *name);
void machine_remove_code(struct machine *machine, uint64_t address);

// A kernel to run, as the AQL packet (HSA Platform System Architecture, 2.9.6) says it.
struct dispatch {
    uint64_t descriptor;    // the kernel object: its descriptor's address
    uint64_t packet;        // where the GPU finds the packet: 64 bytes that stay as they are
    uint64_t arguments;     // the kernel argument segment
    uint32_t grid[3];       // in threads
    uint16_t group[3];      // threads of a work-group
    uint32_t private_bytes; // for each thread
    uint32_t shared_bytes;  // for each work-group
};

// Runs it to its end. Returns false if a wave stopped with an exception (s_trap). What a program
// must not do (wrong addresses, registers that are not there yet) ends the process with a message.
bool machine_run(struct machine *machine, const struct dispatch *dispatch);

// Writes what was counted since the machine was made, as a line of JSON; addresses are the code
// objects'.
void machine_write_counts(const struct machine *machine, FILE *file);

#endif
