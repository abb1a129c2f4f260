// A null pointer in a struct is an array of no elements, or is declared to be null at will. Otherwise
// the program stops, on the CPU too, and says which pointer of which struct.
//
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.device
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu
// RUN: not --crash %t.device 1 2>&1 | FileCheck --check-prefix=VALUE %s
// RUN: not --crash %t.cpu 1 2>&1 | FileCheck --check-prefix=VALUE %s
// RUN: not --crash %t.device 2 2>&1 | FileCheck --check-prefix=ARRAY %s
// RUN: not --crash %t.cpu 2 2>&1 | FileCheck --check-prefix=ARRAY %s
// RUN: not --crash %t.device 3 2>&1 | FileCheck --check-prefix=DEEP %s
// RUN: not --crash %t.cpu 3 2>&1 | FileCheck --check-prefix=DEEP %s
// RUN: %t.device 4
// RUN: %t.cpu 4
#include <offload.h>
#include <stdlib.h>

struct row {
    int n;
    float *data __counted_by(n);
    float *weights __counted_by_or_null(n);
};
struct table {
    int rows, columns;
    struct row *items offload_count(rows);
    float *corners offload_count(rows * columns);
    float *edges offload_count_or_null(rows + columns);
};

offload_kernel void by_value(struct row r)
{
    for (int i = 0; i < r.n; i++)
        r.data[i] += r.weights ? r.weights[i] : 1;
}

offload_kernel void in_array(int n, struct table t[n])
{
    for (int i = 0; i < n; i++)
        for (int row = 0; row < t[i].rows; row++)
            t[i].items[row].data[0] = t[i].edges ? t[i].edges[0] : t[i].columns ? t[i].corners[0] : 2;
}

int main(int argc, char **argv)
{
    float x[3] = {0};
    struct row full = {3, x, NULL}, empty = {3, NULL, NULL}, none = {0, NULL, NULL};
    switch (atoi(argv[argc - 1])) {
    case 1:
        by_value(empty);
        // VALUE: null-member-with-a-count-is-fatal.c:29: offloadcc: error: kernel 'by_value': parameter 'r.data' is a null pointer, but its bound 'n' makes it 12 bytes; set the pointer, make its count 0, or declare it with offload_count_or_null or __counted_by_or_null if it may be null
        break;
    case 2:
        in_array(2, (struct table[2]){{1, 0, &full}, {1, 5, &full}});
        // ARRAY: error: kernel 'in_array': parameter 't[1].corners' is a null pointer, but its bound 'rows * columns' makes it 20 bytes; set the pointer, make
        break;
    case 3:
        in_array(1, (struct table[1]){{2, 0, (struct row[2]){full, empty}}});
        // DEEP: error: kernel 'in_array': parameter 't[0].items[1].data' is a null pointer, but its bound 'n' makes it 12 bytes; set
        break;
    case 4:
        by_value(none);
        by_value(full);
        in_array(2, (struct table[2]){{1, 0, &full}, {0}});
        return x[0] != 2 || x[2] != 1;
    }
}
