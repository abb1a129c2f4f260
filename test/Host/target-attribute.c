// A kernel's block loop is compiled for the instructions that the kernel is, and code that needs
// others is not moved into it.
//
// RUN: %offloadcc -O0 --offload-arch=none -c %s -o %t.o
// RUN: %offloadcc -O2 --offload-arch=x86-64 -c %s -o %t.image.o
// RUN: %offloadcc -O2 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <immintrin.h>
#include <offload.h>

__attribute__((target("avx2"))) offload_kernel void wide(char x[32])
{
    __m256i v = _mm256_loadu_si256((__m256i *)x);
    _mm256_storeu_si256((__m256i *)x, _mm256_shuffle_epi8(v, _mm256_set1_epi8(0)));
}

__attribute__((target("avx2"))) static void store_wide(char x[32])
{
    __m256i v = _mm256_set1_epi8((char)offload_thread_id(0));
    _mm256_storeu_si256((__m256i *)x, _mm256_shuffle_epi8(v, v));
}

offload_kernel void narrow(char x[32])
{
    store_wide(x);
}
// CHECK: define internal void @__offloadcc_k_blocks_wide({{.*}} [[WIDE:#[0-9]+]]
// CHECK: define internal void @__offloadcc_k_blocks_narrow({{.*}} [[NARROW:#[0-9]+]]
// CHECK: call {{.*}}@store_wide(
// CHECK: attributes [[WIDE]] = {{.*}}+avx2
