// RUN: not %offloadcc -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %S/Inputs/kernel.c -o %t 2>&1 | FileCheck %s
// CHECK: error: '-fopenmp-targets' cannot be used for a source with kernels; choose their targets with '--offload-arch'
