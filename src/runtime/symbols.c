#include "runtime/symbols.h"

#include <dlfcn.h>

const char *__offloadcc_find_symbols(void *library, const struct symbol *symbols, size_t count,
                                     void *table) {
    for (size_t i = 0; i < count; i++) {
        void *function = dlsym(library, symbols[i].name);
        if (!function)
            return symbols[i].name;
        *(void **)((char *)table + symbols[i].offset) = function;
    }
    return NULL;
}
