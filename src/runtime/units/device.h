// device.h - which device a launch, a region or an update is for.
#ifndef OC_RUNTIME_DEVICE_H
#define OC_RUNTIME_DEVICE_H

#include "runtime/abi.h"
#include "runtime/say/stop.h"
#include <stdbool.h>

// Returns the number of the device that is requested; the host's number is `devices`, the number of
// devices. DEFAULT_DEVICE requests OpenMP's default device. Ends the program if there is no such
// device.
enum { DEFAULT_DEVICE = -1 };
int __offloadcc_choose_device(const struct subject *subject, int devices, int requested);

// Whether one of the unit's images runs on the device. Loads the image if necessary. This is asked
// before each launch, because libomptarget ends the program if it launches on a device that has
// images only of other units.
bool __offloadcc_device_serves(struct __offloadcc_unit *unit, int device);

// Whether an earlier launch has found that it does. This costs nothing.
bool __offloadcc_device_is_known(const struct __offloadcc_unit *unit, int device);

// Whether an image of any of the program's units runs on the device. If so, regions and allocations
// for the device use it; else they use the host.
bool __offloadcc_device_has_images(int device);

#endif
