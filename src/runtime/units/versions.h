// versions.h - objects and runtimes that other versions of offloadcc have made (docs/abi.md).
#ifndef OC_RUNTIME_VERSIONS_H
#define OC_RUNTIME_VERSIONS_H

struct __offloadcc_unit;

// Ends the program if this runtime cannot serve the unit.
void __offloadcc_check_unit(const struct __offloadcc_unit *unit);

// Ends the program: an object from the time before objects had versions is in it. `place` is a file
// name, with a line or 0, or NULL; `address` is in the program or library that has the object.
_Noreturn void __offloadcc_refuse_object(const char *place, unsigned int line, const void *address);

#endif
