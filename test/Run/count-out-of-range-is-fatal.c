// A count that is negative or overflows stops the program with the member's name.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t
// RUN: not --crash %t 0 2>&1 | FileCheck --check-prefix=CASE0 %s
// RUN: not --crash %t 1 2>&1 | FileCheck --check-prefix=CASE1 %s
// RUN: not --crash %t 2 2>&1 | FileCheck --check-prefix=CASE2 %s
// RUN: not --crash %t 3 2>&1 | FileCheck --check-prefix=CASE3 %s
// RUN: %t 4
#include <offload.h>
#include <stdlib.h>

struct matrix {
    int rows, cols;
    float *data offload_count(rows * cols);
};
struct choice {
    int rows, cols;
    float *data offload_count_or_null(rows * cols);
};
struct set {
    long n;
    struct matrix *items offload_count(n);
};

offload_kernel void by_value(struct matrix m)
{
    (void)m.data[0];
}

offload_kernel void optional(struct choice m)
{
    (void)(m.data ? m.data[0] : 0);
}

offload_kernel void nested(const struct set s[2])
{
    (void)s[0].items[0].data[0];
}

int main(int argc, char **argv)
{
    float x[1];
    struct matrix m[2] = {{1, 1, x}, {-1, 5, x}};
    struct set s[2] = {{1, m}, {2, m}};
    switch (atoi(argv[argc - 1])) {
    case 0:
        by_value(m[1]);
        break;
    case 1:
        by_value((struct matrix){1 << 20, 1 << 20, x});
        break;
    case 2:
        nested(s);
        break;
    case 3:
        s[0].n = 1l << 60;
        nested(s);
        break;
    case 4: // but not of pointers that are null and may be
        optional((struct choice){-1, 5, NULL});
        break;
    }
}
// CASE0: count-out-of-range-is-fatal.c:25: offloadcc: error: kernel 'by_value': the count 'rows * cols' of 'm.data' is -5; a count must be 0 or more
// CASE1: kernel 'by_value': the bound 'rows * cols' of parameter 'm.data' overflows: 1048576 * 1048576; pass smaller values, or compute it in a wider type, such as size_t
// CASE2: count-out-of-range-is-fatal.c:35: offloadcc: error: kernel 'nested': the count 'rows * cols' of 's[].items[].data' is -5; a count must be 0 or more
// CASE3: kernel 'nested': parameter 's[].items' does not fit in memory: its bound 'n' is 1152921504606846976, and its elements have 16 bytes{{$}}
