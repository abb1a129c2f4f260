#include "runtime/units/compressed.h"
#include "runtime/symbols.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

// Signatures are zstd.h's.
struct zstd {
    unsigned long long (*ZSTD_getFrameContentSize)(const void *data, size_t size);
    size_t (*ZSTD_decompress)(void *to, size_t room, const void *data, size_t size);
};

#define FUNCTION(name) {#name, offsetof(struct zstd, name)}
static const struct symbol functions[] = {
    FUNCTION(ZSTD_getFrameContentSize),
    FUNCTION(ZSTD_decompress),
};

void *__offloadcc_decompress(const void *data, size_t size, size_t *whole, char *problem,
                             size_t problem_size) {
    struct zstd zstd;
    void *library = dlopen("libzstd.so.1", RTLD_LAZY);
    if (!library ||
        __offloadcc_find_symbols(library, functions, sizeof functions / sizeof *functions, &zstd)) {
        snprintf(problem, problem_size,
                 "it is compressed, and there is no libzstd.so.1; install it, or compile without "
                 "--offload-compress");
        return NULL;
    }
    *whole = zstd.ZSTD_getFrameContentSize(data, size);
    void *room = malloc(*whole);
    if (!room || zstd.ZSTD_decompress(room, *whole, data, size) != *whole) {
        snprintf(problem, problem_size, "there is not enough memory to decompress it");
        free(room);
        return NULL;
    }
    return room;
}
