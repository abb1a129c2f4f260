// versions.h - objects and runtimes that other versions of offloadcc have made (docs/abi.md).
#ifndef OC_RUNTIME_VERSIONS_H
#define OC_RUNTIME_VERSIONS_H

struct __offloadcc_unit;

// The file name of the program or library that an address is in, for messages.
const char *__offloadcc_name_of_module(const void *address);

// Ends the program if this runtime cannot serve the unit.
void __offloadcc_check_unit(const struct __offloadcc_unit *unit);

// Ends the program if a library in it has a runtime from the time before these had versions. It
// neither finds other runtimes nor is found by them. Costs little where nothing was loaded since
// the last call.
void __offloadcc_refuse_unversioned(void);

// Ends the program: an object from the time before objects had versions is in it. `place` is a file
// name, with a line or 0, or NULL; `address` is in the program or library that has the object.
_Noreturn void __offloadcc_refuse_object(const char *place, unsigned int line, const void *address);

#endif
