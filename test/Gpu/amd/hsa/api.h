// api.h - the part of the HSA runtime's interface that this library has.
//
// Names and numbers are those of the HSA Runtime Programmer's Reference Manual 1.2 (hsa_...) and of
// ROCm's extensions (hsa_amd_...). The functions are those that LLVM 22's libomptarget looks up;
// some of them (hsa_code_object_...) are deprecated, and it never calls them.
#ifndef AMD_HSA_API_H
#define AMD_HSA_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HSA_API __attribute__((visibility("default")))

// ---- Results and handles -----------------------------------------------------------------------

typedef enum {
    HSA_STATUS_SUCCESS = 0,
    HSA_STATUS_INFO_BREAK = 1, // from a callback: no more
    HSA_STATUS_ERROR_INVALID_MEMORY_POOL = 40,
    HSA_STATUS_ERROR = 0x1000,
    HSA_STATUS_ERROR_INVALID_ARGUMENT = 0x1001,
    HSA_STATUS_ERROR_INVALID_QUEUE_CREATION = 0x1002,
    HSA_STATUS_ERROR_INVALID_ALLOCATION = 0x1003,
    HSA_STATUS_ERROR_INVALID_AGENT = 0x1004,
    HSA_STATUS_ERROR_INVALID_SIGNAL = 0x1006,
    HSA_STATUS_ERROR_INVALID_QUEUE = 0x1007,
    HSA_STATUS_ERROR_OUT_OF_RESOURCES = 0x1008,
    HSA_STATUS_ERROR_INVALID_PACKET_FORMAT = 0x1009,
    HSA_STATUS_ERROR_NOT_INITIALIZED = 0x100B,
    HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS = 0x100D,
    HSA_STATUS_ERROR_INVALID_ISA = 0x100F,
    HSA_STATUS_ERROR_INVALID_CODE_OBJECT = 0x1010,
    HSA_STATUS_ERROR_INVALID_EXECUTABLE = 0x1011,
    HSA_STATUS_ERROR_FROZEN_EXECUTABLE = 0x1012,
    HSA_STATUS_ERROR_INVALID_SYMBOL_NAME = 0x1013,
    HSA_STATUS_ERROR_VARIABLE_ALREADY_DEFINED = 0x1014,
    HSA_STATUS_ERROR_VARIABLE_UNDEFINED = 0x1015,
    HSA_STATUS_ERROR_EXCEPTION = 0x1016,
    HSA_STATUS_ERROR_INVALID_EXECUTABLE_SYMBOL = 0x1019,
    HSA_STATUS_ERROR_INVALID_CODE_OBJECT_READER = 0x1021,
} hsa_status_t;

typedef struct {
    uint64_t handle;
} hsa_agent_t, hsa_isa_t, hsa_signal_t, hsa_executable_t, hsa_executable_symbol_t,
    hsa_code_object_t, hsa_code_object_reader_t, hsa_loaded_code_object_t, hsa_amd_memory_pool_t;

HSA_API hsa_status_t hsa_init(void);
HSA_API hsa_status_t hsa_shut_down(void);
HSA_API hsa_status_t hsa_status_string(hsa_status_t status, const char **text);

enum { HSA_ENDIANNESS_LITTLE = 0, HSA_MACHINE_MODEL_LARGE = 1 };

typedef enum {
    HSA_SYSTEM_INFO_VERSION_MAJOR = 0, // uint16_t
    HSA_SYSTEM_INFO_VERSION_MINOR = 1,
    HSA_SYSTEM_INFO_TIMESTAMP = 2, // uint64_t
    HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY = 3,
    HSA_SYSTEM_INFO_SIGNAL_MAX_WAIT = 4,
    HSA_SYSTEM_INFO_ENDIANNESS = 5, // uint32_t
    HSA_SYSTEM_INFO_MACHINE_MODEL = 6,
    HSA_SYSTEM_INFO_EXTENSIONS = 7,            // 128 bytes
    HSA_AMD_SYSTEM_INFO_BUILD_VERSION = 0x200, // const char *
    HSA_AMD_SYSTEM_INFO_SVM_SUPPORTED = 0x201, // bool
    HSA_AMD_SYSTEM_INFO_SVM_ACCESSIBLE_BY_DEFAULT = 0x202,
    HSA_AMD_SYSTEM_INFO_XNACK_ENABLED = 0x206,
} hsa_system_info_t;

