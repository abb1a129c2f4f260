// modules.h - the program and its libraries, as the loader lists them.
#ifndef OC_RUNTIME_MODULES_H
#define OC_RUNTIME_MODULES_H

// The file name of the program or library that an address is in, for messages.
const char *__offloadcc_name_of_module(const void *address);

// Ends the program if one of its libraries contains a runtime that is older than version 1 of the
// ABI. Such a runtime cannot find other runtimes, and they cannot find it. The call costs little if
// no library was loaded since the last call.
void __offloadcc_refuse_unversioned(void);

#endif
