// symbols.h - functions of libraries that are loaded while the program runs.
#ifndef OC_RUNTIME_SYMBOLS_H
#define OC_RUNTIME_SYMBOLS_H

#include <stddef.h>

// The name of a function, and the offset in bytes of its pointer in a table of function pointers.
struct symbol {
    const char *name;
    size_t offset;
};

// Fills in the table from a library, a handle of dlopen or RTLD_DEFAULT. Returns NULL, or the name
// of the first function that the library does not have.
const char *__offloadcc_find_symbols(void *library, const struct symbol *symbols, size_t count,
                                     void *table);

#endif
