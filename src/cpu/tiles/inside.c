#include "cpu/tiles/inside.h"

#include "base/names.h"
#include "cpu/tiles/choose.h"
#include "cpu/tiles/returns.h"
#include "cpu/tiles/tiles.h"

bool oc_inside_make(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef body,
                    LLVMValueRef blocks, const struct oc_values *shared) {
    if (!oc_ir_find_call(body, OC_NAME_BARRIER))
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
