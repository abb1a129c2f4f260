// nvcc's -arch is not an option of clang's for Linux. With the name of a GPU, the error proposes our option, not clang's -march.
// RUN: not %offloadcc -arch=sm_90 -c %s -o %t.o 2>&1 | FileCheck --check-prefix=JOINED %s
// RUN: not %offloadcc -arch gfx90a -c %s -o %t.o 2>&1 | FileCheck --check-prefix=SEPARATE %s
// RUN: not %offloadcc -arch=skylake -c %s -o %t.o 2>&1 | FileCheck --check-prefix=HOST %s
int nothing;
// JOINED: offloadcc: error: unknown argument '-arch=sm_90'; did you mean '--offload-arch=sm_90'?
// JOINED-NOT: march
// SEPARATE: offloadcc: error: unknown argument '-arch gfx90a'; did you mean '--offload-arch=gfx90a'?
// HOST: clang: error: unknown argument '-arch=skylake'; did you mean '-march=skylake'?
