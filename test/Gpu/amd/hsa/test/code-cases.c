// Code objects, executables and symbols.
#include "hsa-test.h"

#include <elf.h>

static void loading(void) {
    hsa_executable_t executable;
    uint32_t result;
    begin_hsa("gfx1100");
    OK(load_file("gfx1100.co", &executable));
    CHECK(code_count == 0);
    OK(hsa_executable_freeze(executable, ""));
    CHECK(code_count == 1);
    STATUS(HSA_STATUS_ERROR_FROZEN_EXECUTABLE, hsa_executable_freeze(executable, ""));
    OK(hsa_executable_validate(executable, &result));
    CHECK(result == 0);

    size_t size;
    hsa_code_object_reader_t reader;
    void *bytes = read_file("gfx1100.co", &size);
    STATUS(HSA_STATUS_ERROR_INVALID_ARGUMENT,
           hsa_code_object_reader_create_from_memory(bytes, 0, &reader));
    OK(hsa_code_object_reader_create_from_memory(bytes, size, &reader));
    STATUS(HSA_STATUS_ERROR_FROZEN_EXECUTABLE,
           hsa_executable_load_agent_code_object(executable, gpu, reader, "", NULL));
    STATUS(HSA_STATUS_ERROR_INVALID_EXECUTABLE,
           hsa_executable_load_agent_code_object((hsa_executable_t){8}, gpu, reader, "", NULL));
    OK(hsa_executable_destroy(executable));
    STATUS(HSA_STATUS_ERROR_INVALID_EXECUTABLE, hsa_executable_destroy(executable));
    OK(hsa_executable_create(HSA_PROFILE_FULL, HSA_EXECUTABLE_STATE_UNFROZEN, "", &executable));
    OK(hsa_executable_load_agent_code_object(executable, gpu, reader, "", NULL));
    STATUS(HSA_STATUS_ERROR_VARIABLE_ALREADY_DEFINED,
           hsa_executable_load_agent_code_object(executable, gpu, reader, "", NULL));
    OK(hsa_code_object_reader_destroy(reader));
    STATUS(HSA_STATUS_ERROR_INVALID_CODE_OBJECT_READER, hsa_code_object_reader_destroy(reader));
    OK(hsa_executable_destroy(executable));
}

static hsa_status_t count_symbol(hsa_executable_t executable, hsa_executable_symbol_t symbol,
                                 void *data) {
    uint32_t kind;
    (void)executable;
    OK(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_TYPE, &kind));
    ((unsigned *)data)[kind]++;
    return HSA_STATUS_SUCCESS;
}

static void symbols(void) {
    hsa_executable_t executable;
    hsa_executable_symbol_t symbol;
    unsigned counts[2] = {0};
    uint64_t value = 0;
    char name[100] = {0};
    begin_hsa("gfx1100,gfx90a");
    OK(load_file("gfx1100.co", &executable));
    OK(hsa_executable_iterate_symbols(executable, count_symbol, counts));
    CHECK(counts[HSA_SYMBOL_KIND_KERNEL] == 2 && counts[HSA_SYMBOL_KIND_VARIABLE] == 4);
    STATUS(HSA_STATUS_ERROR_INVALID_SYMBOL_NAME,
           hsa_executable_get_symbol_by_name(executable, "uses", &gpu, &symbol));
    STATUS(HSA_STATUS_ERROR_INVALID_SYMBOL_NAME,
           hsa_executable_get_symbol_by_name(executable, "number", &gpu2, &symbol));
    OK(hsa_executable_get_symbol_by_name(executable, "uses.kd", &gpu, &symbol));
    OK(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_NAME_LENGTH, &value));
    OK(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_NAME, name));
    CHECK(value == 7 && strcmp(name, "uses.kd") == 0);
    STATUS(
        HSA_STATUS_ERROR_INVALID_ARGUMENT,
        hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_SIZE, &value));
    CHECK(symbol_number(executable, "uses.kd",
                        HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE) == 8);
    CHECK(symbol_number(executable, "uses.kd",
                        HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE) == 1024);
    CHECK(symbol_number(executable, "plain.kd",
                        HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE) == 0);

    // A variable has what it was initialised with, and relocations were applied.
    uint64_t number =
        symbol_number(executable, "number", HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ADDRESS);
    uint64_t pointer =
        symbol_number(executable, "pointer", HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ADDRESS);
    CHECK(*(int *)number == 7 && *(uint64_t *)pointer == number);
    int **to_hidden =
        (int **)symbol_number(executable, "to_hidden", HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ADDRESS);
    CHECK(**to_hidden == 9);
    CHECK(symbol_number(executable, "constant", HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_SIZE) == 12);
    CHECK(symbol_number(executable, "number", HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_IS_CONST) == 0);

    // Variables can be copied to and from.
    hsa_signal_t done = make_signal(1);
    int *host = allocate(fine, 4);
    *host = 12;
    OK(hsa_amd_memory_async_copy((void *)number, gpu, host, gpu, 4, 0, NULL, done));
    wait_for(done, 0);
    CHECK(*(int *)number == 12);
    OK(hsa_executable_destroy(executable));
    STATUS(HSA_STATUS_ERROR_INVALID_EXECUTABLE_SYMBOL,
           hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_TYPE, &value));
}

