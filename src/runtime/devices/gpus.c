#include "runtime/devices/gpus.h"

#include "runtime/devices/libomptarget.h"
#include "runtime/say/verbose.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static struct gpus found[GPU_MAKERS]; // in the order of __offloadcc_makers

static void say_gpus(const struct gpus *gpus) {
    if (!gpus->count)
        __offloadcc_say("%s", gpus->problem);
    for (int i = 0; i < gpus->count; i++)
        __offloadcc_say("GPU %d: %s (%s)%s%s", i, gpus->items[i].name, gpus->items[i].arch,
                        gpus->driver[0] ? ", driver for " : "", gpus->driver);
}

const struct gpus *__offloadcc_gpus(const struct gpu_maker *maker) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static bool is_known[GPU_MAKERS];
    int m = 0;
    while (__offloadcc_makers[m] != maker)
        m++;
    pthread_mutex_lock(&mutex);
    if (!is_known[m]) {
        maker->find(&found[m]);
        say_gpus(&found[m]);
    }
    is_known[m] = true;
    pthread_mutex_unlock(&mutex);
    return &found[m];
}

const struct gpu *__offloadcc_gpu_of_uid(const char *uid) {
    for (int m = 0; uid && m < GPU_MAKERS; m++)
        for (int i = 0; i < found[m].count; i++) {
            const struct gpu *gpu = &found[m].items[i];
            if (gpu->uuid[0] && strstr(uid, gpu->uuid))
                return gpu;
        }
    return NULL;
}

static bool some_read_late(void) {
    for (int m = 0; m < GPU_MAKERS; m++)
        if (__offloadcc_makers[m]->reads_late && found[m].count > 0)
            return true;
    return false;
}

const struct gpu *__offloadcc_gpu_of_device(int device) {
    static const struct gpu none, *known[MAX_GPUS]; // NULL: libomptarget has not been asked
    const struct gpu *gpu =
        device < MAX_GPUS ? __atomic_load_n(&known[device], __ATOMIC_RELAXED) : NULL;
    if (gpu)
        return gpu == &none ? NULL : gpu;
    gpu = __offloadcc_gpu_of_uid(__offloadcc_target.omp_get_uid_from_device(device));
    if (device < MAX_GPUS)
        __atomic_store_n(&known[device], gpu ? gpu : &none, __ATOMIC_RELAXED);
    return gpu;
}

bool __offloadcc_reads_late(int device) {
    const struct gpu *gpu = __offloadcc_gpu_of_device(device);
    return gpu ? gpu->maker->reads_late : some_read_late();
}
