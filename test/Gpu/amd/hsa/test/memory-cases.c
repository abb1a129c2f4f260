// Agents, pools, allocating, locking and copying.
#include "hsa-test.h"

#include <inttypes.h>
#include <sys/mman.h>

static void not_initialized(void) {
    void *memory;
    STATUS(HSA_STATUS_ERROR_NOT_INITIALIZED, hsa_iterate_agents(NULL, NULL));
    STATUS(HSA_STATUS_ERROR_NOT_INITIALIZED, hsa_amd_memory_pool_allocate(fine, 8, 0, &memory));
    OK(hsa_init());
    OK(hsa_init());
    OK(hsa_shut_down());
    STATUS(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_iterate_agents(NULL, NULL));
    OK(hsa_shut_down());
    STATUS(HSA_STATUS_ERROR_NOT_INITIALIZED, hsa_shut_down());
}

static hsa_status_t stop_at_once(hsa_agent_t agent, void *data) {
    (void)agent;
    ++*(int *)data;
    return HSA_STATUS_INFO_BREAK;
}

static hsa_status_t first_name(hsa_isa_t isa, void *data) {
    uint32_t length;
    OK(hsa_isa_get_info_alt(isa, HSA_ISA_INFO_NAME_LENGTH, &length));
    OK(hsa_isa_get_info_alt(isa, HSA_ISA_INFO_NAME, data));
    CHECK(strlen(data) + 1 == length);
    return HSA_STATUS_INFO_BREAK;
}

static void agents(void) {
    uint32_t number;
    int visits = 0;
    char text[100];
    begin_hsa("gfx90a,gfx1201");
    // An iteration that its callback ends says so.
    STATUS(HSA_STATUS_INFO_BREAK, hsa_iterate_agents(stop_at_once, &visits));
    CHECK(visits == 1 && gpu2.handle);
    STATUS(HSA_STATUS_ERROR_INVALID_AGENT,
           hsa_agent_get_info((hsa_agent_t){1}, HSA_AGENT_INFO_NODE, &number));
    STATUS(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_agent_get_info(gpu, (hsa_agent_info_t)999, text));
    OK(hsa_agent_get_info(gpu, HSA_AGENT_INFO_WAVEFRONT_SIZE, &number));
    CHECK(number == 64);
    OK(hsa_agent_get_info(gpu2, HSA_AGENT_INFO_WAVEFRONT_SIZE, &number));
    CHECK(number == 32);
    OK(hsa_agent_get_info(gpu2, HSA_AMD_AGENT_INFO_UUID, text));
    CHECK(strlen(text) == 20 && strncmp(text, "GPU-", 4) == 0);
    STATUS(HSA_STATUS_INFO_BREAK, hsa_agent_iterate_isas(gpu, first_name, text));
    CHECK(strcmp(text, "amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-") == 0);
    STATUS(HSA_STATUS_INFO_BREAK, hsa_agent_iterate_isas(gpu2, first_name, text));
    CHECK(strcmp(text, "amdgcn-amd-amdhsa--gfx1201") == 0);
}

static void no_gpus(void) {
    begin_hsa("");
    CHECK(cpu.handle && !gpu.handle);
}

static void unknown_gpu(void) {
    begin_hsa("gfx1100,gfx7");
}

