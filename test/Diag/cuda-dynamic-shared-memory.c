// Shared memory whose size CUDA's launch gives is no array here. The note says what it is, and so does the error where the
// array has our mark already.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %offloadcc --offload-arch=none -DBOTH -c %s -o %t.o 2>&1 | FileCheck --check-prefix=BOTH %s
// RUN: not %offloadcc --offload-arch=none -DMARKED -c %s -o %t.o 2>&1 | FileCheck --check-prefix=MARKED --implicit-check-not=error: %s
#include <offload.h>

#if defined MARKED
extern offload_shared float all[];
// MARKED: :[[#@LINE-1]]:8: error: offload_shared is not for extern arrays; write 'T *s = offload_dynamic_shared();' in the kernel, and .shared_bytes in the launch
offload_kernel void marked(size_t n, float x[n])
{
    extern offload_shared float s[];
    // MARKED: :[[#@LINE-1]]:12: error: offload_shared is not for extern arrays;
    offload_shared float open[];
    // MARKED: :[[#@LINE-1]]:26: error: the size of a shared array is constant; for a size that the launch gives, use offload_dynamic_shared()
    x[0] = s[0] + open[0];
}
#elif defined BOTH
offload_kernel void both(size_t n, float x[n])
{
    __shared__ float fixed[64];
    extern volatile __shared__ float s[];
    x[0] = s[0];
    // BOTH: note: offloadcc has other names than CUDA: '__shared__' is offload_shared; 'extern __shared__' is T *s = offload_dynamic_shared()
}
#else
offload_kernel void dynamic(size_t n, float x[n])
{
    extern __shared__ float s[];
    x[0] = s[0];
    // CHECK: :[[#@LINE-2]]:12: note: offloadcc has other names than CUDA: 'extern __shared__' is T *s = offload_dynamic_shared() in the kernel, of the launch's .shared_bytes; '<<<' is offload(kernel, .blocks = {...}, .block_size = {...})(arguments), with .shared_bytes for a third number{{$}}
}
void run(size_t n, float *x)
{
    dynamic<<<n / 64, 64, 64 * sizeof *x>>>(n, x);
}
#endif
