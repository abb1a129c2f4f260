// decode.h - from bytes of code to struct instruction.
#ifndef AMD_DECODE_H
#define AMD_DECODE_H

#include "instruction.h"

struct decoder;

// A decoder for an architecture ("gfx1100") and waves of 32 or 64. It ends the program if LLVM
// lacks the target.
struct decoder *decoder_make(const char *arch, unsigned lanes);

// Decodes the instruction at `bytes`, of which `available` may be read; NULL: out of memory is not
// returned, it ends the program. An unknown instruction has no operation; its text says what it is.
struct instruction *decode(struct decoder *decoder, const uint8_t *bytes, size_t available);

// Makes an instruction of its text, without bytes: for tests of operations.
struct instruction *decode_text(const char *text, unsigned lanes);

// The tables of the modules, each ended by a row without a name.
extern const struct operation scalar_operations[], scalar_float_operations[], control_operations[];
extern const struct operation integer_operations[], compare_operations[], half_operations[],
    float_operations[], double_operations[], convert_operations[], packed_operations[],
    lane_operations[];
extern const struct operation memory_operations[], lds_operations[], scalar_memory_operations[];

#endif
