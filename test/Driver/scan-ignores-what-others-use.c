// Options that only later steps use do not keep the scan from finding the kernels, also with -Werror.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %offloadcc --offload-arch=none -Werror -ftime-trace=%t/t.json -Wa,--noexecstack -flto -c %S/Inputs/kernel.c -o %t/k.o 2>&1 | count 0
// RUN: llvm-nm %t/k.o | FileCheck %s
// CHECK: U __offloadcc_launch
