#include "host/resident/knowncalls.h"

#include <stdlib.h>
#include <string.h>

#define PLAIN(name) {name, {{0}}, -1, -1}
#define TOUCHES(name, ...) {name, {__VA_ARGS__}, -1, -1}
#define PRINTS(name, format, ...) {name, {__VA_ARGS__}, format, -1}
#define TO_STREAM(name, stream, format, ...) {name, {__VA_ARGS__}, format, stream}
#define READ(pointer, size) {OC_TOUCH_READ, pointer, 0, size, -1}
#define READ_ITEMS(pointer, size, count) {OC_TOUCH_READ, pointer, 0, size, count}
#define WRITE(pointer, size) {OC_TOUCH_WRITE, pointer, 0, size, -1}
#define OVERWRITE(pointer, size) {OC_TOUCH_OVERWRITE, pointer, 0, size, -1}
#define WRITE_BYTES(pointer, bytes) {OC_TOUCH_WRITE, pointer, bytes, -1, -1}
#define STRING(pointer) {OC_TOUCH_STRING, pointer, 0, -1, -1}
#define FREE(pointer) {OC_TOUCH_FREE, pointer, 0, -1, -1}
#define MATH(name) PLAIN(name), PLAIN(name "f")

// Sorted by name, as strcmp does.
static const struct oc_known_call calls[] = {
    TOUCHES("__memcpy_chk", READ(1, 2), OVERWRITE(0, 2)),
    TOUCHES("__memmove_chk", READ(1, 2), OVERWRITE(0, 2)),
    TOUCHES("__memset_chk", OVERWRITE(0, 2)),
    TO_STREAM("__fprintf_chk", 0, 2, STRING(2)),
    PRINTS("__printf_chk", 1, STRING(1)),
    PLAIN("abs"),
    MATH("acos"),
    PLAIN("aligned_alloc"),
    MATH("asin"),
    MATH("atan"),
    MATH("atan2"),
    TOUCHES("atof", STRING(0)),
    TOUCHES("atoi", STRING(0)),
    TOUCHES("atol", STRING(0)),
    PLAIN("calloc"),
    MATH("cbrt"),
    MATH("ceil"),
    PLAIN("clock"),
    TOUCHES("clock_gettime", WRITE_BYTES(1, 16)),
    MATH("cos"),
    MATH("cosh"),
    MATH("exp"),
    MATH("exp2"),
    MATH("fabs"),
    PLAIN("feof"),
    PLAIN("ferror"),
    MATH("floor"),
    MATH("fmax"),
    MATH("fmin"),
    MATH("fmod"),
    TO_STREAM("fprintf", 0, 1, STRING(1)),
    TO_STREAM("fputc", 1, -1, {0}),
    TO_STREAM("fputs", 1, -1, STRING(0)),
    TOUCHES("free", FREE(0)),
    TO_STREAM("fwrite", 3, -1, READ_ITEMS(0, 1, 2)),
    TOUCHES("gettimeofday", WRITE_BYTES(0, 16), WRITE_BYTES(1, 8)),
    MATH("hypot"),
    PLAIN("labs"),
    MATH("log"),
    MATH("log10"),
    MATH("log2"),
    PLAIN("malloc"),
    TOUCHES("memcmp", READ(0, 2), READ(1, 2)),
    TOUCHES("memcpy", READ(1, 2), OVERWRITE(0, 2)),
    TOUCHES("memmove", READ(1, 2), OVERWRITE(0, 2)),
    TOUCHES("memset", OVERWRITE(0, 2)),
    PLAIN("omp_get_max_threads"),
    PLAIN("omp_get_num_devices"),
    PLAIN("omp_get_num_threads"),
    PLAIN("omp_get_thread_num"),
    PLAIN("omp_get_wtime"),
    MATH("pow"),
    PRINTS("printf", 0, STRING(0)),
    TO_STREAM("putc", 1, -1, {0}),
    PLAIN("putchar"),
    TOUCHES("puts", STRING(0)),
    PLAIN("rand"),
    MATH("rint"),
    MATH("round"),
    MATH("sin"),
    MATH("sinh"),
    MATH("sqrt"),
    PLAIN("srand"),
    TOUCHES("strlen", STRING(0)),
    MATH("tan"),
    MATH("tanh"),
    TOUCHES("time", WRITE_BYTES(0, 8)),
    MATH("trunc"),
};
enum { CALLS = sizeof calls / sizeof *calls };

const struct oc_known_call *oc_known_call(const char *name) {
    for (size_t i = 0; i < CALLS; i++)
        if (strcmp(calls[i].name, name) == 0)
            return &calls[i];
    return NULL;
}
