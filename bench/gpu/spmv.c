#include "spmv.h"
#include "ours.h"

#include "../spmv/kernel.h"

static void setup(void) {
    offload_enter_data(offload_to(starts, rows + 1), offload_to(columns, count),
                       offload_to(values, count), offload_to(x, rows), offload_alloc(y, rows));
}

static void run(void) {
    offload(multiply, .threads = {rows}, .block_size = {BLOCK})(rows, count, starts, columns,
                                                                values, x, y);
}

static void finish(void) {
    offload_update_from(y, rows);
}
