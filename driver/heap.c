#include "driver/heap.h"

#include "preload/forkserver.h"

#include <stdlib.h>

const char *oc_heap_variable(void) {
    return getenv("GLIBC_TUNABLES") ? NULL : "GLIBC_TUNABLES=" OC_FORKSERVER_TUNABLES;
}
