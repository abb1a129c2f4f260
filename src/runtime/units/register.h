// register.h - registers the images of units with libomptarget, when they are first needed.
#ifndef OC_RUNTIME_REGISTER_H
#define OC_RUNTIME_REGISTER_H

// Returns the number of devices, which is also the host's device number. Registers the images of
// units that are not registered yet, so call it before any other use of devices. Returns 0 if no
// unit has code for a device of this machine, or if all such units have been unloaded.
int __offloadcc_device_count(void);

#endif
