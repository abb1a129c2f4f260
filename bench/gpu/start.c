// A program that launches nothing, with an argument one kernel: what kernels cost at the start.
// With NO_KERNELS it has none.
#ifndef NO_KERNELS
#include <offload.h>

offload_kernel void set(int x[1]) {
    x[0] = 1;
}
#endif

int main(int argc, char **argv) {
    (void)argv;
#ifndef NO_KERNELS
    int x[1] = {0};
    if (argc > 1)
        offload(set, .threads = {1})(x);
    return argc > 1 && x[0] != 1;
#else
    return argc < 1;
#endif
}
