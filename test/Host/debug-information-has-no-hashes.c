// Debug information of a file with kernels has no hashes of source files: they would be of a text that
// only we have seen. Assembly of it assembles without a warning. An edit of host code that moves no
// line changes no device code, with -g either.
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cp %s %t/app.c && cd %t
// RUN: %offloadcc -g -S --offload-arch=none app.c && FileCheck --check-prefix=NONE --implicit-check-not=md5 %s < app.s
// RUN: %offloadcc -c app.s 2>&1 | count 0
// RUN: %offloadcc -g -Xclang -gsrc-hash=sha256 -S --offload-arch=none app.c && FileCheck --check-prefix=NONE --implicit-check-not=sha256 %s < app.s
// RUN: %offloadcc -g -c --offload-arch=gfx90a app.c && llvm-dwarfdump --debug-line app.o | FileCheck --check-prefix=NONE --implicit-check-not=md5 %s
// RUN: %offloadcc -g --device-only --offload-arch=gfx90a,x86-64 --offload-artifacts=before app.c
// RUN: sed -i 's/return [0]/return 1/' app.c
// RUN: %offloadcc -g --device-only --offload-arch=gfx90a,x86-64 --offload-artifacts=after app.c
// RUN: cmp before/*/gfx90a.hsaco after/*/gfx90a.hsaco && cmp before/*/x86-64.so after/*/x86-64.so

// A file without kernels has what clang gives it.
// RUN: echo 'int f(void) { return 1; }' > plain.c && %offloadcc -g -S plain.c && FileCheck --check-prefix=PLAIN %s < plain.s
// NONE: app.c
// PLAIN: .file 0 "{{.*}}" "plain.c" md5
#include <offload.h>

offload_kernel void fill(int n, int x[n])
{
    offload_for (i, n)
        x[i] = (int)i;
}

int main(void)
{
    int x[3];
    offload(fill)(3, x);
    return 0;
}
