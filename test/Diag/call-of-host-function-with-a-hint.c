// Where something else does the same in kernels, the error says so. The note about what kernels can call comes once in a file.
// Variables that look const, those in functions, and macros of the C library are named as the user wrote them.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <errno.h>
#include <offload.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static const char *names[] = {"one", "two"};
static const char *name = "three";

offload_kernel void k(int n, int x[n])
{
    static jmp_buf buffer;
    fputs("k", stderr);
    x[0] = (int)time(0) + rand();
    errno = 1;
    x[1] = names[0][0] + name[0] + optind;
    x[2] = setjmp(buffer) + (int)random();
    _exit(x[3]);
}

// CHECK: :19:5: error: kernel 'k' calls 'fputs', which runs only on the host; use printf
// CHECK: :20:17: error: kernel 'k' calls 'time', which runs only on the host{{$}}
// CHECK: :20:17: note: a kernel can call functions that are defined in its file or in a header, most of <math.h>, <string.h>, <ctype.h> and <stdlib.h>, printf and assert
// CHECK: :20:27: error: kernel 'k' calls 'rand', which runs only on the host; use rand_r{{$}}
// CHECK-NOT: note:
// CHECK: error: kernel 'k' uses 'errno', which exists only on the host{{$}}
// CHECK: error: kernel 'k' uses variable 'names', which lives on the host; pass it as a parameter, mark it offload_global, or make it const itself: 'const char *const names[]'
// CHECK: error: kernel 'k' uses variable 'name', which lives on the host; pass it as a parameter, mark it offload_global, or make it const itself: 'const char *const name'
// CHECK: error: kernel 'k' uses variable 'optind', which lives on the host; pass its value as a parameter
// CHECK: error: kernel 'k' calls 'setjmp', which runs only on the host
// CHECK: error: kernel 'k' uses variable 'buffer', which lives on the host; pass it as a parameter, or move it to file scope and mark it offload_global
// CHECK: error: kernel 'k' calls 'random', which runs only on the host; use rand_r{{$}}
// CHECK: error: kernel 'k' calls '_exit', which runs only on the host; use exit{{$}}
