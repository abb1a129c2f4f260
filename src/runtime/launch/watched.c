#include "runtime/launch/watched.h"

#include "runtime/say/stop.h"

#include <stdlib.h>

// Sanitizers' runtimes define them, in programs that have them.
void __asan_init(void) __attribute__((weak));
void __hwasan_init(void) __attribute__((weak));

enum { ALIGNMENT = 64 };

static _Thread_local unsigned running;

void __offloadcc_begin_blocks(void) {
    running++;
}

void __offloadcc_end_blocks(void) {
    running--;
}

bool __offloadcc_runs_blocks(void) {
    return running;
}

void *__offloadcc_watched_memory(size_t bytes) {
    void *memory;
    if (!__asan_init && !__hwasan_init)
        return NULL;
    if (posix_memalign(&memory, ALIGNMENT, bytes ? bytes : 1))
        __offloadcc_out_of_memory(bytes);
    return memory;
}
