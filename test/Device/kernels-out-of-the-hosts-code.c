// Of the host's module, an x86-64 image has the kernels and what they refer to, and nothing else:
// no constructor, no assembly of the file's, nothing that is kept though nobody uses it.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %offloadcc -O2 --offload-arch=gfx90a,x86-64 --offload-artifacts=artifacts -c %s -o app.o
// RUN: llvm-nm artifacts/*/x86-64.so | FileCheck --check-prefix=IMAGE %s
// RUN: llvm-strings artifacts/*/x86-64.so | FileCheck --check-prefix=STRINGS %s
// RUN: llvm-nm app.o | FileCheck --check-prefix=HOST %s
//
// Thread-local variables are not those of an executable, and nothing sets errno.
// RUN: llvm-objdump -dr artifacts/*/x86-64.so | FileCheck --check-prefix=CODE %s
#include <math.h>
#include <offload.h>
#include <stdio.h>

asm(".globl of_the_file\nof_the_file = 42");
__attribute__((used)) static const char kept[] = "kept by the host";
__attribute__((constructor)) static void begin(void) { puts("begun by the host"); }
int shown(void) { return kept[0]; }
extern int shown_too(void) __attribute__((alias("shown")));
static int chosen_by(void) { return 1; }
static int (*choose(void))(void) { return chosen_by; }
int chosen(void) __attribute__((ifunc("choose")));

__attribute__((noinline)) static void turn(float *y)
{
    offload_shared float tile[8];
    tile[offload_thread_id(0)] = *y;
    offload_barrier();
    *y = sqrtf(tile[7 - offload_thread_id(0)]);
}

static const float table[] = {1, 2, 3, 4};

offload_kernel void k(float y[8])
{
    turn(&y[offload_thread_id(0)]);
    y[offload_thread_id(0)] += table[offload_thread_id(0) % 4];
}

int main(void)
{
    float y[8] = {0};
    offload(k, .threads = {8}, .block_size = {8})(y);
    return chosen() + shown_too();
}
// IMAGE-NOT: {{ (begin|shown|chosen|choose|main|of_the_file|kept)}}
// IMAGE: __offloadcc_image_marker
// IMAGE-NOT: {{ (begin|shown|chosen|choose|main|of_the_file|kept)}}
// IMAGE: T k
// STRINGS-NOT: by the host
// HOST-DAG: t begin
// HOST-DAG: i chosen
// HOST-DAG: A of_the_file
// CODE-NOT: sqrtf
// CODE: sqrtps
