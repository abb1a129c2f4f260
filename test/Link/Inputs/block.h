#include <offload.h>

offload_device double sum_of_block(double x);
offload_kernel offload_device void add(size_t n, double x[n], double y[n]);
extern offload_global int calls;
