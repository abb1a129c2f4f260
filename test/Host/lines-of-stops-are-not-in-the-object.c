// The lines that messages of abort and exit need are not in the object; debug information that -g asks for is, also with
// the checks of -foffload-check, which name lines too.
//
// RUN: %offloadcc -O2 --offload-arch=none -c %s -o %t.o && llvm-readelf -S %t.o | FileCheck --check-prefix=NONE %s
// RUN: %offloadcc -O2 --offload-arch=none -foffload-check -c %s -o %t.o && llvm-readelf -S %t.o | FileCheck --check-prefix=NONE %s
// RUN: %offloadcc -O2 --offload-arch=none -g -c %s -o %t.o && llvm-readelf -S %t.o | FileCheck --check-prefix=DEBUG %s
// RUN: %offloadcc -O2 --offload-arch=none -g -foffload-check -c %s -o %t.o && llvm-readelf -S %t.o | FileCheck --check-prefix=DEBUG %s
// NONE-NOT: .debug_
// DEBUG: .debug_info
// DEBUG: .debug_line
#include <offload.h>
#include <stdlib.h>

offload_kernel void k(int n, int x[n])
{
    size_t i = offload_global_id(0);
    if (i < n && x[i]++ == 3)
        exit(x[i]);
}
