// Blackwell loads and stores 32 bytes at once, from PTX 8.8 on.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %offloadcc -O2 -S --offload-arch=sm_100 --cuda-feature=+ptx88 --device-only --offload-artifacts=%t %s
// RUN: FileCheck %s < %t/wide-accesses*/sm_100.ptx
#include <offload.h>
typedef float eight __attribute__((ext_vector_type(8)));
struct aligned {
    double a, b, c, d;
} __attribute__((aligned(32)));
offload_kernel void vectors(size_t n, const eight x[n], eight y[n]) {
    size_t i = offload_global_id(0);
    y[i] = x[i];
}
offload_kernel void structs(size_t n, const struct aligned x[n], struct aligned y[n]) {
    size_t i = offload_global_id(0);
    y[i] = x[i];
}
// CHECK: .entry vectors$
// CHECK: ld.global.v4.b64
// CHECK: st.global.v4.b64
// CHECK: .entry structs$
// CHECK: ld.global.v4.b64
// CHECK: st.global.v4.b64
