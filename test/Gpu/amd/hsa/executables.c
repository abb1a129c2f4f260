#include "executables.h"

#include "arena.h"
#include "machines.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    const void *file;
    size_t size;
    struct reader *next;
};

struct symbol {
    char *name; // a kernel's ends with ".kd"
    bool is_kernel, is_constant;
    uint64_t address, size;
    uint32_t alignment;
    struct agent *gpu;
    struct kernel_descriptor descriptor; // of a kernel
    struct symbol *next;
};

// A code object that was loaded.
struct loaded {
    struct code_object object;
    struct agent *gpu;
    struct allocation *memory;
    char name[60]; // for messages
    struct loaded *next;
};

struct executable {
    bool is_frozen;
    struct symbol *symbols;
    struct loaded *loaded;
    struct executable *next;
};

static struct reader *readers;
static struct executable *executables;
static unsigned loaded_count;

// ---- Readers -----------------------------------------------------------------------------------

static struct reader **find_reader(hsa_code_object_reader_t handle) {
    struct reader **at = &readers;
    while (*at && (uint64_t)*at != handle.handle)
        at = &(*at)->next;
    return at;
}

hsa_status_t hsa_code_object_reader_create_from_memory(const void *code, size_t size,
                                                       hsa_code_object_reader_t *handle) {
    NEED_INIT();
    NEED(code && handle && size != 0, HSA_STATUS_ERROR_INVALID_ARGUMENT);
    struct reader *reader = own(malloc(sizeof *reader));
    lock_hsa();
    *reader = (struct reader){code, size, readers};
    readers = reader;
    unlock_hsa();
    handle->handle = (uint64_t)reader;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_code_object_reader_destroy(hsa_code_object_reader_t handle) {
    NEED_INIT();
    lock_hsa();
    struct reader **at = find_reader(handle), *reader = *at;
    if (reader)
        *at = reader->next;
    unlock_hsa();
    free(reader);
    return reader ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_CODE_OBJECT_READER;
}

// ---- Executables -------------------------------------------------------------------------------

static struct executable **find_executable(hsa_executable_t handle) {
    struct executable **at = &executables;
    while (*at && (uint64_t)*at != handle.handle)
        at = &(*at)->next;
    return at;
}

hsa_status_t hsa_executable_create_alt(uint32_t profile, uint32_t rounding, const char *options,
                                       hsa_executable_t *handle) {
    (void)options;
    NEED_INIT();
    NEED(profile <= HSA_PROFILE_FULL && rounding <= HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR,
         HSA_STATUS_ERROR_INVALID_ARGUMENT);
    NEED_POINTER(handle);
    struct executable *executable = own(calloc(1, sizeof *executable));
    lock_hsa();
    executable->next = executables;
    executables = executable;
    unlock_hsa();
    handle->handle = (uint64_t)executable;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_executable_create(uint32_t profile, uint32_t state, const char *options,
                                   hsa_executable_t *handle) {
    NEED(state <= HSA_EXECUTABLE_STATE_FROZEN, HSA_STATUS_ERROR_INVALID_ARGUMENT);
    hsa_status_t status = hsa_executable_create_alt(
        profile, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, options, handle);
    if (status == HSA_STATUS_SUCCESS)
        ((struct executable *)handle->handle)->is_frozen = state == HSA_EXECUTABLE_STATE_FROZEN;
    return status;
}

static bool is_code(const Elf64_Phdr *segment) {
    return segment->p_type == PT_LOAD && (segment->p_flags & PF_X);
}

static void free_symbols(struct symbol *symbol) {
    while (symbol) {
        struct symbol *next = symbol->next;
        free(symbol->name);
        free(symbol);
        symbol = next;
    }
}

static void free_loaded(struct loaded *loaded, bool is_known_to_machine) {
    for (unsigned i = 0; is_known_to_machine && i < loaded->object.segment_count; i++)
        if (is_code(&loaded->object.segments[i]))
            machines_remove_code(loaded->gpu,
                                 loaded->memory->base + loaded->object.segments[i].p_vaddr);
    lock_hsa();
    arena_free(loaded->memory);
    unlock_hsa();
    code_object_free(&loaded->object);
    free(loaded);
}

hsa_status_t hsa_executable_destroy(hsa_executable_t handle) {
    NEED_INIT();
    lock_hsa();
    struct executable **at = find_executable(handle), *executable = *at;
    if (executable)
        *at = executable->next;
    unlock_hsa();
    NEED(executable, HSA_STATUS_ERROR_INVALID_EXECUTABLE);
    while (executable->loaded) {
        struct loaded *loaded = executable->loaded;
        executable->loaded = loaded->next;
        note("unload %s", loaded->name);
        free_loaded(loaded, executable->is_frozen);
    }
    free_symbols(executable->symbols);
    free(executable);
    return HSA_STATUS_SUCCESS;
}

// ---- Symbols -----------------------------------------------------------------------------------

static bool is_kernel_name(const char *name) {
    size_t length = strlen(name);
    return length > 3 && strcmp(name + length - 3, ".kd") == 0;
}

static const struct symbol *find_symbol(const struct executable *executable, const char *name,
                                        const struct agent *gpu) {
    const struct symbol *at = executable->symbols;
    while (at && (at->gpu != gpu || strcmp(at->name, name) != 0))
        at = at->next;
    return at;
}

static hsa_status_t read_descriptor(const struct loaded *loaded, const Elf64_Sym *from,
                                    struct symbol *symbol, char *why) {
    struct kernel_descriptor *descriptor = &symbol->descriptor;
    uint64_t address = from->st_value;
    if (from->st_size != sizeof *descriptor || address % 64 != 0 ||
        !code_object_segment(&loaded->object, address, sizeof *descriptor))
        return refuse(why, HSA_STATUS_ERROR_INVALID_CODE_OBJECT, "'%s' is no kernel descriptor",
                      symbol->name);
    memcpy(descriptor, (const void *)symbol->address, sizeof *descriptor);
    uint64_t entry = address + (uint64_t)descriptor->kernel_code_entry_byte_offset;
    const Elf64_Phdr *segment = code_object_segment(&loaded->object, entry, 4);
    if (!segment || !is_code(segment) || entry % 256 != 0)
        return refuse(why, HSA_STATUS_ERROR_INVALID_CODE_OBJECT,
                      "kernel '%s' begins outside of code, or is not aligned", symbol->name);
    return HSA_STATUS_SUCCESS;
}

// Variables and kernels that are not local become symbols.
static hsa_status_t add_symbol(struct executable *executable, const struct loaded *loaded,
                               const Elf64_Sym *from, char *why) {
    const char *name = code_object_name(&loaded->object, from);
    const Elf64_Phdr *segment = code_object_segment(&loaded->object, from->st_value, from->st_size);
    if (ELF64_ST_BIND(from->st_info) == STB_LOCAL || ELF64_ST_TYPE(from->st_info) != STT_OBJECT ||
        from->st_shndx == SHN_UNDEF)
        return HSA_STATUS_SUCCESS;
    if (!segment)
        return refuse(why, HSA_STATUS_ERROR_INVALID_CODE_OBJECT, "'%s' is not in a segment", name);
    if (find_symbol(executable, name, loaded->gpu))
        return refuse(why, HSA_STATUS_ERROR_VARIABLE_ALREADY_DEFINED, "'%s' is defined twice",
                      name);
    struct symbol *symbol = own(calloc(1, sizeof *symbol));
    symbol->name = own(strdup(name));
    symbol->is_kernel = is_kernel_name(name);
    symbol->is_constant = !(segment->p_flags & PF_W);
    symbol->address = loaded->memory->base + from->st_value;
    symbol->size = from->st_size;
    symbol->alignment = from->st_value ? (uint32_t)(from->st_value & -from->st_value & 0xFFF) : 0;
    symbol->gpu = loaded->gpu;
    symbol->next = executable->symbols;
    executable->symbols = symbol;
    return symbol->is_kernel ? read_descriptor(loaded, from, symbol, why) : HSA_STATUS_SUCCESS;
}

// The symbol of a handle, or NULL.
static const struct symbol *symbol_of(hsa_executable_symbol_t handle) {
    for (const struct executable *at = executables; at; at = at->next)
        for (const struct symbol *symbol = at->symbols; symbol; symbol = symbol->next)
            if ((uint64_t)symbol == handle.handle)
                return symbol;
    return NULL;
}

hsa_status_t hsa_executable_get_symbol_by_name(hsa_executable_t handle, const char *name,
                                               const hsa_agent_t *agent,
                                               hsa_executable_symbol_t *symbol) {
    NEED_INIT();
    NEED(name && symbol, HSA_STATUS_ERROR_INVALID_ARGUMENT);
    lock_hsa();
    const struct executable *executable = *find_executable(handle);
    const struct symbol *found =
        executable && agent ? find_symbol(executable, name, agent_of(*agent)) : NULL;
    unlock_hsa();
    NEED(executable, HSA_STATUS_ERROR_INVALID_EXECUTABLE);
    NEED(found, HSA_STATUS_ERROR_INVALID_SYMBOL_NAME);
    symbol->handle = (uint64_t)found;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_executable_iterate_symbols(hsa_executable_t handle,
                                            hsa_status_t (*visit)(hsa_executable_t executable,
                                                                  hsa_executable_symbol_t symbol,
                                                                  void *data),
                                            void *data) {
    NEED_INIT();
    NEED(visit, HSA_STATUS_ERROR_INVALID_ARGUMENT);
    lock_hsa();
    const struct executable *executable = *find_executable(handle);
    unlock_hsa();
    NEED(executable, HSA_STATUS_ERROR_INVALID_EXECUTABLE);
    for (const struct symbol *at = executable->symbols; at; at = at->next) {
        hsa_status_t status = visit(handle, (hsa_executable_symbol_t){(uint64_t)at}, data);
        if (status != HSA_STATUS_SUCCESS)
            return status;
    }
    return HSA_STATUS_SUCCESS;
}

// Numbers of 32 bits that kernels, or variables, have.
static bool find_number(const struct symbol *symbol, hsa_executable_symbol_info_t attribute,
                        uint32_t *value) {
    const struct kernel_descriptor *kd = &symbol->descriptor;
    const struct {
        hsa_executable_symbol_info_t attribute;
        enum { OF_BOTH, OF_KERNELS, OF_VARIABLES } of;
        uint32_t value;
    } numbers[] = {
        {HSA_EXECUTABLE_SYMBOL_INFO_TYPE, OF_BOTH,
         symbol->is_kernel ? HSA_SYMBOL_KIND_KERNEL : HSA_SYMBOL_KIND_VARIABLE},
        {HSA_EXECUTABLE_SYMBOL_INFO_NAME_LENGTH, OF_BOTH, (uint32_t)strlen(symbol->name)},
        {HSA_EXECUTABLE_SYMBOL_INFO_MODULE_NAME_LENGTH, OF_BOTH, 0},
        {HSA_EXECUTABLE_SYMBOL_INFO_LINKAGE, OF_BOTH, HSA_SYMBOL_LINKAGE_PROGRAM},
        {HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ALLOCATION, OF_VARIABLES,
         HSA_VARIABLE_ALLOCATION_AGENT},
        {HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_SEGMENT, OF_VARIABLES, HSA_VARIABLE_SEGMENT_GLOBAL},
        {HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ALIGNMENT, OF_VARIABLES, symbol->alignment},
        {HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_SIZE, OF_VARIABLES, (uint32_t)symbol->size},
        {HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE, OF_KERNELS, kd->kernarg_size},
        {HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_ALIGNMENT, OF_KERNELS, 16},
        {HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE, OF_KERNELS,
         kd->group_segment_fixed_size},
        {HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE, OF_KERNELS,
         kd->private_segment_fixed_size},
        {HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_CALL_CONVENTION, OF_KERNELS, 0},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i].attribute == attribute &&
            (numbers[i].of == OF_BOTH || symbol->is_kernel == (numbers[i].of == OF_KERNELS))) {
            *value = numbers[i].value;
            return true;
        }
    return false;
}

static hsa_status_t symbol_info(const struct symbol *symbol, hsa_executable_symbol_info_t attribute,
                                void *value) {
    uint32_t number;
    if (find_number(symbol, attribute, &number)) {
        memcpy(value, &number, sizeof number);
        return HSA_STATUS_SUCCESS;
    }
    switch (attribute) {
    case HSA_EXECUTABLE_SYMBOL_INFO_NAME:
        memcpy(value, symbol->name, strlen(symbol->name));
        return HSA_STATUS_SUCCESS;
    case HSA_EXECUTABLE_SYMBOL_INFO_MODULE_NAME: // which has no characters
        return HSA_STATUS_SUCCESS;
    case HSA_EXECUTABLE_SYMBOL_INFO_IS_DEFINITION:
        *(bool *)value = true;
        return HSA_STATUS_SUCCESS;
    case HSA_EXECUTABLE_SYMBOL_INFO_AGENT:
        *(hsa_agent_t *)value = agent_handle(symbol->gpu);
        return HSA_STATUS_SUCCESS;
    case HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ADDRESS:
    case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT:
        *(uint64_t *)value = symbol->address;
        return HSA_STATUS_SUCCESS;
    case HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_IS_CONST:
        NEED(!symbol->is_kernel, HSA_STATUS_ERROR_INVALID_ARGUMENT);
        *(bool *)value = symbol->is_constant;
        return HSA_STATUS_SUCCESS;
    case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_DYNAMIC_CALLSTACK:
        NEED(symbol->is_kernel, HSA_STATUS_ERROR_INVALID_ARGUMENT);
        *(bool *)value = symbol->descriptor.kernel_code_properties & USES_DYNAMIC_STACK;
        return HSA_STATUS_SUCCESS;
    default:
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
}

hsa_status_t hsa_executable_symbol_get_info(hsa_executable_symbol_t handle,
                                            hsa_executable_symbol_info_t attribute, void *value) {
    NEED_INIT();
    NEED_POINTER(value);
    lock_hsa();
    const struct symbol *symbol = symbol_of(handle);
    hsa_status_t status =
        symbol ? symbol_info(symbol, attribute, value) : HSA_STATUS_ERROR_INVALID_EXECUTABLE_SYMBOL;
    unlock_hsa();
    return status;
}

// Where instructions are counted, debug information says later which lines they are of.
static void keep_file(const struct code_object *object, unsigned number) {
    char path[1000];
    if (!settings()->counts)
        return;
    snprintf(path, sizeof path, "%s.%u", settings()->counts, number);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(object->file, 1, object->size, file) != object->size || fclose(file))
        warn("cannot write '%s'", path);
}

// ---- Loading -----------------------------------------------------------------------------------

static hsa_status_t load(struct executable *executable, struct agent *gpu,
                         const struct reader *reader, hsa_loaded_code_object_t *handle, char *why) {
    struct code_object object;
    hsa_status_t status = code_object_read(&object, reader->file, reader->size, why);
    if (status != HSA_STATUS_SUCCESS)
        return status;
    status = code_object_fits(&object, gpu, why);
    if (status != HSA_STATUS_SUCCESS) {
        code_object_free(&object);
        return status;
    }
    struct loaded *loaded = own(calloc(1, sizeof *loaded));
    loaded->object = object;
    loaded->gpu = gpu;
    enum { WIDEST_LOAD = 64 }; // bytes
    // LLVM widens loads of aligned variables: the last one may be read beyond its end.
    size_t extent = (object.extent + WIDEST_LOAD - 1) / WIDEST_LOAD * WIDEST_LOAD;
    loaded->memory = arena_allocate(extent, &gpu->pools[0], true);
    keep_file(&loaded->object, loaded_count);
    snprintf(loaded->name, sizeof loaded->name, "code object %u (%s)", loaded_count++, gpu->target);
    loaded->next = executable->loaded;
    executable->loaded = loaded;
    status = code_object_load(&object, (uint8_t *)loaded->memory->base, why);
    for (size_t i = 1; i < object.symbol_count && status == HSA_STATUS_SUCCESS; i++)
        status = add_symbol(executable, loaded, &object.symbols[i], why);
    note("load %s at %#" PRIx64 ", %" PRIu64 " bytes", loaded->name, loaded->memory->base,
         object.extent);
    if (handle)
        handle->handle = (uint64_t)loaded;
    return status;
}

hsa_status_t hsa_executable_load_agent_code_object(hsa_executable_t handle,
                                                   hsa_agent_t agent_handle_,
                                                   hsa_code_object_reader_t reader_handle,
                                                   const char *options,
                                                   hsa_loaded_code_object_t *loaded) {
    char why[WHY_SIZE] = "";
    (void)options;
    NEED_INIT();
    struct agent *gpu = agent_of(agent_handle_);
    NEED(gpu, HSA_STATUS_ERROR_INVALID_AGENT);
    NEED(is_gpu(gpu), HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS);
    lock_hsa();
    struct executable *executable = *find_executable(handle);
    const struct reader *reader = *find_reader(reader_handle);
    hsa_status_t status = !executable             ? HSA_STATUS_ERROR_INVALID_EXECUTABLE
                          : !reader               ? HSA_STATUS_ERROR_INVALID_CODE_OBJECT_READER
                          : executable->is_frozen ? HSA_STATUS_ERROR_FROZEN_EXECUTABLE
                                                  : HSA_STATUS_SUCCESS;
    if (status == HSA_STATUS_SUCCESS)
        status = load(executable, gpu, reader, loaded, why);
    unlock_hsa();
    if (why[0])
        note("a code object is not loaded: %s", why);
    return status;
}

hsa_status_t hsa_executable_freeze(hsa_executable_t handle, const char *options) {
    (void)options;
    NEED_INIT();
    lock_hsa();
    struct executable *executable = *find_executable(handle);
    bool was_frozen = executable && executable->is_frozen;
    if (executable)
        executable->is_frozen = true;
    unlock_hsa();
    NEED(executable, HSA_STATUS_ERROR_INVALID_EXECUTABLE);
    NEED(!was_frozen, HSA_STATUS_ERROR_FROZEN_EXECUTABLE);
    for (const struct loaded *at = executable->loaded; at; at = at->next)
        for (unsigned i = 0; i < at->object.segment_count; i++) {
            const Elf64_Phdr *segment = &at->object.segments[i];
            if (is_code(segment))
                machines_add_code(at->gpu, at->memory->base + segment->p_vaddr, segment->p_memsz,
                                  at->memory->base, at->name);
        }
    return HSA_STATUS_SUCCESS;
}

// All executables that can be loaded are valid.
hsa_status_t hsa_executable_validate(hsa_executable_t handle, uint32_t *result) {
    NEED_INIT();
    NEED_POINTER(result);
    lock_hsa();
    bool is_one = *find_executable(handle) != NULL;
    unlock_hsa();
    NEED(is_one, HSA_STATUS_ERROR_INVALID_EXECUTABLE);
    *result = 0;
    return HSA_STATUS_SUCCESS;
}

// ---- Kernels -----------------------------------------------------------------------------------

bool kernel_find(uint64_t descriptor, struct kernel *kernel) {
    static _Thread_local char name[300];
    for (const struct executable *at = executables; at; at = at->next)
        for (const struct symbol *symbol = at->symbols; symbol; symbol = symbol->next)
            if (symbol->is_kernel && symbol->address == descriptor) {
                snprintf(name, sizeof name, "%.*s", (int)strlen(symbol->name) - 3, symbol->name);
                *kernel = (struct kernel){name, symbol->gpu, symbol->descriptor, at->is_frozen};
                return true;
            }
    return false;
}

const char *kernel_name(uint64_t descriptor) {
    struct kernel kernel;
    lock_hsa();
    bool is_one = kernel_find(descriptor, &kernel);
    unlock_hsa();
    return is_one ? kernel.name : NULL;
}

// ---- Deprecated functions ----------------------------------------------------------------------

hsa_status_t hsa_code_object_deserialize(void *code, size_t size, const char *options,
                                         hsa_code_object_t *object) {
    (void)code, (void)size, (void)options, (void)object;
    return HSA_STATUS_ERROR;
}

hsa_status_t hsa_code_object_destroy(hsa_code_object_t object) {
    (void)object;
    return HSA_STATUS_ERROR;
}

hsa_status_t hsa_executable_load_code_object(hsa_executable_t executable, hsa_agent_t agent,
                                             hsa_code_object_t object, const char *options) {
    (void)executable, (void)agent, (void)object, (void)options;
    return HSA_STATUS_ERROR;
}
