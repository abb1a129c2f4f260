// hsa-test.h - what the cases of hsa-test share.
#ifndef AMD_HSA_TEST_H
#define AMD_HSA_TEST_H

#include "../api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct dispatch;

// A case runs in a process of its own, with many seeds or one. `message`, if there is one, is part
// of what is said when it ends by a signal.
enum { MANY_SEEDS = -1 };
struct test_case {
    const char *name;
    void (*run)(void);
    int seed;
    const char *message;
};
extern const struct test_case memory_cases[], work_cases[], queue_cases[], code_cases[];

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                        \
            _Exit(1);                                                                              \
        }                                                                                          \
    } while (0)
#define STATUS(expected, call)                                                                     \
    do {                                                                                           \
        unsigned status_ = (call);                                                                 \
        if (status_ != (unsigned)(expected)) {                                                     \
            fprintf(stderr, "%s:%d: %#x, not %s: %s\n", __FILE__, __LINE__, status_, #expected,    \
                    #call);                                                                        \
            _Exit(1);                                                                              \
        }                                                                                          \
    } while (0)
#define OK(call) STATUS(HSA_STATUS_SUCCESS, call)

extern hsa_agent_t cpu, gpu, gpu2;
extern hsa_amd_memory_pool_t fine, kernarg, device, lds; // device and lds are of `gpu`

void begin_hsa(const char *gpus);
void *allocate(hsa_amd_memory_pool_t pool, size_t size); // accessible by `gpu`
hsa_signal_t make_signal(int64_t value);
int64_t wait_for(hsa_signal_t signal, int64_t value);

// Code objects: a new executable, which is not frozen.
void *read_file(const char *name, size_t *size);
hsa_status_t load_bytes(const void *bytes, size_t size, hsa_executable_t *executable);
hsa_status_t load_file(const char *name, hsa_executable_t *executable);
uint64_t symbol_number(hsa_executable_t executable, const char *name,
                       hsa_executable_symbol_info_t attribute);

// What happens instead of a kernel; and how many segments of code the machines have.
extern bool (*on_dispatch)(const char *kernel, const struct dispatch *dispatch);
extern unsigned code_count;

#endif
