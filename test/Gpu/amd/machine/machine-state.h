// machine-state.h - what the machine keeps between instructions and dispatches; for its modules
// only.
#ifndef AMD_MACHINE_STATE_H
#define AMD_MACHINE_STATE_H

#include "machine.h"
#include "wave.h"

#include <pthread.h>

struct decoder;

// The upper halves of flat addresses of shared and private memory.
enum { SHARED_APERTURE = 0x10000, PRIVATE_APERTURE = 0x20000 };

// Code that was loaded, and its instructions as far as they were decoded.
struct code {
    uint64_t address;
    size_t size;
    uint64_t base; // where the code object's address 0 is
    char *name;
    struct instruction **decoded[2]; // by (address - code's) / 4, for waves of 32 and of 64
    struct code *next;
};

struct machine {
    char arch[32];       // without features
    unsigned generation; // 9 to 12
    bool is_gfx90a, is_gfx940;
    uint64_t seed, random;
    struct memory_span (*find)(void *owner, uint64_t address);
    void *owner;
    const char *(*name_of)(uint64_t descriptor);
    struct decoder *decoders[2]; // for waves of 32 and of 64
    struct code *code, *last_code;
    bool counts;
    struct counted_kernel *counted;
    struct memory_span last_span; // in which the last address was found; memory may be freed
                                  // between dispatches only
};

// For messages: a kernel's name; "at 0x40 of ..." for an address.
const char *machine_kernel_name(const struct work_group *group);
const char *machine_place(const struct machine *machine, uint64_t address);

// The code that an address is in, or NULL.
const struct code *machine_code(const struct machine *machine, uint64_t address);

// The instruction at an address; ends the program if there is no code.
const struct instruction *machine_instruction(struct wave *w);

// The next number of the machine's random sequence.
uint64_t machine_random(struct machine *machine);

#endif
