#include "cpu/tiles/tiles.h"

#include "cpu/tiles/choose.h"
#include "cpu/tiles/direct.h"
#include "cpu/tiles/trace.h"
#include "ir/ids.h"

// Finds the memories that the direct code may only read where the launch does not write them: what
// it reads in place of tiles, and what is read before or after the writes. Returns false if the
// launch always writes one.
static bool find_what_must_stay(const struct oc_trace *trace, bool *must_stay) {
    for (size_t i = 0; i < trace->memory_count; i++) {
        const struct oc_memory *memory = &trace->memories[i];
        for (size_t w = 0; w < trace->memory_count; w++) {
            const struct oc_memory *written = &trace->memories[w];
            must_stay[i] |=
                written->is_written && !memory->is_written && memory->phase != written->phase;
        }
        for (size_t w = 0; w < trace->memory_count; w++)
            if (must_stay[i] && trace->memories[w].is_written &&
                trace->memories[w].base == memory->base)
                return false;
    }
    return true;
}

bool oc_tiles_see_through(struct oc_ir *ir, LLVMValueRef body, LLVMValueRef call,
                          const struct oc_values *shared, const unsigned size[3]) {
    struct oc_trace trace;
    struct oc_direct direct;
    if (!oc_trace_begin(ir, body, size, &trace) || !oc_trace_block(&trace, body, shared) ||
        !oc_direct_find(ir, &trace, &direct))
        return false;
    bool *must_stay = OC_NEW_ARRAY(ir->arena, trace.memory_count + 1, bool);
    if (!oc_trace_end(&trace) || !find_what_must_stay(&trace, must_stay) ||
        !oc_choose_install(ir, &trace, must_stay, body, call))
        return false;
    oc_direct_apply(ir, body, &trace, &direct);
    oc_ids_find(ir, body, size);
    return true;
}
