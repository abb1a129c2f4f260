// The object registers itself: a constructor of priority 101, entries, images in the order GPU
// first, and nothing in a section that other tools act on.
//
// RUN: %offloadcc -O2 --offload-arch=x86-64,gfx90a,gfx1100 -c %s -o %t.o
// RUN: llvm-readelf -S %t.o | FileCheck --check-prefix=SECTIONS %s
// RUN: %offloadcc -O2 --offload-arch=x86-64,gfx90a,gfx1100 -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

offload_kernel void one(int x[1])
{
    x[0] = 1;
}

offload_kernel void two(int x[1])
{
    x[0] = 2;
}
// SECTIONS-NOT: {{llvm.offloading|LLVM_OFFLOADING}}
// SECTIONS: .init_array.101
// SECTIONS-NOT: {{llvm.offloading|LLVM_OFFLOADING}}

// CHECK-DAG: @__offloadcc_entries = internal constant [3 x
// CHECK-DAG: @__offloadcc_unit_descriptor = internal global {{.*}} i32 3,
// CHECK: @llvm.global_ctors = {{.*}}i32 101
// CHECK: @__offloadcc_image.gfx1100 = internal constant {{.*}}ELF{{.*}}, section ".offloadcc.images", align 16
// CHECK: @__offloadcc_image.gfx90a = internal constant {{.*}}ELF{{.*}}, section ".offloadcc.images", align 16
// CHECK: @__offloadcc_image.x86-64 = internal constant {{.*}}ELF{{.*}}, section ".offloadcc.images", align 16
// CHECK: @__offloadcc_images = internal constant [3 x {{.*}} @__offloadcc_image.gfx1100, {{.*}} @__offloadcc_image.gfx90a, {{.*}} @__offloadcc_image.x86-64
