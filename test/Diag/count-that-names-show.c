// Where no code shows the count of a pointer without a bound, the error suggests parameters whose names say that they count.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: parameter 'power' of kernel 'grid' has no bound, so its size is not known; write 'float *power offload_count(rows * cols)' if 'rows * cols' counts its elements, 'float power[1]' if it points to one, or mark it offload_device_ptr if it is a device address
offload_kernel void grid(int iteration, float *power, int cols, int rows) { power[offload_global_id(0)] = 1; }
// CHECK: :[[@LINE+2]]:{{[0-9]+}}: {{.*}}; write 'int *nodes offload_count(num_nodes)' if 'num_nodes' counts its elements
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: {{.*}}; write 'int *edges offload_count(edgesLen)' if 'edgesLen' counts its elements
offload_kernel void graph(int *nodes, int *edges, int num_nodes, int edgesLen) { nodes[offload_global_id(0)] = edges[offload_global_id(0)]; }
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: {{.*}}; write 'float d_points[npoints]' or 'float *d_points offload_count(npoints)' if 'npoints' counts
offload_kernel void device(int npoints, float *d_points) { (void)npoints, (void)d_points; }
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: {{.*}}; write 'char x[size]' or 'char *x offload_count(size)' if 'size' counts
offload_kernel void only(int seed, size_t size, void *x) { (void)seed, (void)size, (void)x; }
// CHECK-NOT: error:
