// A pointer in a struct needs a count; the message shows how to write one.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
typedef const float *floats;
struct vector {
    size_t length;
    floats data;
};
struct rows {
    int n;
    float (*matrix)[4][2];
};
struct nested {
    struct {
        double *numbers, *more;
    } in;
};
offload_kernel void k(int n, struct vector by_value, struct nested array[n])
{
    (void)by_value, (void)array;
}
struct last {
    int n;
    short (*restrict pairs)[2];
};
struct graph {
    float *nodes;
    int kind, count, num_nodes;
};
struct image {
    int rows, cols;
    float *pixels;
};
offload_kernel void of_names(struct graph graph, struct image image)
{
    (void)graph, (void)image;
}
offload_kernel void of_rows(struct rows rows, struct last last)
{
    (void)rows, (void)last;
}

// CHECK: {{^(.*/)?}}struct-with-pointer.c:19:44: error: parameter 'by_value' of kernel 'k' has type 'struct vector', whose member 'data' is a pointer without a count; write 'const float *data __counted_by(length)', or offload_count(expression), or mark it offload_device_ptr if it is a device address
// CHECK: {{^(.*/)?}}struct-with-pointer.c:19:68: error: parameter 'array' of kernel 'k' has type 'struct nested', whose member 'in.numbers' is a pointer without a count; write 'double *numbers __counted_by(n)' with a member n before it that counts the elements, or offload_count(expression)
// CHECK: whose member 'nodes' is a pointer without a count; write 'float *nodes offload_count(num_nodes)', or mark it
// CHECK: whose member 'pixels' is a pointer without a count; write 'float *pixels offload_count(rows * cols)', or mark it
// CHECK: whose member 'matrix' is a pointer without a count; write 'float (*matrix)[4][2] __counted_by(n)', or
// CHECK: whose member 'pairs' is a pointer without a count; write 'short (*restrict pairs)[2] __counted_by(n)', or
// CHECK-NOT: {{(error|note):}}