HSA_API hsa_status_t hsa_system_get_info(hsa_system_info_t attribute, void *value);

typedef struct hsa_amd_event_s hsa_amd_event_t;
typedef hsa_status_t (*hsa_amd_system_event_callback_t)(const hsa_amd_event_t *event, void *data);
HSA_API hsa_status_t hsa_amd_register_system_event_handler(hsa_amd_system_event_callback_t callback,
                                                           void *data);

// ---- Agents ------------------------------------------------------------------------------------

enum { HSA_DEVICE_TYPE_CPU = 0, HSA_DEVICE_TYPE_GPU = 1 };
enum { HSA_AGENT_FEATURE_KERNEL_DISPATCH = 1 };
enum { HSA_PROFILE_BASE = 0, HSA_PROFILE_FULL = 1 };
enum { HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT = 0, HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR = 2 };

typedef struct {
    uint32_t x, y, z;
} hsa_dim3_t;

typedef enum {
    HSA_AGENT_INFO_NAME = 0, // 64 bytes
    HSA_AGENT_INFO_VENDOR_NAME = 1,
    HSA_AGENT_INFO_FEATURE = 2, // uint32_t, where nothing else is said
    HSA_AGENT_INFO_MACHINE_MODEL = 3,
    HSA_AGENT_INFO_PROFILE = 4,
    HSA_AGENT_INFO_DEFAULT_FLOAT_ROUNDING_MODE = 5,
    HSA_AGENT_INFO_WAVEFRONT_SIZE = 6,
    HSA_AGENT_INFO_WORKGROUP_MAX_DIM = 7, // uint16_t[3]
    HSA_AGENT_INFO_WORKGROUP_MAX_SIZE = 8,
    HSA_AGENT_INFO_GRID_MAX_DIM = 9, // hsa_dim3_t
    HSA_AGENT_INFO_GRID_MAX_SIZE = 10,
    HSA_AGENT_INFO_FBARRIER_MAX_SIZE = 11,
    HSA_AGENT_INFO_QUEUES_MAX = 12,
    HSA_AGENT_INFO_QUEUE_MIN_SIZE = 13,
    HSA_AGENT_INFO_QUEUE_MAX_SIZE = 14,
    HSA_AGENT_INFO_QUEUE_TYPE = 15,
    HSA_AGENT_INFO_NODE = 16,
    HSA_AGENT_INFO_DEVICE = 17,
    HSA_AGENT_INFO_CACHE_SIZE = 18,    // uint32_t[4]
    HSA_AGENT_INFO_ISA = 19,           // hsa_isa_t
    HSA_AGENT_INFO_EXTENSIONS = 20,    // 128 bytes
    HSA_AGENT_INFO_VERSION_MAJOR = 21, // uint16_t
    HSA_AGENT_INFO_VERSION_MINOR = 22,
    HSA_AGENT_INFO_BASE_PROFILE_DEFAULT_FLOAT_ROUNDING_MODES = 23,
    HSA_AGENT_INFO_FAST_F16_OPERATION = 24, // bool
    HSA_AMD_AGENT_INFO_CHIP_ID = 0xA000,
    HSA_AMD_AGENT_INFO_CACHELINE_SIZE = 0xA001,
    HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT = 0xA002,
    HSA_AMD_AGENT_INFO_MAX_CLOCK_FREQUENCY = 0xA003,
    HSA_AMD_AGENT_INFO_DRIVER_NODE_ID = 0xA004,
    HSA_AMD_AGENT_INFO_MAX_ADDRESS_WATCH_POINTS = 0xA005,
    HSA_AMD_AGENT_INFO_BDFID = 0xA006,
    HSA_AMD_AGENT_INFO_MEMORY_WIDTH = 0xA007,
    HSA_AMD_AGENT_INFO_MEMORY_MAX_FREQUENCY = 0xA008,
    HSA_AMD_AGENT_INFO_PRODUCT_NAME = 0xA009, // 64 bytes
    HSA_AMD_AGENT_INFO_MAX_WAVES_PER_CU = 0xA00A,
    HSA_AMD_AGENT_INFO_NUM_SIMDS_PER_CU = 0xA00B,
    HSA_AMD_AGENT_INFO_NUM_SHADER_ENGINES = 0xA00C,
    HSA_AMD_AGENT_INFO_NUM_SHADER_ARRAYS_PER_SE = 0xA00D,
    HSA_AMD_AGENT_INFO_DOMAIN = 0xA00F,
    HSA_AMD_AGENT_INFO_COOPERATIVE_QUEUES = 0xA010, // bool
    HSA_AMD_AGENT_INFO_UUID = 0xA011,               // 21 bytes
    HSA_AMD_AGENT_INFO_ASIC_REVISION = 0xA012,
    HSA_AMD_AGENT_INFO_SVM_DIRECT_HOST_ACCESS = 0xA013, // bool
    HSA_AMD_AGENT_INFO_COOPERATIVE_COMPUTE_UNIT_COUNT = 0xA014,
    HSA_AMD_AGENT_INFO_MEMORY_AVAIL = 0xA015, // uint64_t
    HSA_AMD_AGENT_INFO_TIMESTAMP_FREQUENCY = 0xA016,
    HSA_AMD_AGENT_INFO_IOMMU_SUPPORT = 0xA110,
    HSA_AMD_AGENT_INFO_NUM_XCC = 0xA111,
    HSA_AMD_AGENT_INFO_DRIVER_UID = 0xA112,
    HSA_AMD_AGENT_INFO_NEAREST_CPU = 0xA113,       // hsa_agent_t
    HSA_AMD_AGENT_INFO_MEMORY_PROPERTIES = 0xA114, // 8 bytes
} hsa_agent_info_t;

