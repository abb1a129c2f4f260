// clang takes CUDA's attributes for functions with parameters, and complains about their arguments or about what follows. The
// note names them.
//
// RUN: not %offloadcc --offload-arch=none -DBOUNDS -c %s -o %t.o 2>&1 | FileCheck --check-prefix=BOUNDS %s
// RUN: not %offloadcc --offload-arch=none -DTWO_NUMBERS -c %s -o %t.o 2>&1 | FileCheck --check-prefix=BOUNDS %s
// RUN: not %offloadcc --offload-arch=none -DCONSTANT -c %s -o %t.o 2>&1 | FileCheck --check-prefix=BOUNDS %s
// RUN: not %offloadcc --offload-arch=none -DTYPE -c %s -o %t.o 2>&1 | FileCheck --check-prefix=ALIGN %s
// RUN: not %offloadcc --offload-arch=none -DBEHIND -c %s -o %t.o 2>&1 | FileCheck --check-prefix=ALIGN %s
// RUN: not %offloadcc --offload-arch=none -DMEMBER -c %s -o %t.o 2>&1 | FileCheck --check-prefix=ALIGN %s
// RUN: %offloadcc --offload-arch=none -DOURS -c %s -o %t.o
#include <offload.h>

enum { SIZE = 64 };

#if defined BOUNDS
offload_kernel void __launch_bounds__(64) k(size_t n, float x[n]) { x[0] = 1; }
#elif defined TWO_NUMBERS
offload_kernel __launch_bounds__(64, 2) void k(size_t n, float x[n]) { x[0] = 1; }
#elif defined CONSTANT
offload_kernel void __launch_bounds__(SIZE) k(size_t n, float x[n]) { x[0] = 1; }
#elif defined TYPE
struct __align__(8) pair { int a, b; };
#elif defined BEHIND
typedef struct { int a, b; } __align__(8) pair;
#elif defined MEMBER
struct pair { __align__(8) int a, b; };
#elif defined OURS
offload_kernel void offload_block_limit(64) k(size_t n, float x[n]) { x[0] = 1; }
struct __attribute__((aligned(8))) before { int a, b; };
typedef struct { int a, b; } __attribute__((aligned(8))) behind;
struct member { __attribute__((aligned(8))) int a, b; };
_Static_assert(_Alignof(struct before) == 8 && _Alignof(behind) == 8 && _Alignof(struct member) == 8, "");
#endif
// BOUNDS: note: offloadcc has other names than CUDA: '__launch_bounds__' is offload_block_limit(threads), without a second number{{$}}
// ALIGN: note: offloadcc has other names than CUDA: '__align__' is __attribute__((aligned(n))){{$}}
