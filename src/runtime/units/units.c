#include "runtime/units/units.h"

#include "runtime/process.h"

bool __offloadcc_each_unit(bool (*visit)(struct __offloadcc_unit *unit, const char *address,
                                         void *data),
                           const char *address, void *data) {
    bool found = false;
    pthread_mutex_lock(&__offloadcc_process()->listing);
    for (struct __offloadcc_module *module = __offloadcc_process()->modules; module && !found;
         module = module->next)
        for (struct __offloadcc_unit *unit = module->units; unit && !found;
             unit = unit->__offloadcc_next)
            found = visit(unit, address, data);
    pthread_mutex_unlock(&__offloadcc_process()->listing);
    return found;
}

unsigned long __offloadcc_count_changes(unsigned long more) {
    return __atomic_add_fetch(&__offloadcc_process()->registrations, more, __ATOMIC_SEQ_CST);
}