HSA_API hsa_status_t hsa_iterate_agents(hsa_status_t (*visit)(hsa_agent_t agent, void *data),
                                        void *data);
HSA_API hsa_status_t hsa_agent_get_info(hsa_agent_t agent, hsa_agent_info_t attribute, void *value);

typedef enum {
    HSA_ISA_INFO_NAME_LENGTH = 0, // uint32_t, with the null byte
    HSA_ISA_INFO_NAME = 1,
} hsa_isa_info_t;

HSA_API hsa_status_t hsa_agent_iterate_isas(hsa_agent_t agent,
                                            hsa_status_t (*visit)(hsa_isa_t isa, void *data),
                                            void *data);
HSA_API hsa_status_t hsa_isa_get_info_alt(hsa_isa_t isa, hsa_isa_info_t attribute, void *value);

// ---- Memory ------------------------------------------------------------------------------------

typedef enum { HSA_AMD_SEGMENT_GLOBAL = 0, HSA_AMD_SEGMENT_GROUP = 3 } hsa_amd_segment_t;

enum {
    HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_KERNARG_INIT = 1,
    HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_FINE_GRAINED = 2,
    HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_COARSE_GRAINED = 4,
    HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_EXTENDED_SCOPE_FINE_GRAINED = 8,
};

typedef enum {
    HSA_AMD_MEMORY_POOL_INFO_SEGMENT = 0, // uint32_t
    HSA_AMD_MEMORY_POOL_INFO_GLOBAL_FLAGS = 1,
    HSA_AMD_MEMORY_POOL_INFO_SIZE = 2,                  // size_t
    HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_ALLOWED = 5, // bool
    HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_GRANULE = 6, // size_t
    HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_ALIGNMENT = 7,
    HSA_AMD_MEMORY_POOL_INFO_ACCESSIBLE_BY_ALL = 15, // bool
    HSA_AMD_MEMORY_POOL_INFO_ALLOC_MAX_SIZE = 16,    // size_t
    HSA_AMD_MEMORY_POOL_INFO_LOCATION = 17,          // uint32_t: 0 is the CPU, 1 the GPU
    HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_REC_GRANULE = 18,
} hsa_amd_memory_pool_info_t;

typedef enum {
    HSA_AMD_MEMORY_POOL_ACCESS_NEVER_ALLOWED = 0,
    HSA_AMD_MEMORY_POOL_ACCESS_ALLOWED_BY_DEFAULT = 1,
    HSA_AMD_MEMORY_POOL_ACCESS_DISALLOWED_BY_DEFAULT = 2,
} hsa_amd_memory_pool_access_t;

