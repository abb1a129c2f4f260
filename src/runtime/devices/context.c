#include "runtime/devices/context.h"

#include "runtime/devices/cuda.h"
#include "runtime/devices/libomptarget.h"

#include <stdint.h>

static char none; // stands for no context

// What libomptarget has made current after it has copied something.
static void *find_context(const struct __offloadcc_unit *unit, int device) {
    void *copy = __offloadcc_target.omp_get_mapped_ptr(&unit->__offloadcc_marker, device);
    int host = __offloadcc_target.omp_get_num_devices();
    char byte;
    if (!copy || __offloadcc_target.omp_target_memcpy(&byte, copy, 1, 0, 0, host, device) != 0)
        return &none;
    void *context = __offloadcc_cuda_context();
    return context ? context : &none;
}

void __offloadcc_enter_context(const struct __offloadcc_unit *unit, int device) {
    static void *known[MAX_GPUS];
    if (!__offloadcc_has_cuda() || device < 0 || device >= MAX_GPUS)
        return;
    void *context = __atomic_load_n(&known[device], __ATOMIC_ACQUIRE);
    if (!context) {
        context = find_context(unit, device);
        __atomic_store_n(&known[device], context, __ATOMIC_RELEASE);
    }
    if (context != &none)
        __offloadcc_set_cuda_context(context);
}
