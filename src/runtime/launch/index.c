// index.c - indices outside of generated loops: in functions that the compiler did not inline into
// them, and on the host. See __offloadcc_enter_grid in glue/preamble.h.

#include "runtime/launch/index.h"
#define OC_FOR_HOST
#include "builtins/cpu.c"

bool __offloadcc_in_kernel(void) {
    return current != NULL;
}
