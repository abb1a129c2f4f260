// Where one of the lanes with the same key adds their number in shared memory, each lane adds 1: nothing has to find those
// lanes. If the result is used, that is what a lane's own addition returns.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=none -S -emit-llvm -o %t.ll %s
// RUN: FileCheck %s < %t.ll
// RUN: FileCheck --check-prefix=OTHER %s < %t.ll
#include <offload.h>

#define COUNT(mask) ((unsigned)__builtin_popcountl(mask))
#define RANK(mask) COUNT((mask) & ((1ul << offload_lane_id()) - 1))

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_histogram(
// CHECK-NOT: __offloadcc_match_
offload_kernel void histogram(int n, const unsigned char x[n], unsigned total[256]) {
    offload_shared unsigned count[256];
    unsigned t = offload_thread_id(0);
    for (unsigned b = t; b < 256; b += offload_block_size(0))
        count[b] = 0;
    offload_barrier();
    for (int i = (int)offload_global_id(0); i < n; i += (int)offload_global_size(0)) {
        unsigned peers = (unsigned)offload_lane_match_any((unsigned)x[i], offload_lanes_active());
        if ((int)offload_lane_id() == __builtin_ffs((int)peers) - 1)
            offload_atomic_add(&count[x[i]], COUNT(peers));
    }
    offload_barrier();
    for (unsigned b = t; b < 256; b += offload_block_size(0))
        offload_atomic_add(&total[b], count[b]);
}

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_places(
// CHECK-NOT: __offloadcc_match_
offload_kernel void places(int n, const unsigned x[n], unsigned place[n]) {
    offload_shared unsigned next[256];
    unsigned lane = offload_lane_id();
    for (unsigned b = lane; b < 256; b += 32)
        next[b] = 0;
    offload_lanes_sync();
    for (int i = (int)offload_global_id(0); i < n; i += (int)offload_global_size(0)) {
        unsigned key = x[i] & 255;
        unsigned long peers = offload_lane_match_any(key);
        unsigned leader = (unsigned)__builtin_ctzl(peers), start = 0;
        if (lane == leader)
            start = offload_atomic_add(&next[key], COUNT(peers));
        start = offload_lane_shuffle(start, leader);
        place[i] = start + RANK(peers);
    }
}

// A leader that adds in turn to what all have loaded does the same.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_in_turn(
// CHECK-NOT: __offloadcc_match_
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_globally(
offload_kernel void in_turn(int n, const unsigned x[n], unsigned place[n]) {
    offload_shared unsigned next[256];
    unsigned lane = offload_lane_id();
    for (unsigned b = lane; b < 256; b += 32)
        next[b] = 0;
    offload_lanes_sync();
    for (int i = (int)offload_global_id(0); i < n; i += (int)offload_global_size(0)) {
        unsigned key = x[i] & 255;
        unsigned long peers = offload_lane_match_any(key);
        unsigned start = next[key];
        offload_lanes_sync();
        place[i] = start + RANK(peers);
        if (RANK(peers) == 0)
            next[key] = start + COUNT(peers);
        offload_lanes_sync();
    }
}

// Other cores may count in global memory, too, and each atomic operation costs.
// OTHER-LABEL: define {{.*}}@__offloadcc_k_blocks_globally(
// OTHER: call {{.*}}@__offloadcc_match_32_32(
// OTHER-LABEL: define {{.*}}@__offloadcc_k_blocks_of_leaders(
offload_kernel void globally(int n, const unsigned x[n], unsigned count[1024]) {
    int i = (int)offload_global_id(0);
    if (i >= n)
        return;
    unsigned long peers = offload_lane_match_any(x[i] & 1023);
    if (offload_lane_id() == (unsigned)__builtin_ctzl(peers))
        offload_atomic_add(&count[x[i] & 1023], COUNT(peers));
}

// Nor can others do what a leader does with its own number.
// OTHER: call {{.*}}@__offloadcc_match_32_32(
offload_kernel void of_leaders(int n, const unsigned char x[n], unsigned total[256]) {
    offload_shared unsigned least[256];
    unsigned t = offload_thread_id(0);
    least[t & 255] = ~0u;
    offload_barrier();
    for (int i = (int)offload_global_id(0); i < n; i += (int)offload_global_size(0)) {
        unsigned long peers = offload_lane_match_any((unsigned)x[i]);
        if (offload_lane_id() == (unsigned)__builtin_ctzl(peers))
            offload_atomic_min(&least[x[i]], (unsigned)i);
    }
    offload_barrier();
    offload_atomic_min(&total[t & 255], least[t & 255]);
}

void run(int n, const unsigned char *b, const unsigned *x, unsigned *y) {
    offload(histogram, .blocks = {8}, .block_size = {256})(n, b, y);
    offload(places, .blocks = {8}, .block_size = {32})(n, x, y);
    offload(in_turn, .blocks = {8}, .block_size = {32})(n, x, y);
    offload(globally, .threads = {(size_t)n}, .block_size = {256})(n, x, y);
    offload(of_leaders, .blocks = {8}, .block_size = {256})(n, b, y);
}
