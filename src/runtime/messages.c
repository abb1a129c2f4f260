#include "runtime/messages.h"

#include "runtime/gpus.h"
#include "runtime/registration.h"
#include "runtime/runtime.h"

struct clients {
    int device, host;
    unsigned long newest, client; // the number of a registration, and what its image asks
};

static void *marker_on(const struct __offloadcc_unit *unit, int device) {
    return unit->__offloadcc_registration
               ? __offloadcc_target.omp_get_mapped_ptr(&unit->__offloadcc_marker, device)
               : NULL;
}

static unsigned long client_of(const struct __offloadcc_unit *unit, const struct clients *clients) {
    struct image_marker marker;
    void *copy = marker_on(unit, clients->device);
    bool is_read =
        copy && __offloadcc_target.omp_target_memcpy(&marker, copy, sizeof marker, 0, 0,
                                                     clients->host, clients->device) == 0;
    return is_read ? marker.client : 0;
}

static bool find_newest(struct __offloadcc_unit *unit, const char *address, void *data) {
    (void)address;
    struct clients *clients = data;
    unsigned long client = client_of(unit, clients);
    if (client && unit->__offloadcc_registration->number >= clients->newest) {
        clients->newest = unit->__offloadcc_registration->number;
        clients->client = client;
    }
    return false;
}

static bool direct(struct __offloadcc_unit *unit, const char *address, void *data) {
    (void)address;
    struct clients *clients = data;
    unsigned long client = client_of(unit, clients);
    if (client && client != clients->client)
        __offloadcc_target.omp_target_memcpy(
            marker_on(unit, clients->device), &clients->client, sizeof clients->client,
            offsetof(struct image_marker, client), 0, clients->device, clients->host);
    return false;
}

void __offloadcc_direct_messages(int device) {
    static unsigned long done[MAX_GPUS]; // registrations
    unsigned long count = __offloadcc_registration_count();
    if (device >= MAX_GPUS || __atomic_load_n(&done[device], __ATOMIC_RELAXED) == count)
        return;
    const char *uid = __offloadcc_target.omp_get_uid_from_device(device);
    const struct gpu *gpu = uid ? __offloadcc_gpu_of_uid(uid) : NULL;
    if (!gpu || gpu->maker != AMD)
        return;
    struct clients clients = {.device = device, .host = __offloadcc_target.omp_get_num_devices()};
    __offloadcc_each_unit(find_newest, NULL, &clients);
    if (clients.client)
        __offloadcc_each_unit(direct, NULL, &clients);
    __atomic_store_n(&done[device], count, __ATOMIC_RELAXED);
}
