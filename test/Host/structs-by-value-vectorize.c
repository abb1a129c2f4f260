// A struct of two or three floats is passed in one register, as a vector of two: a loop that hands
// such structs about is vectorised over threads as if its members were handed about one by one.
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

struct vector {
    float x, y, z;
};

static struct vector add(struct vector a, struct vector b)
{
    return (struct vector){a.x + b.x, a.y + b.y, a.z + b.z};
}

static struct vector scale(float factor, struct vector a)
{
    return (struct vector){factor * a.x, factor * a.y, factor * a.z};
}

offload_kernel void field(size_t n, const float at[n], size_t count, const struct vector sources[count],
                          struct vector out[n])
{
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    struct vector sum = {0, 0, 0};
    for (size_t k = 0; k < count; k++)
        sum = add(sum, scale(at[i], sources[k]));
    out[i] = sum;
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_field(
// CHECK: fadd <8 x float>
// CHECK: fadd <8 x float>
// CHECK: fadd <8 x float>
// CHECK: ret void
