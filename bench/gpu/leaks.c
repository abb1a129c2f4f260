// Many launches, of data on the device and of data that goes there and back, and what memory is
// used before and after them: leaks [LAUNCHES]. Fails where the device has less than before.
#include "driver.h"

#include <offload.h>
#include <unistd.h>

offload_kernel void increase(int resident[64], int mapped[64]) {
    int i = (int)offload_thread_id(0);
    resident[i]++;
    mapped[i]++;
}

static int resident[64], mapped[64];

static void launch(int count) {
    for (int i = 0; i < count; i++)
        offload(increase, .blocks = {1}, .block_size = {64})(resident, mapped);
}

#ifdef ON_CUDA
typedef int memory_call(size_t *, size_t *);

// On the device that libomptarget has initialised.
static size_t free_on_device(void) {
    static void *context;
    int device;
    size_t available, total;
    if (!context) {
        CALL(device_call, cuDeviceGet, &device, 0);
        CALL(context_call, cuDevicePrimaryCtxRetain, &context, device);
    }
    CALL(pointer_call, cuCtxSetCurrent, context);
    CALL(memory_call, cuMemGetInfo_v2, &available, &total);
    return available;
}
#else
static size_t free_on_device(void) {
    return 0;
}
#endif

// In KiB.
static long resident_memory(void) {
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%*d %ld", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : 100000, warm = 1000;
    offload_enter_data(offload_to(resident, 64));
    launch(warm);
    size_t device_before = free_on_device();
    long host_before = resident_memory();
    launch(count);
    long host = resident_memory() - host_before;
    long long device = (long long)device_before - (long long)free_on_device();
    offload_update_from(resident, 64);
    for (int i = 0; i < 64; i++)
        if (resident[i] != count + warm || mapped[i] != count + warm) {
            fprintf(stderr, "%s: element %d is %d and %d\n", argv[0], i, resident[i], mapped[i]);
            return 1;
        }
    printf("%d launches: %lld bytes of the device and %ld KiB of the host are not free again\n",
           count, device, host);
    return device > 0;
}