static void allocating(void) {
    void *memory = NULL;
    size_t size;
    begin_hsa("gfx1100");
    STATUS(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_amd_memory_pool_allocate(fine, 0, 0, &memory));
    STATUS(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_amd_memory_pool_allocate(fine, 8, 0, NULL));
    STATUS(HSA_STATUS_ERROR_INVALID_MEMORY_POOL,
           hsa_amd_memory_pool_allocate((hsa_amd_memory_pool_t){3}, 8, 0, &memory));
    STATUS(HSA_STATUS_ERROR_INVALID_ALLOCATION, hsa_amd_memory_pool_allocate(lds, 8, 0, &memory));
    OK(hsa_amd_memory_pool_get_info(device, HSA_AMD_MEMORY_POOL_INFO_SIZE, &size));
    STATUS(HSA_STATUS_ERROR_INVALID_ALLOCATION,
           hsa_amd_memory_pool_allocate(device, size + 1, 0, &memory));
    OK(hsa_amd_memory_pool_allocate(device, size, 0, &memory));
    STATUS(HSA_STATUS_ERROR_OUT_OF_RESOURCES, hsa_amd_memory_pool_allocate(device, 1, 0, &memory));
    OK(hsa_amd_memory_pool_free(memory));
    OK(hsa_amd_memory_pool_allocate(device, 64, 0, &memory));
    uint64_t *words = memory, different = 0;
    CHECK((uint64_t)memory % 4096 == 0);
    for (int i = 1; i < 8; i++) // fresh memory has junk
        different += words[i] != words[0] && words[i] != 0;
    CHECK(different == 7);
    STATUS(HSA_STATUS_ERROR_INVALID_ALLOCATION, hsa_amd_memory_pool_free(words + 1));
    OK(hsa_amd_memory_pool_free(memory));
    STATUS(HSA_STATUS_ERROR_INVALID_ALLOCATION, hsa_amd_memory_pool_free(memory));
    STATUS(HSA_STATUS_ERROR_INVALID_ALLOCATION, hsa_amd_memory_pool_free(&size));
    OK(hsa_amd_memory_pool_free(NULL));
}

static void freed_memory_is_used(void) {
    begin_hsa("gfx1100");
    volatile char *memory = allocate(fine, 8);
    OK(hsa_amd_memory_pool_free((void *)memory));
    memory[0] = 1;
}

static void written_behind(void) {
    begin_hsa("gfx1100");
    char *memory = allocate(fine, 8);
    memory[9] = 1;
    OK(hsa_amd_memory_pool_free(memory));
}

static void pointers(void) {
    hsa_amd_pointer_info_t info = {.size = sizeof info};
    hsa_agent_t *list;
    uint32_t count;
    char array[100];
    void *locked;
    begin_hsa("gfx1100,gfx90a");
    char *memory = allocate(fine, 100);
    OK(hsa_amd_pointer_info(memory + 99, &info, malloc, &count, &list));
    CHECK(info.type == HSA_EXT_POINTER_TYPE_HSA && info.hostBaseAddress == memory);
    CHECK(info.sizeInBytes == 100 && info.agentOwner.handle == cpu.handle);
    CHECK(count == 1 && list[0].handle == gpu.handle);
    free(list);
    OK(hsa_amd_pointer_info(memory + 100, &info, NULL, NULL, NULL));
    CHECK(info.type == HSA_EXT_POINTER_TYPE_UNKNOWN);
    OK(hsa_amd_pointer_info(array, &info, NULL, NULL, NULL));
    CHECK(info.type == HSA_EXT_POINTER_TYPE_UNKNOWN);
    OK(hsa_amd_memory_lock(array, sizeof array, NULL, 0, &locked));
    OK(hsa_amd_pointer_info(array + 1, &info, NULL, NULL, NULL));
    CHECK(info.type == HSA_EXT_POINTER_TYPE_LOCKED && info.hostBaseAddress == array);
    OK(hsa_amd_memory_unlock(array));
    info.size = 0;
    STATUS(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_amd_pointer_info(array, &info, NULL, NULL, NULL));

    uint32_t flags = 0;
    STATUS(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_amd_agents_allow_access(0, &gpu, NULL, memory));
    STATUS(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_amd_agents_allow_access(1, &gpu, &flags, memory));
    STATUS(HSA_STATUS_ERROR_INVALID_AGENT,
           hsa_amd_agents_allow_access(1, &(hsa_agent_t){5}, NULL, memory));
    STATUS(HSA_STATUS_ERROR_INVALID_ALLOCATION, hsa_amd_agents_allow_access(1, &gpu, NULL, array));
}

