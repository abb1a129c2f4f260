// The runtime as a whole: initialising and ending it, and what it says of itself.
#include "arena.h"
#include "signals.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static _Atomic uint32_t initialized;

bool is_initialized(void) {
    return initialized != 0;
}

hsa_status_t hsa_init(void) {
    lock_hsa();
    settings();
    agents_make();
    initialized++;
    note("hsa_init: GPUs %s, seed %" PRIu64, settings()->gpus, settings()->seed);
    unlock_hsa();
    return HSA_STATUS_SUCCESS;
}

// The last one only says what the program left.
hsa_status_t hsa_shut_down(void) {
    NEED_INIT();
    lock_hsa();
    if (--initialized == 0) {
        uint64_t count, bytes;
        arena_count(&count, &bytes);
        note("hsa_shut_down: left are %" PRIu64 " allocations (%" PRIu64 " bytes), %" PRIu64
             " signals",
             count, bytes, signal_count());
    }
    unlock_hsa();
    return HSA_STATUS_SUCCESS;
}

// A machine's fault ends the program, so no event is ever reported.
hsa_status_t hsa_amd_register_system_event_handler(hsa_amd_system_event_callback_t callback,
                                                   void *data) {
    (void)callback, (void)data;
    NEED_INIT();
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_system_get_info(hsa_system_info_t attribute, void *value) {
    NEED_INIT();
    NEED_POINTER(value);
    bool has_xnack = agent_numbered(1) != NULL;
    for (unsigned i = 1; agent_numbered(i); i++)
        has_xnack = has_xnack && agent_numbered(i)->xnack;
    switch (attribute) {
    case HSA_SYSTEM_INFO_VERSION_MAJOR:
    case HSA_SYSTEM_INFO_VERSION_MINOR:
        *(uint16_t *)value = 1;
        break;
    case HSA_SYSTEM_INFO_TIMESTAMP:
        *(uint64_t *)value = now();
        break;
    case HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY:
        *(uint64_t *)value = 1000000000;
        break;
    case HSA_SYSTEM_INFO_SIGNAL_MAX_WAIT:
        *(uint64_t *)value = UINT64_MAX;
        break;
    case HSA_SYSTEM_INFO_ENDIANNESS:
        *(uint32_t *)value = HSA_ENDIANNESS_LITTLE;
        break;
    case HSA_SYSTEM_INFO_MACHINE_MODEL:
        *(uint32_t *)value = HSA_MACHINE_MODEL_LARGE;
        break;
    case HSA_SYSTEM_INFO_EXTENSIONS:
        memset(value, 0, 128);
        break;
    case HSA_AMD_SYSTEM_INFO_BUILD_VERSION:
        *(const char **)value = "offloadcc's emulator";
        break;
    case HSA_AMD_SYSTEM_INFO_SVM_SUPPORTED:
        *(bool *)value = false;
        break;
    case HSA_AMD_SYSTEM_INFO_SVM_ACCESSIBLE_BY_DEFAULT:
    case HSA_AMD_SYSTEM_INFO_XNACK_ENABLED:
        *(bool *)value = has_xnack;
        break;
    default:
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
    return HSA_STATUS_SUCCESS;
}

// The real runtime's texts begin with the name, too, and a sentence follows.
hsa_status_t hsa_status_string(hsa_status_t status, const char **text) {
#define STATUS(name)                                                                               \
    {                                                                                              \
        name, #name                                                                                \
    }
    static const struct {
        hsa_status_t status;
        const char *name;
    } names[] = {
        STATUS(HSA_STATUS_SUCCESS),
        STATUS(HSA_STATUS_INFO_BREAK),
        STATUS(HSA_STATUS_ERROR),
        STATUS(HSA_STATUS_ERROR_INVALID_ARGUMENT),
        STATUS(HSA_STATUS_ERROR_INVALID_QUEUE_CREATION),
        STATUS(HSA_STATUS_ERROR_INVALID_ALLOCATION),
        STATUS(HSA_STATUS_ERROR_INVALID_AGENT),
        STATUS(HSA_STATUS_ERROR_INVALID_SIGNAL),
        STATUS(HSA_STATUS_ERROR_INVALID_QUEUE),
        STATUS(HSA_STATUS_ERROR_OUT_OF_RESOURCES),
        STATUS(HSA_STATUS_ERROR_INVALID_PACKET_FORMAT),
        STATUS(HSA_STATUS_ERROR_NOT_INITIALIZED),
        STATUS(HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS),
        STATUS(HSA_STATUS_ERROR_INVALID_ISA),
        STATUS(HSA_STATUS_ERROR_INVALID_CODE_OBJECT),
        STATUS(HSA_STATUS_ERROR_INVALID_EXECUTABLE),
        STATUS(HSA_STATUS_ERROR_FROZEN_EXECUTABLE),
        STATUS(HSA_STATUS_ERROR_INVALID_SYMBOL_NAME),
        STATUS(HSA_STATUS_ERROR_VARIABLE_ALREADY_DEFINED),
        STATUS(HSA_STATUS_ERROR_VARIABLE_UNDEFINED),
        STATUS(HSA_STATUS_ERROR_EXCEPTION),
        STATUS(HSA_STATUS_ERROR_INVALID_EXECUTABLE_SYMBOL),
        STATUS(HSA_STATUS_ERROR_INVALID_CODE_OBJECT_READER),
        STATUS(HSA_STATUS_ERROR_INVALID_MEMORY_POOL),
    };
#undef STATUS
    NEED_POINTER(text);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].status == status) {
            *text = names[i].name;
            return HSA_STATUS_SUCCESS;
        }
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}
