// device.h - which device a launch, a region or an update is for.
#ifndef OC_RUNTIME_DEVICE_H
#define OC_RUNTIME_DEVICE_H

#include "runtime/abi.h"
#include "runtime/say/stop.h"
#include <stdbool.h>

// The device that is meant: its number, or the host's, which is the number of devices. Ends the
// program where there is none of the number.
enum { DEFAULT_DEVICE = -1 };
int __offloadcc_choose_device(const struct subject *subject, int devices, int requested);

// Whether one of the unit's images runs on the device. Loads it if need be. libomptarget would end
// a program that launches otherwise: it does where a device exists, but serves other units only.
bool __offloadcc_device_serves(struct __offloadcc_unit *unit, int device);

// Whether the device was found to, in a launch before. Costs nothing.
bool __offloadcc_device_is_known(const struct __offloadcc_unit *unit, int device);

// Whether an image of any of the program's units runs on the device: then regions and allocations
// are there, else on the host.
bool __offloadcc_device_has_images(int device);

#endif
