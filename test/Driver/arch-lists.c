// --offload-arch may be repeated and is a list; what is named twice is compiled once; target ids
// carry features.
//
// RUN: %offloadcc -### --offload-arch=x86-64,gfx90a:sramecc+:xnack- --offload-arch=x86-64,,sm_90a -c %S/Inputs/kernel.c 2>&1 | FileCheck %s
// CHECK: "scan" {{.*}}"--arch=x86-64" "--arch=gfx90a:sramecc+:xnack-" "--arch=sm_90a" "--warning=no-offload-copy-in-loop" "--warning=no-offload-redundant-copy" "--"
// CHECK: "-target-cpu" "gfx90a" "-target-feature" "+sramecc" "-target-feature" "-xnack"
