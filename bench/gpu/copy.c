// copy-to, or with -DFROM copy-from: data that is on the device is copied once more.
#include "copy.h"
#include "ours.h"

offload_kernel void touch(size_t count, unsigned char all[count]) {
    all[0]++;
}

// The launch is what makes this program one that has devices.
static void setup(void) {
    offload_enter_data(offload_to(bytes, n));
    offload(touch, .threads = {1})(n, bytes);
}

static void run(void) {
#ifdef FROM
    offload_update_from(bytes, n);
#else
    offload_update_to(bytes, n);
#endif
}

static void finish(void) {
}
