#include "scan.h"
#include "ours.h"

#include "../scan/kernel.h"

static void setup(void) {
    offload_enter_data(offload_to(values, n), offload_alloc(result, n),
                       offload_alloc(room, room_for_totals()));
}

static void run(void) {
    scan(n, 0, values, result, room);
}

static void finish(void) {
    offload_update_from(result, n);
}
