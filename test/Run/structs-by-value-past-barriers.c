// A struct that is passed by value, and that each thread keeps past a barrier, is its own: the ABI's
// vectors are taken apart, and the addresses of its parts stay in the thread's code.
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t && %t
// RUN: %offloadcc -O1 --offload-arch=x86-64 %s -o %t && %t
#include <offload.h>
#include <stdio.h>

struct pair {
    float part[2];
};

static float chosen(unsigned which, struct pair pair) {
    return pair.part[which & 1];
}

static struct pair turned(struct pair pair, float by) {
    return (struct pair){{pair.part[1] + by, pair.part[0]}};
}

offload_kernel void turn(unsigned n, const int in[n], float out[n]) {
    size_t i = offload_global_id(0);
    struct pair mine = {{(float)i, (float)in[i]}};
    offload_barrier();
    mine = turned(mine, chosen(n, mine));
    offload_barrier();
    mine.part[in[i] & 1] += chosen(in[i], mine);
    struct pair before = mine;
    offload_barrier();
    mine = turned(mine, 1);
    out[i] = mine.part[n & 1] + chosen(in[i], before);
}

int main(void) {
    static int in[64];
    static float out[64];
    for (int i = 0; i < 64; i++)
        in[i] = i * 7 % 13;
    offload(turn, .threads = {64}, .block_size = {32})(64, in, out);
    for (int i = 0; i < 64; i++) {
        float part[2] = {(float)in[i] + (float)i, (float)i};
        part[in[i] & 1] *= 2;
        float expected = part[1] + 1 + part[in[i] & 1];
        if (out[i] != expected) {
            printf("%d: %g, not %g\n", i, (double)out[i], (double)expected);
            return 1;
        }
    }
    return 0;
}
