#include "runtime/units/versions.h"

#include "offload.h"
#include "runtime/devices/standin.h"
#include "runtime/modules.h"
#include "runtime/process.h"
#include "runtime/say/failure.h"
#include "runtime/units/registration.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// If one of these fails, see docs/abi.md.
#define SIZE(type, bytes) _Static_assert(sizeof(type) == (bytes), "docs/abi.md");
#define OFFSET(type, member, bytes)                                                                \
    _Static_assert(offsetof(type, member) == (bytes), "docs/abi.md");
#include "runtime/units/layout_objects.def"
#include "runtime/units/layout_process.def"

// ---- Objects -----------------------------------------------------------------------------------

// As src/glue/glue.c writes them.
static const unsigned short sizes[] = {
    sizeof(struct __offloadcc_descriptor), sizeof(struct __offloadcc_image),
    sizeof(struct __offloadcc_entry),      sizeof(struct __offloadcc_kernel),
    sizeof(struct __offloadcc_parameter),  sizeof(struct __offloadcc_frame),
    sizeof(struct __offloadcc_grid),       sizeof(struct __offloadcc_place)};
_Static_assert(sizeof sizes == sizeof((struct __offloadcc_unit *)0)->__offloadcc_sizes, "glue.c");

void __offloadcc_check_unit(const struct __offloadcc_unit *unit) {
    bool is_version = unit->__offloadcc_version == __offloadcc_abi;
    if (is_version && unit->__offloadcc_bytes == sizeof *unit &&
        memcmp(unit->__offloadcc_sizes, sizes, sizeof sizes) == 0)
        return;
    fprintf(stderr,
            "%s: offloadcc: error: the object of this file in %s has version %u of offloadcc's "
            "ABI%s, and is linked with a runtime of version %d; compile the file again with the "
            "offloadcc that links\n",
            unit->__offloadcc_source, __offloadcc_name_of_module(unit), unit->__offloadcc_version,
            is_version ? ", from before its release" : "", __offloadcc_abi);
    abort();
}

_Noreturn void __offloadcc_refuse_object(const char *place, unsigned int line,
                                         const void *address) {
    char number[16] = "";
    if (line)
        snprintf(number, sizeof number, ":%u", line);
    fprintf(stderr,
            "%s%s%soffloadcc: error: an object in %s was compiled by an offloadcc older than "
            "version 1 of its ABI, and is linked with a runtime of version %d; compile %s again "
            "with the offloadcc that links\n",
            place ? place : "", number, place ? ": " : "", __offloadcc_name_of_module(address),
            __offloadcc_abi, place ? "the file" : "its files");
    abort();
}
