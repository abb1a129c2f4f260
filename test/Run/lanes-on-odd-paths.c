// Lane functions on odd paths: in a switch whose cases go on into the next one, in loops that are left by goto or in the
// middle, after returns, in functions that are inlined twice. Loops over lanes exchange what coroutines do, of which those
// lanes go on together that have come least far.
//
// RUN: env OFFLOADCC_CPU_THREADS=coroutines %offloadcc -w -O1 --offload-arch=none %s -o %t && %t > %t.coroutines
// RUN: %offloadcc -w -O1 --offload-arch=none %s -o %t && %t > %t.loops
// RUN: cmp %t.coroutines %t.loops
// RUN: %offloadcc -w -O3 -march=native --offload-arch=none %s -o %t && %t > %t.vectors
// RUN: cmp %t.coroutines %t.vectors
// RUN: %offloadcc -w -O2 --offload-arch=none -c %s -o %t.o -Rpass-missed=offload 2>&1 | FileCheck --allow-empty %s
// CHECK-NOT: it cannot be shown that all threads
#include <offload.h>
#include <stdio.h>
#include <string.h>
enum { N = 512 };
#define T unsigned t = offload_thread_id(0), g = (unsigned)offload_global_id(0), lane = offload_lane_id(); (void)t; (void)lane; unsigned v = x[g]
offload_kernel void sw(const unsigned x[N], unsigned r[N]) {
    T; unsigned a = v;
    switch (v % 6) {
    case 0: a += offload_lane_shuffle_up(a, 1); break;
    case 1: a ^= offload_lane_reduce_add(a);
    case 2: a += (unsigned)offload_lane_ballot(a & 4); break;
    case 3: return;
    default: a += (unsigned)offload_lane_match_any(a % 3u); if (a & 1) a += offload_lane_shuffle_xor(a, 3);
    }
    a += offload_lane_shuffle_down(a, 2);
    r[g] = a;
}
offload_kernel void go(const unsigned x[N], unsigned r[N]) {
    T; unsigned a = v, k = 0;
again:
    k++;
    a += offload_lane_shuffle(a, k);
    if ((a >> k & 1) && k < 9) goto again;
    if (a & 2) {
        do {
            a = a * 3 + offload_lane_reduce_max(a);
            if (a % 7 == 0) goto out;
            for (unsigned j = 0; j < a % 4; j++) {
                a += (unsigned)offload_lane_ballot(j < a % 3);
                if (a % 11 == 0) break;
                if (a % 13 == 0) goto again2;
            }
        } while (k++ < 6 + v % 5);
    }
again2:
    a += offload_lane_shuffle_up(a, 5, 16);
out:
    r[g] = a + offload_lane_reduce_xor(a);
}
offload_kernel void fl(const unsigned x[N], unsigned r[N]) {
    T; double d = v; float f = (float)(v % 1000); long l = (long)v * 12345;
    for (unsigned i = 0; i < v % 9; i++) {
        if (i == 4 && (v & 8)) return;
        d += offload_lane_shuffle_down(d, i);
        if (v % 3) { f += offload_lane_reduce_max(f); l ^= offload_lane_shuffle(l, (int)(f) % 32); }
        else if (v % 5) { f = offload_lane_reduce_min(f); continue; }
        l += (long)offload_lanes_active();
    }
    r[g] = (unsigned)(long)d + (unsigned)f + (unsigned)l + (unsigned)(l >> 32);
}
offload_kernel void masks(const unsigned x[N], unsigned r[N]) {
    T; unsigned a = v;
    unsigned long m = offload_lane_ballot(v % 3 == 0);
    if (v % 3 == 0) {
        a += offload_lane_reduce_add(a, m);
        a += offload_lane_shuffle(a, (int)(v % 40), 32, m);
        unsigned long q = offload_lane_match_any(v % 5, m);
        a += offload_lane_reduce_min(a, q);
        offload_lanes_sync(m);
        unsigned long w = offload_lane_ballot(a & 1, q);
        a += (unsigned)w;
        while (a & 0xf0) { a -= 16 * (1 + (offload_lane_any(a & 1) ? 1 : 0)); if (a > 0xfffff000u) break; if (offload_lane_all(a & 0x20)) a += 3; a &= 0xffff7f; }
    }
    r[g] = a;
}
offload_kernel void shared(const unsigned x[N], unsigned r[N]) {
    offload_shared unsigned s[64];
    T; unsigned a = v;
    if (t < 64) s[t] = v;
    offload_barrier();
    for (unsigned w = t / 32; w < 6; w += 2) {
        if (lane < 7 + w) a += offload_lane_shuffle_down(s[(lane + w) % 64], 3);
        if (offload_lane_any(a % 17 == 3)) a++;
        else if (a & 1) a += offload_lane_reduce_add(1u);
    }
    offload_barrier();
    if (t / 32 == 1 && lane < 20) { s[lane] = a; a += offload_lane_reduce_add(a); }
    offload_barrier();
    r[g] = a + s[lane];
}
static unsigned f2(unsigned a, unsigned k) { if (a & 1) { a += offload_lane_shuffle_xor(a, 1); if (k) return a; } return a * 5; }
offload_kernel void calls(const unsigned x[N], unsigned r[N]) {
    T; unsigned a = v;
    if (v & 2) a = f2(a, v & 4); else a = f2(a + 1, v & 8) + f2(a, 0);
    for (int i = 0; i < 3; i++) if (a & 1u << i) a += f2(a, a & 16);
    r[g] = a;
}
offload_kernel void nested(const unsigned x[N], unsigned r[N]) {
    T; unsigned a = v, b = 0;
    for (unsigned i = 0; i < v % 4; i++)
        for (unsigned j = i; j < v % 7; j++) {
            if ((i ^ j) & 1) continue;
            for (unsigned k = 0; k < 3; k++) { b += offload_lane_reduce_add(k + i); if (b % 5 == 4) break; }
            a += offload_lane_shuffle_up(b, j);
            if (a % 9 == 8) goto end;
        }
end:
    r[g] = a + b + offload_lane_reduce_add(1u);
}
int main(void) {
    static unsigned x[N], r[N]; unsigned long h = 0;
    for (unsigned s = 1; s <= 8; s++) {
        for (unsigned i = 0; i < N; i++) x[i] = s % 4 == 0 ? i : s % 4 == 1 ? (i * 2654435761u + s * 40503u) >> (s % 13) : s % 4 == 2 ? i / s : (i * s) % 61;
        unsigned size = s % 3 == 0 ? 64 : s % 3 == 1 ? 128 : 256;
#define RUN(k) memset(r, 0, sizeof r); offload(k, .threads = {N}, .block_size = {size})(x, r); for (unsigned i = 0; i < N; i++) h = h * 31 + r[i]; printf(#k " %u %lx\n", s, h);
        RUN(sw) RUN(go) RUN(fl) RUN(masks) RUN(calls) RUN(nested) if (size == 64) { RUN(shared) }
    }
}