typedef enum {
    HSA_AMD_AGENT_MEMORY_POOL_INFO_ACCESS = 0,
    HSA_AMD_AGENT_MEMORY_POOL_INFO_NUM_LINK_HOPS = 1, // uint32_t
} hsa_amd_agent_memory_pool_info_t;

typedef enum {
    HSA_EXT_POINTER_TYPE_UNKNOWN = 0,
    HSA_EXT_POINTER_TYPE_HSA = 1,
    HSA_EXT_POINTER_TYPE_LOCKED = 2,
} hsa_amd_pointer_type_t;

typedef struct {
    uint32_t size; // of this struct
    hsa_amd_pointer_type_t type;
    void *agentBaseAddress;
    void *hostBaseAddress;
    size_t sizeInBytes;
    void *userData;
    hsa_agent_t agentOwner;
    uint32_t global_flags;
} hsa_amd_pointer_info_t;

HSA_API hsa_status_t hsa_amd_agent_iterate_memory_pools(
    hsa_agent_t agent, hsa_status_t (*visit)(hsa_amd_memory_pool_t pool, void *data), void *data);
HSA_API hsa_status_t hsa_amd_memory_pool_get_info(hsa_amd_memory_pool_t pool,
                                                  hsa_amd_memory_pool_info_t attribute,
                                                  void *value);
HSA_API hsa_status_t hsa_amd_agent_memory_pool_get_info(hsa_agent_t agent,
                                                        hsa_amd_memory_pool_t pool,
                                                        hsa_amd_agent_memory_pool_info_t attribute,
                                                        void *value);
HSA_API hsa_status_t hsa_amd_memory_pool_allocate(hsa_amd_memory_pool_t pool, size_t size,
                                                  uint32_t flags, void **memory);
HSA_API hsa_status_t hsa_amd_memory_pool_free(void *memory);
HSA_API hsa_status_t hsa_amd_agents_allow_access(uint32_t count, const hsa_agent_t *agents,
                                                 const uint32_t *flags, const void *memory);
HSA_API hsa_status_t hsa_amd_pointer_info(const void *address, hsa_amd_pointer_info_t *info,
                                          void *(*allocate)(size_t), uint32_t *count,
                                          hsa_agent_t **agents);
HSA_API hsa_status_t hsa_amd_memory_lock(void *memory, size_t size, hsa_agent_t *agents, int count,
                                         void **of_agent);
HSA_API hsa_status_t hsa_amd_memory_unlock(void *memory);
HSA_API hsa_status_t hsa_memory_copy(void *to, const void *from, size_t size);
HSA_API hsa_status_t hsa_amd_memory_fill(void *memory, uint32_t value, size_t count);
HSA_API hsa_status_t hsa_amd_memory_async_copy(void *to, hsa_agent_t to_agent, const void *from,
                                               hsa_agent_t from_agent, size_t size,
                                               uint32_t need_count, const hsa_signal_t *needs,
                                               hsa_signal_t done);

// ---- Signals -----------------------------------------------------------------------------------

typedef int64_t hsa_signal_value_t;

typedef enum {
    HSA_SIGNAL_CONDITION_EQ = 0,
    HSA_SIGNAL_CONDITION_NE = 1,
    HSA_SIGNAL_CONDITION_LT = 2,
    HSA_SIGNAL_CONDITION_GTE = 3,
} hsa_signal_condition_t;

typedef enum { HSA_WAIT_STATE_BLOCKED = 0, HSA_WAIT_STATE_ACTIVE = 1 } hsa_wait_state_t;

// Returns whether it wants to be called again.
typedef bool (*hsa_amd_signal_handler)(hsa_signal_value_t value, void *argument);

HSA_API hsa_status_t hsa_signal_create(hsa_signal_value_t value, uint32_t count,
                                       const hsa_agent_t *agents, hsa_signal_t *signal);
HSA_API hsa_status_t hsa_amd_signal_create(hsa_signal_value_t value, uint32_t count,
                                           const hsa_agent_t *agents, uint64_t attributes,
                                           hsa_signal_t *signal);
