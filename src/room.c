#include "room.h"

#include "glue.h"

#include <string.h>

// Numbers that hardware gives out, and the most that a thread can have.
enum { STEP = 8, MOST = 255 };

static unsigned most_threads(const struct oc_kernel *kernel) {
    unsigned most = 1;
    for (size_t i = 0; i < kernel->block_size_count; i++) {
        const unsigned *size = kernel->block_sizes[i];
        unsigned threads = size[0] * size[1] * size[2];
        most = threads > most ? threads : most;
    }
    return most;
}

void oc_room_for_blocks(struct oc_ir *ir, const struct oc_unit *unit,
                        const struct oc_target *target) {
    for (size_t i = 0; i < unit->kernel_count && target->register_limit; i++) {
        LLVMValueRef entry =
            LLVMGetNamedFunction(ir->module, oc_glue_entry(ir->arena, unit->kernels[i].name));
        unsigned registers = target->block_registers / most_threads(&unit->kernels[i]);
        if (!entry || registers > MOST)
            continue;
        const char *value = oc_arena_printf(ir->arena, "%u", registers / STEP * STEP);
        LLVMAddAttributeAtIndex(entry, LLVMAttributeFunctionIndex,
                                LLVMCreateStringAttribute(ir->context, target->register_limit,
                                                          (unsigned)strlen(target->register_limit),
                                                          value, (unsigned)strlen(value)));
    }
}
