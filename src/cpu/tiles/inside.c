#include "cpu/tiles/inside.h"

#include "cpu/tiles/choose.h"
#include "cpu/tiles/returns.h"
#include "cpu/tiles/tiles.h"
#include "ir/waits.h"

static bool waits(LLVMValueRef body) {
    OC_EACH_BLOCK (block, body)
        OC_EACH_INSTRUCTION (instruction, block)
            if (oc_waits_for_block(instruction) || oc_waits_for_lanes(instruction))
                return true;
    return false;
}

bool oc_inside_make(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef body,
                    LLVMValueRef blocks, const struct oc_values *shared) {
    if (!waits(body))
        return false;
    enum { TILES, RETURNS, WAYS };
    for (int way = TILES; way < WAYS; way++)
        for (size_t i = 0; i < kernel->block_size_count; i++) {
            const unsigned *size = kernel->block_sizes[i];
            LLVMValueRef call = oc_choose_call(ir, blocks, body, size);
            if (call && (way == TILES ? oc_tiles_see_through(ir, body, call, shared, size)
                                      : oc_returns_remove(ir, body, call, size)))
                return true;
        }
    return false;
}
