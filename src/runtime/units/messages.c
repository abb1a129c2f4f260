#include "runtime/units/messages.h"

#include "runtime/devices/gpus.h"
#include "runtime/devices/libomptarget.h"
#include "runtime/units/registration.h"
#include "runtime/units/units.h"

static bool forget(struct __offloadcc_unit *unit, const char *address, void *data) {
    (void)address, (void)data;
    if (unit->__offloadcc_registration)
        __atomic_store_n(&unit->__offloadcc_registration->directed, 0, __ATOMIC_RELEASE);
    return false;
}

void __offloadcc_redirect_messages(void) {
    __offloadcc_count_changes(1);
    __offloadcc_each_unit(forget, NULL, NULL);
}

static void *marker_on(const struct __offloadcc_unit *unit, int device) {
    return __offloadcc_target.omp_get_mapped_ptr(&unit->__offloadcc_marker, device);
}

enum { NOBODY = 1 }; // no client's address

// The client of the unit's own image, which is in its marker until that is written to for the first
// time: so it is read before, and kept. Whoever keeps it first is right.
static unsigned long own_client(const struct __offloadcc_unit *unit, int device) {
    unsigned long *kept = &unit->__offloadcc_registration->clients[device];
    unsigned long none = 0, found = __atomic_load_n(kept, __ATOMIC_ACQUIRE);
    struct image_marker marker;
    void *copy = found ? NULL : marker_on(unit, device);
    int host = __offloadcc_target.omp_get_num_devices();
    if (copy && __offloadcc_target.omp_target_memcpy(&marker, copy, sizeof marker, 0, 0, host,
                                                     device) == 0) {
        found = marker.client ? marker.client : NOBODY;
        if (!__atomic_compare_exchange_n(kept, &none, found, false, __ATOMIC_ACQ_REL,
                                         __ATOMIC_ACQUIRE))
            found = none;
    }
    return found == NOBODY ? 0 : found;
}

// Of src/builtins/rpc.h: what a client begins with, a port's header, and the request by which a
// failed assertion prints.
struct client {
    uint32_t port_count;
    const void *inbox, *outbox;
    const struct header *headers;
};
struct header {
    uint64_t lanes;
    uint32_t request;
};
enum { PRINT_TO_STDERR = 'c' << 24 | 25 };

// The header of the only port that is used, for each device. It is in the host's memory, and has
// the last request of a kernel.
static const struct header *headers[MAX_GPUS];

static void note_headers(unsigned long address, int device) {
    struct client client;
    if (__offloadcc_target.omp_target_memcpy(&client, (void *)address, sizeof client, 0, 0,
                                             __offloadcc_target.omp_get_num_devices(), device) == 0)
        __atomic_store_n(&headers[device], client.headers, __ATOMIC_RELEASE);
}

static bool has_said_why(const struct gpu *gpu, int device) {
    const struct header *header =
        device < MAX_GPUS ? __atomic_load_n(&headers[device], __ATOMIC_ACQUIRE) : NULL;
    return header ? header->request == PRINT_TO_STDERR
                  : gpu->maker->has_asserted && gpu->maker->has_asserted();
}

unsigned int __offloadcc_stack_to_raise(int device) {
    const struct gpu *gpu = __offloadcc_gpu_of_device(device);
    return gpu && !has_said_why(gpu, device) ? gpu->maker->stack_bytes : 0;
}

struct newest {
    int device;
    unsigned long number, client; // of a registration, and of its image
};

static bool find_newest(struct __offloadcc_unit *unit, const char *address, void *data) {
    (void)address;
    struct newest *newest = data;
    const struct __offloadcc_registration *registration = unit->__offloadcc_registration;
    if (!registration || registration->number <= newest->number)
        return false;
    unsigned long client = own_client(unit, newest->device);
    if (client) {
        newest->number = registration->number;
        newest->client = client;
    }
    return false;
}

static void direct(const struct __offloadcc_unit *unit, int device) {
    struct newest newest = {.device = device};
    const struct gpu *gpu = __offloadcc_gpu_of_device(device);
    // Being asked for something, libomptarget loads all images that wait for it.
    if (!gpu || !gpu->maker->asks_host ||
        !__offloadcc_target.omp_target_is_present(&unit->__offloadcc_marker, device) ||
        !own_client(unit, device))
        return;
    __offloadcc_each_unit(find_newest, NULL, &newest);
    note_headers(newest.client, device);
    __offloadcc_target.omp_target_memcpy(
        marker_on(unit, device), &newest.client, sizeof newest.client,
        offsetof(struct image_marker, client), 0, device, __offloadcc_target.omp_get_num_devices());
}

void __offloadcc_direct_messages(const struct __offloadcc_unit *unit, int device) {
    unsigned long *directed = &unit->__offloadcc_registration->directed;
    if (device >= MAX_GPUS || __atomic_load_n(directed, __ATOMIC_ACQUIRE) >> device & 1)
        return;
    unsigned long before = __offloadcc_count_changes(0);
    direct(unit, device);
    __atomic_fetch_or(directed, 1ul << device, __ATOMIC_SEQ_CST);
    if (__offloadcc_count_changes(0) != before)
        __atomic_store_n(directed, 0, __ATOMIC_SEQ_CST);
}
