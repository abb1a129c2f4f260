// What a file with data regions and device memory has in common with the runtime.
#include <offload.h>

offload_kernel void fill(size_t n, int offload_out y[n]);
offload_kernel void next(size_t n, offload_device_ptr int *y);

int keep(int n, int *y)
{
    offload_data(offload_tofrom(y, n)) {
        offload(fill)((size_t)n, y);
        offload_update_from(y, n);
    }
    offload_enter_data(offload_to(y, n));
    y[0] = 40;
    offload_update_to(y, 1);
    offload_exit_data(offload_from(y, n));
    return y[0] + y[2];
}

int allocate(int n)
{
    int y[n];
    for (int i = 0; i < n; i++)
        y[i] = i;
    int *memory = offload_malloc((size_t)n * sizeof *memory);
    offload_memcpy(memory, y, (size_t)n * sizeof *memory);
    offload(next, .threads = {(size_t)n})((size_t)n, memory);
    offload_memcpy(y, memory, (size_t)n * sizeof *memory);
    offload_free(memory);
    return y[n - 1];
}
