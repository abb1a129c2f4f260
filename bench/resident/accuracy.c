// Counts the rows whose label is among the K largest predictions of the row, as in HeCBench.
//     accuracy [ROWS [COLUMNS [K [REPETITIONS]]]]
#include "../data.h"

#include <offload.h>

offload_kernel void count_hits(int rows, int columns, int k, const float data[rows * columns],
                               const int label[rows], int count[1]) {
    for (int row = (int)offload_block_id(0); row < rows; row += (int)offload_block_count(0)) {
        const float *values = data + (size_t)row * columns;
        float of_label = values[label[row]];
        int larger = 0;
        for (int i = (int)offload_thread_id(0); i < columns; i += (int)offload_block_size(0))
            larger += values[i] > of_label || (values[i] == of_label && i <= label[row]);
        larger = offload_block_reduce_add(larger);
        if (offload_thread_id(0) == 0 && larger <= k)
            offload_atomic_add(count, 1);
    }
}

static int expected_count(int rows, int columns, int k, const float *data, const int *label) {
    int count = 0;
    for (int row = 0; row < rows; row++) {
        const float *values = data + (size_t)row * columns;
        int larger = 0;
        for (int i = 0; i < columns; i++)
            larger += values[i] > values[label[row]] ||
                      (values[i] == values[label[row]] && i <= label[row]);
        count += larger <= k;
    }
    return count;
}

int main(int argc, char **argv) {
    int rows = argc > 1 ? atoi(argv[1]) : 256, columns = argc > 2 ? atoi(argv[2]) : 500;
    int k = argc > 3 ? atoi(argv[3]) : 10, repetitions = argc > 4 ? atoi(argv[4]) : 5;
    size_t size = (size_t)rows * columns;
    int *label = malloc(rows * sizeof *label);
    for (int i = 0; i < rows; i++)
        label[i] = (int)(scatter(i) % columns);
    float *data = malloc(size * sizeof *data);
    for (size_t i = 0; i < size; i++)
        data[i] = scatter_float(rows + i);
    int expected = expected_count(rows, columns, k, data, label);

    int count[1];
#ifdef REGION
    offload_data(offload_to(label, rows), offload_to(data, size), offload_alloc(count, 1))
#endif
    {
        for (int blocks = rows / 4; blocks <= rows; blocks += rows / 4) {
            printf("%d blocks\n", blocks);
            double start = now();
            for (int i = 0; i < repetitions; i++) {
                count[0] = 0;
#ifdef REGION
                offload_update_to(count, 1);
#endif
                offload(count_hits, .blocks = {(unsigned int)blocks},
                        .block_size = {64})(rows, columns, k, data, label, count);
            }
            fprintf(stderr, "seconds: %g\n", (now() - start) / repetitions);
#ifdef REGION
            offload_update_from(count, 1);
#endif
            printf("%d: %s\n", count[0], count[0] == expected ? "right" : "wrong");
        }
    }
    free(label);
    free(data);
    return 0;
}
