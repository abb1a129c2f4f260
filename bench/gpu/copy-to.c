#include "copy.h"
#include "ours.h"

static void setup(void) {
    offload_enter_data(offload_to(bytes, n));
}

static void run(void) {
    offload_update_to(bytes, n);
}

static void finish(void) {
}