static void other_processors(void) {
    hsa_executable_t executable;
    begin_hsa("gfx1100");
    STATUS(HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS, load_file("gfx90a.co", &executable));
    STATUS(HSA_STATUS_ERROR_VARIABLE_UNDEFINED, load_file("undefined.co", &executable));
    OK(load_file("generic.co", &executable));
}

static void without_xnack(void) {
    hsa_executable_t executable;
    begin_hsa("gfx90a");
    OK(load_file("gfx90a.co", &executable)); // of any xnack
    STATUS(HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS, load_file("gfx90a-xnack.co", &executable));
    STATUS(HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS, load_file("generic.co", &executable));
}

static void with_xnack(void) {
    hsa_executable_t executable;
    begin_hsa("gfx90a:xnack+");
    OK(load_file("gfx90a.co", &executable));
    OK(load_file("gfx90a-xnack.co", &executable));
}

// Whatever is in a file, it is loaded or refused.
static void broken_files(void) {
    hsa_executable_t executable;
    size_t size;
    begin_hsa("gfx1100");
    char *file = read_file("gfx1100.co", &size);
    for (size_t length = 1; length < size; length += length < 2000 ? 1 : 37) {
        char *copy = malloc(length); // exactly, so that tools notice what is read behind it
        memcpy(copy, file, length);
        STATUS(HSA_STATUS_ERROR_INVALID_CODE_OBJECT, load_bytes(copy, length, &executable));
        OK(hsa_executable_destroy(executable));
        free(copy);
    }
    char *copy = malloc(size);
    unsigned loaded = 0, refused = 0;
    for (uint64_t random = 1, i = 0; i < 4000; i++) {
        memcpy(copy, file, size);
        for (int n = 0; n < 3; n++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            // mostly where headers, symbols and relocations are
            size_t at = random >> 62 ? (random >> 33) % 0x700 : (random >> 33) % size;
            copy[at] = (char)(random >> 24);
        }
        if (load_bytes(copy, size, &executable) == HSA_STATUS_SUCCESS)
            loaded++;
        else
            refused++;
        OK(hsa_executable_destroy(executable));
    }
    CHECK(loaded > 100 && refused > 100);
    free(copy);
    free(file);
}

const struct test_case code_cases[] = {
    {"loading", loading, 0, NULL},
    {"symbols", symbols, MANY_SEEDS, NULL},
    {"other processors", other_processors, 0, NULL},
    {"without xnack", without_xnack, 0, NULL},
    {"with xnack", with_xnack, 0, NULL},
    {"broken files", broken_files, 0, NULL},
    {0},
};
