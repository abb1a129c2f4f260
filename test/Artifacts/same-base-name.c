// Two sources of one name in different directories do not meet.
//
// RUN: rm -rf %t && mkdir -p %t/one %t/two
// RUN: cp %S/Inputs/scale.c %t/one/x.c && sed 's/FACTOR 3/FACTOR 5/' %S/Inputs/scale.c > %t/two/x.c
// RUN: %offloadcc --device-only --offload-artifacts=%t/a --offload-arch=x86-64 %t/one/x.c
// RUN: %offloadcc --device-only --offload-artifacts=%t/a --offload-arch=x86-64 %t/two/x.c
// RUN: %offloadcc --host-only --offload-artifacts=%t/a %t/one/x.c -o %t/one/x
// RUN: %offloadcc --host-only --offload-artifacts=%t/a %t/two/x.c -o %t/two/x
// RUN: %t/one/x | FileCheck %s --check-prefix=ONE
// RUN: %t/two/x | FileCheck %s --check-prefix=TWO
// ONE: 3 297
// TWO: 5 495
