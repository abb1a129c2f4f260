// symbols.h - functions of libraries that are loaded while the program runs.
#ifndef OC_RUNTIME_SYMBOLS_H
#define OC_RUNTIME_SYMBOLS_H

#include <stddef.h>

// A function's name, and where in a table of pointers to functions it belongs.
struct symbol {
    const char *name;
    size_t offset;
};

// Fills in the table, from a library that dlopen returned or from RTLD_DEFAULT. Returns the name of
// the first function that is not there, or NULL.
const char *__offloadcc_find_symbols(void *library, const struct symbol *symbols, size_t count,
                                     void *table);

#endif