static void locking(void) {
    char array[100];
    void *locked;
    begin_hsa("gfx1100");
    STATUS(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_amd_memory_lock(array, 0, NULL, 0, &locked));
    STATUS(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_amd_memory_lock(array, 9, &gpu, 0, &locked));
    STATUS(HSA_STATUS_ERROR_INVALID_AGENT,
           hsa_amd_memory_lock(array, 9, &(hsa_agent_t){5}, 1, &locked));
    STATUS(HSA_STATUS_ERROR, hsa_amd_memory_lock(allocate(fine, 9), 9, NULL, 0, &locked));
    char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(pages + 4096, 4096);
    STATUS(HSA_STATUS_ERROR_OUT_OF_RESOURCES, hsa_amd_memory_lock(pages, 4097, NULL, 0, &locked));
    OK(hsa_amd_memory_lock(pages, 4096, &gpu, 1, &locked));
    OK(hsa_amd_memory_lock(pages, 8, &gpu, 1, &locked)); // what is locked longer can be copied
    hsa_signal_t done = make_signal(1);
    OK(hsa_amd_memory_async_copy(allocate(device, 4096), gpu, pages, gpu, 4096, 0, NULL, done));
    wait_for(done, 0);
    OK(hsa_amd_memory_unlock(pages));
    OK(hsa_amd_memory_unlock(pages));
}

static void unlocked_twice(void) {
    char array[8];
    void *locked;
    begin_hsa("gfx1100");
    OK(hsa_amd_memory_lock(array, 8, NULL, 0, &locked));
    OK(hsa_amd_memory_unlock(array));
    hsa_amd_memory_unlock(array);
}

static void filling(void) {
    begin_hsa("gfx1100");
    uint32_t *memory = allocate(device, 12);
    OK(hsa_amd_memory_fill(memory, 0x01020304, 3));
    CHECK(memory[0] == 0x01020304 && memory[2] == 0x01020304);
    OK(hsa_amd_memory_fill(memory, 0, 0));
    STATUS(HSA_STATUS_ERROR_INVALID_ALLOCATION, hsa_amd_memory_fill(memory, 0, 4));
    STATUS(HSA_STATUS_ERROR_INVALID_ALLOCATION, hsa_amd_memory_fill(memory + 1, 0, 3));
    STATUS(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_amd_memory_fill((char *)memory + 1, 0, 1));
    char array[8] = "1234567";
    OK(hsa_memory_copy(memory, array, 8));
    OK(hsa_memory_copy(array + 4, memory, 4));
    CHECK(memcmp(array, "12341234", 8) == 0);
}

static void copied_at_once_too_much(void) {
    char array[16] = {0};
    begin_hsa("gfx1100");
    hsa_memory_copy(allocate(device, 12), array, 13);
}

// ---- Asynchronous copies -----------------------------------------------------------------------

static hsa_status_t copy(void *to, hsa_agent_t to_agent, const void *from, hsa_agent_t from_agent,
                         size_t size, hsa_signal_t done) {
    return hsa_amd_memory_async_copy(to, to_agent, from, from_agent, size, 0, NULL, done);
}

static void copies(void) {
    begin_hsa("gfx1100");
    char *to = allocate(device, 100), *from = allocate(fine, 100), *back = allocate(fine, 100);
    hsa_signal_t done = make_signal(2), need = make_signal(1), destroyed = make_signal(1);
    OK(hsa_signal_destroy(destroyed));
    STATUS(HSA_STATUS_ERROR_INVALID_ARGUMENT, copy(NULL, gpu, from, gpu, 100, done));
    STATUS(HSA_STATUS_ERROR_INVALID_ARGUMENT, copy(to, gpu, from, gpu, 100, (hsa_signal_t){0}));
    STATUS(HSA_STATUS_ERROR_INVALID_AGENT, copy(to, (hsa_agent_t){3}, from, gpu, 100, done));
    STATUS(HSA_STATUS_ERROR_INVALID_SIGNAL, copy(to, gpu, from, gpu, 100, destroyed));
    STATUS(HSA_STATUS_ERROR, copy(back, cpu, from, cpu, 100, done)); // that is memcpy's business
    STATUS(HSA_STATUS_ERROR_INVALID_ARGUMENT,
           hsa_amd_memory_async_copy(to, gpu, from, gpu, 100, 0, &need, done));
    memset(from, 'x', 100);
    OK(copy(to, gpu, from, cpu, 100, done));
    OK(hsa_amd_memory_async_copy(back, cpu, to, gpu, 100, 1, &need, done));
    OK(copy(to, gpu, from, gpu, 0, done)); // changes nothing
    wait_for(done, 1);
    CHECK(hsa_signal_load_scacquire(done) == 1);
    hsa_signal_store_screlease(need, 0);
    wait_for(done, 0);
    CHECK(memcmp(back, from, 100) == 0);
}

