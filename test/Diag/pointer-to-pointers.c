// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_kernel void k(int n, float **rows, float *row[n])
{
    (void)rows, (void)row;
}

// CHECK: {{^(.*/)?}}pointer-to-pointers.c:3:38: error: parameter 'rows' of kernel 'k' points to pointers, and what those point to is not mapped; pass the data as one array, such as 'float data[n][m]'
// CHECK: {{^(.*/)?}}pointer-to-pointers.c:3:51: error: parameter 'row' of kernel 'k' is an array of pointers, and what those point to is not mapped; pass the data as one array, such as 'float data[n][m]'
// CHECK-NOT: {{(error|note):}}
