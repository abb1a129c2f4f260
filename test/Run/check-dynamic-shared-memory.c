// -foffload-check: an access beyond the dynamic shared memory of the launch (.shared_bytes) ends the program with a
// message, also where the block has other shared variables.
//
// DEFINE: %{compiled} = %offloadcc -foffload-check %s
// RUN: %{compiled} -O2 --offload-arch=none -o %t && %python %S/Inputs/check-all.py %t %s
// RUN: %{compiled} -O2 --offload-arch=x86-64 -o %t && %python %S/Inputs/check-all.py %t %s
// RUN: %t enough
//
// Also where threads are coroutines: without optimisation, and where it cannot be shown that they meet.
// RUN: %{compiled} -O0 --offload-arch=none -o %t && %python %S/Inputs/check-all.py %t %s
// RUN: %t enough
// RUN: %{compiled} -O2 -DSOME_MEET --offload-arch=none -o %t && %python %S/Inputs/check-all.py %t %s
// RUN: %t enough
#include <offload.h>
#include <string.h>

#ifdef SOME_MEET
#define BARRIER                                                                                    \
    if (n)                                                                                         \
        offload_barrier();                                                                         \
    for (int turn = 0; turn < (int)y[0]; turn++)                                                   \
        offload_barrier();
#else
#define BARRIER offload_barrier();
#endif

offload_kernel void reverse(int n, float y[n]) {
    float *room = offload_dynamic_shared();
    offload_shared char small[100];
    unsigned int me = offload_thread_id(0), size = offload_block_size(0);
    small[me % 100] = 1;
    room[me] = (float)me; // EXPECT reverse: block: [0,0,0], thread: [50,0,0] index 50 is outside of dynamic shared memory (.shared_bytes, as elements of 4 bytes) in kernel 'reverse', which has 50 elements
    BARRIER
    y[offload_global_id(0)] = room[size - 1 - me] + small[3];
}
offload_kernel void two_arrays(int n, double y[n]) {
    double *first = offload_dynamic_shared();
    short *second = (short *)(first + offload_block_size(0));
    unsigned int me = offload_thread_id(0);
    first[me] = me;
    second[me] = 1; // EXPECT two_arrays: block: [0,0,0], thread: [32,0,0] index 288 is outside of dynamic shared memory (.shared_bytes, as elements of 2 bytes) in kernel 'two_arrays', which has 288 elements
    BARRIER
    y[offload_global_id(0)] = first[me] + second[me];
}
offload_kernel void copied(int n, float y[n]) {
    void *room = offload_dynamic_shared();
    if (offload_thread_id(0) == 1)
        memcpy(room, y, 65 * sizeof(float)); // EXPECT copied: block: [0,0,0], thread: [1,0,0] index 256 is outside of dynamic shared memory (.shared_bytes, as elements of 1 bytes) in kernel 'copied', which has 256 elements
}

int main(int argc, char **argv) {
    const char *name = argv[argc - 1];
    static float x[256];
    static double y[256];
#define IS(kernel) (strcmp(name, #kernel) == 0)
    if (IS(enough)) offload(reverse, .threads = {256}, .block_size = {64}, .shared_bytes = 64 * sizeof *x)(256, x);
    if (IS(enough)) offload(two_arrays, .threads = {256}, .block_size = {64}, .shared_bytes = 64 * (sizeof *y + 2))(256, y);
    if (IS(enough)) return x[0] == 64 && y[1] == 2 ? 0 : 1;
    if (IS(reverse)) offload(reverse, .threads = {256}, .block_size = {64}, .shared_bytes = 50 * sizeof *x)(256, x);
    if (IS(two_arrays)) offload(two_arrays, .threads = {256}, .block_size = {64}, .shared_bytes = 64 * (sizeof *y + 1))(256, y);
    if (IS(copied)) offload(copied, .threads = {64}, .block_size = {64}, .shared_bytes = 64 * sizeof *x)(64, x);
    return 0;
}
