// device.c - which device a launch or an update is for.
#include "runtime/units/device.h"

#include "runtime/devices/libomptarget.h"
#include "runtime/units/register.h"
#include "runtime/units/tmpfiles.h"
#include "runtime/units/units.h"

int __offloadcc_choose_device(const struct subject *subject, int devices, int requested) {
    if (requested == DEFAULT_DEVICE) {
        int device = devices ? omp_get_default_device() : 0;
        if (device > devices)
            __offloadcc_stop_about(subject,
                                   "the default device is %d (OMP_DEFAULT_DEVICE), but this "
                                   "machine has devices 0 to %d, and %d is the host",
                                   device, devices - 1, devices);
        return device;
    }
    if (requested < 0 && devices == 0)
        __offloadcc_stop_about(
            subject, "there is no device %d; this machine has no device, and 0 is the host",
            requested);
    if (requested < 0 || (devices > 0 && requested > devices))
        __offloadcc_stop_about(
            subject, "there is no device %d; this machine has devices 0 to %d, and %d is the host",
            requested, devices - 1, devices);
    return requested;
}

enum { REMEMBERED = 64 };

bool __offloadcc_device_is_known(const struct __offloadcc_unit *unit, int device) {
    return device >= 0 && device < REMEMBERED &&
           (__atomic_load_n(&unit->__offloadcc_present, __ATOMIC_RELAXED) >> device & 1);
}

// Asks libomptarget, if that is not known yet; sets `*loads` if it may have loaded images.
static bool find_image(struct __offloadcc_unit *unit, int device, bool *loads) {
    if (unit->__offloadcc_descriptor->__offloadcc_image_count == 0)
        return __offloadcc_device_is_known(unit, device); // by devices/standin.h
    if (device >= REMEMBERED)
        return __offloadcc_target.omp_target_is_present(&unit->__offloadcc_marker, device);
    unsigned long bit = 1ul << device;
    if (!(__atomic_load_n(&unit->__offloadcc_known, __ATOMIC_ACQUIRE) & bit)) {
        if (__offloadcc_target.omp_target_is_present(&unit->__offloadcc_marker, device)) {
            __atomic_fetch_or(&unit->__offloadcc_present, bit, __ATOMIC_RELAXED);
            *loads = true;
        }
        __atomic_fetch_or(&unit->__offloadcc_known, bit, __ATOMIC_RELEASE);
    }
    return __atomic_load_n(&unit->__offloadcc_present, __ATOMIC_RELAXED) & bit;
}

bool __offloadcc_device_serves(struct __offloadcc_unit *unit, int device) {
    bool loads = false, serves = find_image(unit, device, &loads);
    if (loads)
        __offloadcc_remove_image_files();
    return serves;
}

static bool is_known(struct __offloadcc_unit *unit, const char *address, void *device) {
    (void)address;
    return __offloadcc_device_is_known(unit, *(int *)device);
}

struct question {
    int device;
    bool loads;
};

static bool serves(struct __offloadcc_unit *unit, const char *address, void *data) {
    (void)address;
    struct question *question = data;
    return find_image(unit, question->device, &question->loads);
}

// libomptarget loads all images that wait for a device when it is asked for something there, and
// that must not be while the list of units is held: dlopen waits for libraries that are being
// opened, whose constructors wait for the list. Nor must their files be removed then.
bool __offloadcc_device_has_images(int device) {
    static const char anything;
    struct question question = {.device = device};
    int devices = __offloadcc_device_count();
    if (!devices || device == devices)
        return false;
    if (__offloadcc_each_unit(is_known, NULL, &device))
        return true;
    __offloadcc_target.omp_target_is_present(&anything, device);
    bool found = __offloadcc_each_unit(serves, NULL, &question);
    if (question.loads)
        __offloadcc_remove_image_files();
    return found;
}
