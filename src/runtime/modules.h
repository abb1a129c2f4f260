// modules.h - the program and its libraries, as the loader lists them.
#ifndef OC_RUNTIME_MODULES_H
#define OC_RUNTIME_MODULES_H

// The file name of the program or library that an address is in, for messages.
const char *__offloadcc_name_of_module(const void *address);

// Ends the program if a library in it has a runtime from the time before these had versions. It
// neither finds other runtimes nor is found by them. Costs little where nothing was loaded since
// the last call.
void __offloadcc_refuse_unversioned(void);

#endif
