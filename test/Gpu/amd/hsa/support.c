#include "support.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

pthread_mutex_t hsa_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t hsa_changed;

static struct settings read_settings;
static uint64_t random_state;

static uint64_t number(const char *name, uint64_t otherwise) {
    const char *text = getenv(name);
    return text && *text ? strtoull(text, NULL, 0) : otherwise;
}

static void prepare(void) {
    const char *gpus = getenv("EMULATE_AMD");
    snprintf(read_settings.gpus, sizeof read_settings.gpus, "%s", gpus ? gpus : "gfx1100");
    read_settings.seed = number("EMULATE_SEED", 0);
    read_settings.counts = getenv("EMULATE_COUNTS");
    read_settings.logs = number("EMULATE_LOG", 0) != 0;
    read_settings.units = (uint32_t)number("EMULATE_UNITS", 0);
    read_settings.patience = (uint32_t)number("EMULATE_PATIENCE", 10000);
    random_state = (read_settings.seed + 1) * 0x9E3779B97F4A7C15u;

    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&hsa_changed, &attributes);
    pthread_condattr_destroy(&attributes);
}

const struct settings *settings(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, prepare);
    return &read_settings;
}

static void print(const char *format, va_list arguments) {
    char line[2000];
    vsnprintf(line, sizeof line, format, arguments);
    fprintf(stderr, "hsa: %s\n", line);
}

void stop(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print(format, arguments);
    va_end(arguments);
    fflush(NULL);
    abort();
}

void note(const char *format, ...) {
    if (!settings()->logs)
        return;
    va_list arguments;
    va_start(arguments, format);
    print(format, arguments);
    va_end(arguments);
}

void warn(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print(format, arguments);
    va_end(arguments);
}

hsa_status_t refuse(char *why, hsa_status_t status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, WHY_SIZE, format, arguments);
    va_end(arguments);
    return status;
}

void *own(void *memory) {
    if (!memory)
        stop("the host's memory is exhausted");
    return memory;
}

uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

// xorshift64
uint64_t random_number(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state >> 16;
}

bool one_in(uint32_t n) {
    return n && random_number() % n == 0;
}