static void copied_behind_the_end(void) {
    begin_hsa("gfx1100");
    copy(allocate(device, 100), gpu, allocate(fine, 200), gpu, 101, make_signal(1));
}

static void copied_from_unlocked(void) {
    char array[8];
    begin_hsa("gfx1100");
    copy(allocate(device, 8), gpu, array, cpu, 8, make_signal(1));
}

static void copied_beyond_what_is_locked(void) {
    char array[8];
    void *locked;
    begin_hsa("gfx1100");
    OK(hsa_amd_memory_lock(array, 4, NULL, 0, &locked));
    copy(allocate(device, 8), gpu, array, cpu, 8, make_signal(1));
}

static void copied_without_access(void) {
    void *memory;
    begin_hsa("gfx1100");
    OK(hsa_amd_memory_pool_allocate(fine, 8, 0, &memory));
    copy(allocate(device, 8), gpu, memory, cpu, 8, make_signal(1));
}

static void copied_after_access_went_to_another(void) {
    begin_hsa("gfx1100,gfx90a");
    void *memory = allocate(fine, 8);
    OK(hsa_amd_agents_allow_access(1, &gpu2, NULL, memory));
    copy(allocate(device, 8), gpu, memory, cpu, 8, make_signal(1));
}

static void freed_before_the_copy(void) {
    begin_hsa("gfx1100");
    void *memory = allocate(fine, 8);
    hsa_signal_t done = make_signal(1);
    OK(copy(allocate(device, 8), gpu, memory, cpu, 8, done));
    OK(hsa_amd_memory_pool_free(memory));
    wait_for(done, 0);
}

const struct test_case memory_cases[] = {
    {"not initialized", not_initialized, 0, NULL},
    {"agents", agents, 0, NULL},
    {"no GPUs", no_gpus, 0, NULL},
    {"unknown GPU", unknown_gpu, 0, "EMULATE_AMD: there is no 'gfx7' here"},
    {"allocating", allocating, 0, NULL},
    {"freed memory is used", freed_memory_is_used, 0, ""},
    {"written behind", written_behind, 0, "1 bytes behind its end is 0x1 now"},
    {"pointers", pointers, 0, NULL},
    {"locking", locking, 0, NULL},
    {"unlocked twice", unlocked_twice, 0, "was not locked"},
    {"filling", filling, MANY_SEEDS, NULL},
    {"copied at once too much", copied_at_once_too_much, MANY_SEEDS,
     "it ends behind the allocation"},
    {"copies", copies, MANY_SEEDS, NULL},
    {"copied behind the end", copied_behind_the_end, MANY_SEEDS, "it ends behind the allocation"},
    {"copied from unlocked", copied_from_unlocked, MANY_SEEDS,
     "memory of the host's that is not locked"},
    {"copied beyond what is locked", copied_beyond_what_is_locked, MANY_SEEDS,
     "behind the 4 locked bytes"},
    {"copied without access", copied_without_access, MANY_SEEDS, "was not made accessible"},
    {"copied after access went to another", copied_after_access_went_to_another, MANY_SEEDS,
     "was not made accessible"},
    {"freed before the copy", freed_before_the_copy, 0,
     "when it is done: it was in the allocation"},
    {0},
};
