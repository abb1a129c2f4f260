// Guards of the interior in two and three dimensions compute the same as loops, whatever their form, the type of the
// indices, and the sizes: rows without an interior, blocks beyond it, and structs that hold the bounds.
// RUN: %offloadcc -O0 --offload-arch=none %s -o %t && %t | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t && %t | FileCheck %s
// RUN: %offloadcc -O3 -march=native --offload-arch=none %s -o %t && %t | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t && %t | FileCheck %s
#include <offload.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 70 };

#define AT(a, i, j) a[(size_t)(i) * columns + (size_t)(j)]
#define STEP AT(b, i, j) = AT(a, i - 1, j) + 2 * AT(a, i + 1, j) + 3 * AT(a, i, j - 1) + 5 * AT(a, i, j + 2)

offload_kernel void with_int(int rows, int columns, const int a[rows * columns], int b[rows * columns])
{
    int j = (int)offload_global_id(0), i = (int)offload_global_id(1);
    if (j >= 1 && i >= 1 && i < rows - 1 && j < columns - 2)
        STEP;
}

offload_kernel void early_return(long rows, long columns, const int a[rows * columns], int b[rows * columns])
{
    long j = (long)offload_global_id(0), i = (long)offload_global_id(1);
    if (j <= 0 || j + 2 > columns - 1)
        return;
    if (i == 0 || !(i + 1 < rows))
        return;
    STEP;
}

offload_kernel void with_size(size_t rows, size_t columns, const int a[rows * columns], int b[rows * columns])
{
    size_t j = offload_global_id(0), i = offload_global_id(1);
    if (j > 0 && i > 0 && i + 1 < rows && j + 2 < columns)
        STEP;
}

offload_kernel void that_wrap(unsigned rows, unsigned columns, const int a[rows * columns], int b[rows * columns])
{
    unsigned j = (unsigned)offload_global_id(0), i = (unsigned)offload_global_id(1);
    if (rows > 2 && columns > 3 && i - 1 < rows - 2 && j - 1 < columns - 3)
        STEP;
}

struct sizes {
    int rows, columns;
    bool flip;
};

offload_kernel void with_struct(struct sizes size, size_t count, const int a[count], int b[count])
{
    int j = (int)offload_global_id(0), i = (int)offload_global_id(1);
    if (!size.flip && j >= 1 && j <= size.columns - 3 && i >= 1 && i <= size.rows - 2)
        b[i * size.columns + j] = a[(i - 1) * size.columns + j] + 2 * a[(i + 1) * size.columns + j] +
                                  3 * a[i * size.columns + j - 1] + 5 * a[i * size.columns + j + 2];
}

// All but one column, which may be any.
offload_kernel void all_but(int rows, int columns, int but, const int a[rows * columns], int b[rows * columns])
{
    int j = (int)offload_global_id(0), i = (int)offload_global_id(1);
    if (i < rows && j < columns && j != but)
        AT(b, i, j) = AT(a, i, j);
}

static int a[MOST * MOST], b[MOST * MOST], expected[MOST * MOST];

static void check(const char *name, size_t rows, size_t columns)
{
    if (memcmp(b, expected, rows * columns * sizeof *b) != 0)
        printf("%s differs for %zu x %zu\n", name, rows, columns);
    memset(b, 0, sizeof b);
}

static void check_sizes(size_t rows, size_t columns, size_t more)
{
    int r = (int)rows, c = (int)columns;
    memset(expected, 0, sizeof expected);
    for (size_t i = 1; i + 1 < rows; i++)
        for (size_t j = 1; j + 2 < columns; j++)
            AT(expected, i, j) =
                AT(a, i - 1, j) + 2 * AT(a, i + 1, j) + 3 * AT(a, i, j - 1) + 5 * AT(a, i, j + 2);
#define THREADS .threads = {columns + more, rows + more}
    offload(with_int, THREADS)(r, c, a, b);
    check("with_int", rows, columns);
    offload(early_return, THREADS, .block_size = {16, 4})(r, c, a, b);
    check("early_return", rows, columns);
    offload(with_size, THREADS)(rows, columns, a, b);
    check("with_size", rows, columns);
    offload(that_wrap, THREADS, .block_size = {7, 3})((unsigned)r, (unsigned)c, a, b);
    check("that_wrap", rows, columns);
    offload(with_struct, THREADS)((struct sizes){r, c, false}, rows * columns, a, b);
    check("with_struct", rows, columns);
    for (int but = -1; but <= c; but += 1 + c / 4) {
        for (size_t i = 0; i < rows * columns; i++)
            expected[i] = (int)(i % columns) == but ? 0 : a[i];
        offload(all_but, THREADS, .block_size = {32, 2})(r, c, but, a, b);
        check("all_but", rows, columns);
    }
}

int main(void)
{
    static const size_t sizes[] = {1, 2, 3, 4, 5, 16, 33, 70};
    enum { COUNT = sizeof sizes / sizeof *sizes };
    for (int i = 0; i < MOST * MOST; i++)
        a[i] = i * 7 % 101;
    for (size_t r = 0; r < COUNT; r++)
        for (size_t c = 0; c < COUNT; c++)
            for (size_t more = 0; more < 40; more += 13)
                check_sizes(sizes[r], sizes[c], more);
    puts("PASS"); // CHECK-NOT: differs
                  // CHECK: PASS
    return 0;
}