HSA_API hsa_status_t hsa_signal_destroy(hsa_signal_t signal);
HSA_API hsa_signal_value_t hsa_signal_load_scacquire(hsa_signal_t signal);
HSA_API void hsa_signal_store_relaxed(hsa_signal_t signal, hsa_signal_value_t value);
HSA_API void hsa_signal_store_screlease(hsa_signal_t signal, hsa_signal_value_t value);
HSA_API void hsa_signal_subtract_screlease(hsa_signal_t signal, hsa_signal_value_t value);
HSA_API hsa_signal_value_t hsa_signal_wait_scacquire(hsa_signal_t signal,
                                                     hsa_signal_condition_t condition,
                                                     hsa_signal_value_t expected, uint64_t timeout,
                                                     hsa_wait_state_t state);
HSA_API hsa_status_t hsa_amd_signal_async_handler(hsa_signal_t signal,
                                                  hsa_signal_condition_t condition,
                                                  hsa_signal_value_t expected,
                                                  hsa_amd_signal_handler handler, void *argument);

// ---- Queues ------------------------------------------------------------------------------------

typedef enum {
    HSA_QUEUE_TYPE_MULTI = 0,
    HSA_QUEUE_TYPE_SINGLE = 1,
    HSA_QUEUE_TYPE_COOPERATIVE = 2,
} hsa_queue_type_t;

enum { HSA_QUEUE_FEATURE_KERNEL_DISPATCH = 1 };

typedef struct {
    hsa_queue_type_t type;
    uint32_t features;
    void *base_address; // of `size` packets
    hsa_signal_t doorbell_signal;
    uint32_t size, reserved1;
    uint64_t id;
} hsa_queue_t;

typedef enum {
    HSA_PACKET_TYPE_VENDOR_SPECIFIC = 0,
    HSA_PACKET_TYPE_INVALID = 1,
    HSA_PACKET_TYPE_KERNEL_DISPATCH = 2,
    HSA_PACKET_TYPE_BARRIER_AND = 3,
    HSA_PACKET_TYPE_AGENT_DISPATCH = 4,
    HSA_PACKET_TYPE_BARRIER_OR = 5,
} hsa_packet_type_t;

// Where the parts of a packet's header begin: 8 bits, 1 bit, 2 bits, 2 bits.
enum {
    HSA_PACKET_HEADER_TYPE = 0,
    HSA_PACKET_HEADER_BARRIER = 8,
    HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE = 9,
    HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE = 11,
};

typedef struct {
    uint16_t header, setup; // setup: the number of dimensions, 2 bits
    uint16_t workgroup_size_x, workgroup_size_y, workgroup_size_z, reserved0;
    uint32_t grid_size_x, grid_size_y, grid_size_z; // in threads
    uint32_t private_segment_size, group_segment_size;
    uint64_t kernel_object;
    void *kernarg_address;
    uint64_t reserved2;
    hsa_signal_t completion_signal;
} hsa_kernel_dispatch_packet_t;
_Static_assert(sizeof(hsa_kernel_dispatch_packet_t) == 64, "an AQL packet");

// Also hsa_barrier_or_packet_t.
typedef struct {
    uint16_t header, reserved0;
    uint32_t reserved1;
    hsa_signal_t dep_signal[5];
    uint64_t reserved2;
    hsa_signal_t completion_signal;
} hsa_barrier_and_packet_t;
_Static_assert(sizeof(hsa_barrier_and_packet_t) == 64, "an AQL packet");

typedef void (*hsa_queue_error_callback_t)(hsa_status_t status, hsa_queue_t *queue, void *data);

HSA_API hsa_status_t hsa_queue_create(hsa_agent_t agent, uint32_t size, hsa_queue_type_t type,
                                      hsa_queue_error_callback_t callback, void *data,
                                      uint32_t private_segment_size, uint32_t group_segment_size,
                                      hsa_queue_t **queue);
HSA_API hsa_status_t hsa_queue_destroy(hsa_queue_t *queue);
HSA_API uint64_t hsa_queue_add_write_index_relaxed(const hsa_queue_t *queue, uint64_t count);
HSA_API uint64_t hsa_queue_load_read_index_scacquire(const hsa_queue_t *queue);

// ---- Code --------------------------------------------------------------------------------------

