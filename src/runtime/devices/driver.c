#include "runtime/devices/driver.h"

#include <dlfcn.h>
#include <stdio.h>

bool __offloadcc_load_driver(struct gpus *gpus, const char *what, const char *const names[2],
                             const struct symbol *functions, size_t count, void *table) {
    void *library = dlopen(names[0], RTLD_NOW);
    if (!library)
        library = dlopen(names[1], RTLD_NOW);
    if (!library) {
        snprintf(gpus->problem, sizeof gpus->problem, "%s is not installed (there is no %s)", what,
                 names[0]);
        return false;
    }
    const char *missing = __offloadcc_find_symbols(library, functions, count, table);
    if (missing)
        snprintf(gpus->problem, sizeof gpus->problem, "%s is too old: %s has no %s", what, names[0],
                 missing);
    return !missing;
}
