// Structs with pointers that stay on the device: the host's pointers are its own, whatever launches
// and regions end meanwhile. What has been changed counts from the next launch that takes it.
//
// RUN: %offloadcc -O1 --offload-arch=x86-64 %s -o %t
// RUN: env OMP_TARGET_OFFLOAD=mandatory %t
// RUN: %offloadcc -O1 --offload-arch=none %s -o %t.none
// RUN: %t.none
#include <offload.h>

struct row {
    int n;
    float *data offload_count(n);
    int sum;
};

offload_kernel void add(int rows, struct row row[rows])
{
    if (offload_global_id(0) != 0)
        return;
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < row[r].n; i++)
            row[r].sum += (int)(row[r].data[i] += 1);
}

int main(void)
{
    float a[2] = {0}, b[2] = {0}, c[2] = {0};
    struct row row[2] = {{2, a, 0}, {2, b, 0}};
    offload_enter_data(offload_to(row, 2));
    offload(add)(2, row);

    // A launch that takes the other struct.
    row[1].data = c;
    offload(add)(1, row);
    if (row[1].data != c)
        return 1;
    offload(add)(2, row);
    if (a[1] != 3 || b[1] != 1 || c[1] != 1)
        return 2;

    // A region within, and another launch in it.
    offload_data(offload_tofrom(row, 2)) {
        row[0].data = c;
        row[1].data = b;
    }
    if (row[0].data != c || row[1].data != b)
        return 3;
    row[1].data = NULL;
    row[1].n = 0;
    offload_update_to(&row[1], 1);
    offload(add)(1, row);
    if (row[1].data || c[1] != 2)
        return 4;

    // The last one copies: structs come back, with the pointers of the last launch that took them.
    offload_exit_data(offload_from(row, 2));
    return row[0].data != c || row[0].sum != 2 + 4 + 6 + 4 || row[0].n != 2 ? 5 : 0;
}
