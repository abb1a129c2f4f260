#include "device/room.h"

#include "glue/names.h"

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

static void set_function_attribute(struct oc_ir *ir, LLVMValueRef entry, const char *name,
                                   const char *value) {
    LLVMAddAttributeAtIndex(entry, LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(ir->context, name, (unsigned)strlen(name),
                                                      value, (unsigned)strlen(value)));
}

static const char *waves_of(struct oc_arena *arena, const struct oc_kernel *kernel) {
    return kernel->most_waves
               ? oc_arena_printf(arena, "%u,%u", kernel->least_waves, kernel->most_waves)
               : oc_arena_printf(arena, "%u", kernel->least_waves);
}

void oc_room_for_blocks(struct oc_ir *ir, const struct oc_unit *unit,
                        const struct oc_block_room *room) {
    for (size_t i = 0; i < unit->kernel_count; i++) {
        const struct oc_kernel *kernel = &unit->kernels[i];
        LLVMValueRef entry =
            LLVMGetNamedFunction(ir->module, oc_glue_entry(ir->arena, kernel->name));
        unsigned registers = room->registers / most_threads(kernel);
        if (entry && kernel->block_limit)
            set_function_attribute(
                ir, entry, room->limit,
                oc_arena_printf(ir->arena, "%s%u", room->limit_prefix, kernel->block_limit));
        else if (entry && room->register_limit && registers <= MOST)
            set_function_attribute(ir, entry, room->register_limit,
                                   oc_arena_printf(ir->arena, "%u", registers / STEP * STEP));
        if (entry && room->waves && kernel->least_waves)
            set_function_attribute(ir, entry, room->waves, waves_of(ir->arena, kernel));
    }
}
