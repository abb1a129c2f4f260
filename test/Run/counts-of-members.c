// A count is any integer expression over members of its struct, wherever they are declared, and
// constants.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu
// RUN: %t.cpu
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image
// RUN: env OMP_TARGET_OFFLOAD=mandatory %t.image
// RUN: %offloadcc -O2 --offload-arch=x86-64 -E %s -o %t.i
// RUN: %offloadcc -O2 --offload-arch=x86-64 %t.i -o %t.preprocessed
// RUN: env OMP_TARGET_OFFLOAD=mandatory %t.preprocessed
// RUN: %offloadcc -O2 -std=gnu89 --offload-arch=x86-64 %s -o %t.gnu89
// RUN: env OMP_TARGET_OFFLOAD=mandatory %t.gnu89
#include <offload.h>

enum { FOUR = 4, tokens = 77 };
typedef unsigned char byte;
#define PLUS(a, b) ((a) + (b))
#define later now

struct counted {
    unsigned bits : 5;
    byte small;
    struct {
        int depth;
        short dims[3];
    } in;
    union {
        long as_long;
        int as_int;
    };
    float *of_bits offload_count(bits);
    float *of_constant offload_count(FOUR *sizeof(int) - 12);
    float *of_macro offload_count(PLUS(small, FOUR));
    float *of_inner offload_count(in.depth + in.dims[2]);
    float *of_later offload_count(later > 3 ? later : 3);
    float *of_nameless offload_count((int)as_long & ~1);
    // The member, not the enumerator.
    float *of_tokens offload_count(tokens);
    // Arrays as elements: four floats each.
    float (*rows)[4] offload_count(small);
    struct {
        int n;
        float *data __counted_by(n);
    } nested;
    int later, tokens;
};

/* None of these changes what was said above. */
#define bits 1000
#define small 1000
#define rows 1000
#define FOUR 1000
#undef later

offload_kernel void ends(struct counted c, float sums[9])
{
    sums[0] = c.of_bits[16];
    sums[1] = c.of_constant[3];
    sums[2] = c.of_macro[5];
    sums[3] = c.of_inner[8];
    sums[4] = c.of_later[4];
    sums[5] = c.of_nameless[5];
    sums[6] = c.of_tokens[1];
    sums[8] = c.nested.data[2];
}

#undef bits
#undef small
#undef rows

offload_kernel void last_row(const struct counted c[1], float sums[9])
{
    sums[7] = c[0].rows[1][3] + c[0].nested.data[2];
    c[0].nested.data[0] = 5;
}

int main(void)
{
    static float x[9][100];
    float sums[9] = {0};
    int i;
    struct counted c = {17,   2,    {4, {0, 0, 5}}, {7},           x[0],   x[1], x[2], x[3],
                        x[4], x[5], x[6],           (void *)x[7], {3, x[8]}, 5,    2};
    static const int last[9] = {16, 3, 5, 8, 4, 5, 1, 7, 2};
    for (i = 0; i < 9; i++)
        x[i][last[i]] = i + 1;
    ends(c, sums);
    last_row(&c, sums);
    for (i = 0; i < 7; i++)
        if (sums[i] != i + 1)
            return 1;
    return !(sums[7] == 8 + 9 && sums[8] == 9 && x[8][0] == 5);
}
