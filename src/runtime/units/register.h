// register.h - the images of units, given to libomptarget at the first need.
#ifndef OC_RUNTIME_REGISTER_H
#define OC_RUNTIME_REGISTER_H

// The number of devices, which is the host's number too. Registers units' images where that has not
// been done, so it comes before all other uses of devices. 0 where no unit has code for a device of
// this machine, and when the last such unit is gone.
int __offloadcc_device_count(void);

#endif
