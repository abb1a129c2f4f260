// Which arrays no code uses, at no level of optimisation; of structs, which pointers' arrays.
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=x86-64,sm_90,gfx90a --offload-artifacts=%t %s
// RUN: %python %S/Inputs/unused.py %t | FileCheck %s --match-full-lines --implicit-check-not=sm_90: --implicit-check-not=gfx90a:
// RUN: %offloadcc -O0 --device-only --offload-arch=x86-64,sm_90,gfx90a --offload-artifacts=%t %s
// RUN: %python %S/Inputs/unused.py %t | FileCheck %s --match-full-lines --implicit-check-not=sm_90: --implicit-check-not=gfx90a:
#include <offload.h>
#include <stdint.h>

#define ID offload_global_id(0)

struct row {
    float *a offload_count(n);
    int n;
    float *b offload_count(n);
};
struct table {
    int n;
    struct row rows[2];
    struct {
        float *c offload_count(n);
    };
};

// CHECK: parameters: x z
offload_kernel void parameters(int n, const float x[n], float y[n], float z[n]) {
    if (ID < (size_t)n && z)
        y[ID] = 1;
}

// CHECK: accessed: -
offload_kernel void accessed(int n, const float dead[n], volatile float looked_at[n], float same[n]) {
    (void)dead[ID];
    (void)looked_at[ID];
    same[ID] = same[ID];
}

// CHECK: addresses: -
offload_kernel void addresses(int n, float compared[n], float kept[n], float number[n], float to[n],
                              uintptr_t out[1]) {
    float *volatile memory = kept;
    out[0] = (uintptr_t)number;
    for (float *at = compared; at != to; at++)
        ;
}

// CHECK: by_value: t.rows[0].b t.rows[1].a
offload_kernel void by_value(struct table t) {
    t.rows[0].a[ID] = t.rows[1].b[ID] + t.c[ID];
}

static float first(struct row row) {
    return row.b[0];
}
// CHECK: rows: rows[].a
offload_kernel void rows(int n, struct row rows[n], float y[n]) {
    y[ID] = first(rows[ID]);
}

// CHECK: tables: t[].rows[0].a t[].rows[0].b t[].rows[1].b
offload_kernel void tables(int n, struct table t[n], float y[n]) {
    y[ID] = t[ID].rows[1].a[0] + t[ID].c[0];
}

// CHECK: by_index: -
offload_kernel void by_index(int n, int which, struct table t[n], float y[n]) {
    y[ID] = t[ID].rows[which].a[0] + t[ID].rows[which].b[0] + t[ID].c[0];
}

// CHECK: through_bytes: -
offload_kernel void through_bytes(int n, struct row rows[n], float y[n]) {
    unsigned char *byte = (unsigned char *)&rows[ID];
    y[ID] = byte[n];
}

// CHECK: assigned: -
offload_kernel void assigned(int n, struct row rows[n], float y[n]) {
    rows[ID].a = rows[0].a;
    y[ID] = 1;
}

struct list {
    struct row *rows offload_count(n);
    int n;
    struct row *others offload_count(n);
};
// CHECK: nested: l.others l.others[].a l.others[].b l.rows[].a
offload_kernel void nested(struct list l, float y[1]) {
    y[0] = l.rows[0].b[0];
}

// CHECK: nested_in_an_array: l[].others[].b l[].rows l[].rows[].a l[].rows[].b
offload_kernel void nested_in_an_array(int n, struct list l[n], float y[1]) {
    y[0] = l[ID].others[ID].a[0];
}
