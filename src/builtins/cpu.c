// cpu.c - index functions on a CPU, where the compiler could not turn them into reads of the block
// loop's own variables: this thread's place in the grid. Part of x86-64 images and of the runtime.
#include <stddef.h>

enum index { THREAD_ID, BLOCK_ID, BLOCK_SIZE, BLOCK_COUNT };

static _Thread_local unsigned int (*current)[3];

void *__offloadcc_enter_grid(unsigned int (*index)[3]) {
    void *before = current;
    current = index;
    return before;
}

void __offloadcc_leave_grid(void *before) {
    current = before;
}

// Outside of kernels there is one thread.
unsigned int __offloadcc_thread_id(unsigned int dimension) {
    return current ? current[THREAD_ID][dimension] : 0;
}

unsigned int __offloadcc_block_id(unsigned int dimension) {
    return current ? current[BLOCK_ID][dimension] : 0;
}

unsigned int __offloadcc_block_size(unsigned int dimension) {
    return current ? current[BLOCK_SIZE][dimension] : 1;
}

unsigned int __offloadcc_block_count(unsigned int dimension) {
    return current ? current[BLOCK_COUNT][dimension] : 1;
}
