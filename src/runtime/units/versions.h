// versions.h - refuses objects that other versions of offloadcc have compiled (docs/abi.md).
#ifndef OC_RUNTIME_VERSIONS_H
#define OC_RUNTIME_VERSIONS_H

struct __offloadcc_unit;

// Ends the program with a message if this runtime cannot serve the unit.
void __offloadcc_check_unit(const struct __offloadcc_unit *unit);

// Ends the program with a message: it has an object from before objects had versions. `place` is
// the object's source file, or NULL if that is unknown; `line` may be 0; `address` is an address in
// the program or library that contains the object.
_Noreturn void __offloadcc_refuse_object(const char *place, unsigned int line, const void *address);

#endif
