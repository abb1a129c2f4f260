// Structs in structs, arrays of structs in structs, and structs behind pointers of structs: all that
// they lead to moves, in the directions of each pointer.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu
// RUN: %t.cpu | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image
// RUN: env OMP_TARGET_OFFLOAD=mandatory %t.image | FileCheck %s
// RUN: %offloadcc -O1 -g -fsanitize=address --offload-arch=none %s -o %t.asan
// RUN: %t.asan | FileCheck %s
#include <offload.h>
#include <stdio.h>
#include <string.h>

#pragma pack(push, 1)
struct row {
    char n;
    const int *in offload_count(n);
    int *out offload_count(n);
};
#pragma pack(pop)
typedef struct {
    int count;
    struct row *rows __counted_by(count);
    struct row last[2];
    char name[3];
} table;
struct database {
    struct {
        int n;
        table *tables __counted_by(n);
    } all;
    table inner;
};

static void copy_row(const struct row *row)
{
    for (int i = 0; i < row->n; i++)
        row->out[i] = row->in[i] + 1;
}

static void copy_table(const table *t)
{
    for (int i = 0; i < t->count; i++)
        copy_row(&t->rows[i]);
    for (int i = 0; i < 2; i++)
        copy_row(&t->last[i]);
}

offload_kernel void by_value(struct database d)
{
    for (int i = 0; i < d.all.n; i++)
        copy_table(&d.all.tables[i]);
    copy_table(&d.inner);
}

offload_kernel void in_array(size_t n, struct database d[n])
{
    for (size_t k = 0; k < n; k++) {
        for (int i = 0; i < d[k].all.n; i++)
            copy_table(&d[k].all.tables[i]);
        copy_table(&d[k].inner);
        d[k].inner.name[0] = 'k';
    }
}

static int in[12][2], out[12][2];

static struct row row(int i)
{
    return (struct row){2, in[i], out[i]};
}

static int right(void)
{
    int count = 0;
    for (int i = 0; i < 24; i++)
        count += (&out[0][0])[i] == i + 1;
    memset(out, 0, sizeof out);
    return count;
}

int main(void)
{
    for (int i = 0; i < 24; i++)
        (&in[0][0])[i] = i;
    struct row rows[6] = {row(0), row(1), row(2), row(3), row(4), row(5)};
    table tables[2] = {{2, rows, {row(6), row(7)}, "t0"}, {1, rows + 2, {row(8), row(9)}, "t1"}};
    struct database d = {{2, tables}, {3, rows + 3, {row(10), row(11)}, "in"}}, before = d;
    by_value(d);
    printf("%d of 24\n", right());
    // CHECK: 24 of 24
    in_array(1, &d);
    printf("%d of 24, %s\n", right(), d.inner.name);
    // CHECK: 24 of 24, kn
    before.inner.name[0] = 'k';
    printf("%d\n", memcmp(&d, &before, sizeof d));
    // CHECK: 0
    static struct database none[3];
    in_array(3, none);
    printf("%s\n", none[2].inner.name);
    // CHECK: k
}
