// -fprofile-instr-generate counts host code, and kernels where the CPU runs them; --coverage counts
// host code; both are of the user's lines alone. A profile is used without a complaint.
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cp %s %t/c.c && cd %t
// RUN: %offloadcc --offload-arch=none -O2 -fprofile-instr-generate -fcoverage-mapping c.c -o c
// RUN: env LLVM_PROFILE_FILE=c.profraw ./c && llvm-profdata merge c.profraw -o c.profdata
// RUN: llvm-cov show ./c -instr-profile=c.profdata | FileCheck --match-full-lines --check-prefix=COUNTS %s
// RUN: llvm-cov report ./c -instr-profile=c.profdata -show-functions c.c | FileCheck --check-prefix=FUNCTIONS %s
// RUN: %offloadcc --offload-arch=x86-64 -O2 -Wall -Werror -fprofile-use=c.profdata c.c -o used && ./used
// RUN: %offloadcc --offload-arch=x86-64 -fprofile-instr-generate -fcoverage-mapping c.c -o d
// RUN: env LLVM_PROFILE_FILE=d.profraw ./d && llvm-profdata merge d.profraw -o d.profdata
// RUN: llvm-cov show ./d -instr-profile=d.profdata | FileCheck --match-full-lines --check-prefix=HOST %s
// RUN: %offloadcc --offload-arch=x86-64 --coverage c.c -o g && ./g
// RUN: llvm-cov gcov -t g-c.gcda | FileCheck --check-prefix=GCOV %s
#include <offload.h>

offload_kernel static void add(int n, int x[n])
{
    // COUNTS: {{ *}}[[#@LINE+1]]| 768| int i = (int)offload_global_id(0);
    int i = (int)offload_global_id(0);
    if (i < n)
        // COUNTS: {{ *}}[[#@LINE+1]]| 12| x[i] += 7;
        x[i] += 7;
}

int main(void)
{
    int x[4] = {0, 0, 0, 0};
    for (int i = 0; i < 3; i++)
        // COUNTS: {{ *}}[[#@LINE+3]]| 3| offload(add, .threads = {4})(4, x);
        // HOST: {{ *}}[[#@LINE+2]]| 3| offload(add, .threads = {4})(4, x);
        // GCOV: 3: [[#@LINE+1]]: offload(add
        offload(add, .threads = {4})(4, x);
    return x[3] != 21;
}
// FUNCTIONS-NOT: __offloadcc
// FUNCTIONS: TOTAL