enum { HSA_EXECUTABLE_STATE_UNFROZEN = 0, HSA_EXECUTABLE_STATE_FROZEN = 1 };
enum { HSA_SYMBOL_KIND_VARIABLE = 0, HSA_SYMBOL_KIND_KERNEL = 1 };
enum { HSA_SYMBOL_LINKAGE_MODULE = 0, HSA_SYMBOL_LINKAGE_PROGRAM = 1 };
enum { HSA_VARIABLE_ALLOCATION_AGENT = 0 };
enum { HSA_VARIABLE_SEGMENT_GLOBAL = 0 };

typedef enum {
    HSA_EXECUTABLE_SYMBOL_INFO_TYPE = 0,        // uint32_t, where nothing else is said
    HSA_EXECUTABLE_SYMBOL_INFO_NAME_LENGTH = 1, // without a null byte
    HSA_EXECUTABLE_SYMBOL_INFO_NAME = 2,
    HSA_EXECUTABLE_SYMBOL_INFO_MODULE_NAME_LENGTH = 3,
    HSA_EXECUTABLE_SYMBOL_INFO_MODULE_NAME = 4,
    HSA_EXECUTABLE_SYMBOL_INFO_LINKAGE = 5,
    HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ALLOCATION = 6,
    HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_SEGMENT = 7,
    HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ALIGNMENT = 8,
    HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_SIZE = 9,
    HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_IS_CONST = 10, // bool
    HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE = 11,
    HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_ALIGNMENT = 12,
    HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE = 13,
    HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE = 14,
    HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_DYNAMIC_CALLSTACK = 15, // bool
    HSA_EXECUTABLE_SYMBOL_INFO_IS_DEFINITION = 17,            // bool
    HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_CALL_CONVENTION = 18,
    HSA_EXECUTABLE_SYMBOL_INFO_AGENT = 20,            // hsa_agent_t
    HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ADDRESS = 21, // uint64_t
    HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT = 22,    // uint64_t
} hsa_executable_symbol_info_t;

HSA_API hsa_status_t hsa_code_object_reader_create_from_memory(const void *code, size_t size,
                                                               hsa_code_object_reader_t *reader);
HSA_API hsa_status_t hsa_code_object_reader_destroy(hsa_code_object_reader_t reader);
HSA_API hsa_status_t hsa_executable_create(uint32_t profile, uint32_t state, const char *options,
                                           hsa_executable_t *executable);
HSA_API hsa_status_t hsa_executable_create_alt(uint32_t profile, uint32_t rounding,
                                               const char *options, hsa_executable_t *executable);
HSA_API hsa_status_t hsa_executable_destroy(hsa_executable_t executable);
HSA_API hsa_status_t hsa_executable_load_agent_code_object(hsa_executable_t executable,
                                                           hsa_agent_t agent,
                                                           hsa_code_object_reader_t reader,
                                                           const char *options,
                                                           hsa_loaded_code_object_t *loaded);
HSA_API hsa_status_t hsa_executable_freeze(hsa_executable_t executable, const char *options);
HSA_API hsa_status_t hsa_executable_validate(hsa_executable_t executable, uint32_t *result);
HSA_API hsa_status_t hsa_executable_get_symbol_by_name(hsa_executable_t executable,
                                                       const char *name, const hsa_agent_t *agent,
                                                       hsa_executable_symbol_t *symbol);
HSA_API hsa_status_t hsa_executable_iterate_symbols(
    hsa_executable_t executable,
    hsa_status_t (*visit)(hsa_executable_t executable, hsa_executable_symbol_t symbol, void *data),
    void *data);
HSA_API hsa_status_t hsa_executable_symbol_get_info(hsa_executable_symbol_t symbol,
                                                    hsa_executable_symbol_info_t attribute,
                                                    void *value);

HSA_API hsa_status_t hsa_code_object_deserialize(void *code, size_t size, const char *options,
                                                 hsa_code_object_t *object);
HSA_API hsa_status_t hsa_code_object_destroy(hsa_code_object_t object);
HSA_API hsa_status_t hsa_executable_load_code_object(hsa_executable_t executable, hsa_agent_t agent,
                                                     hsa_code_object_t object, const char *options);

#endif
