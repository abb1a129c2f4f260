#include "host/resident/knowncalls.h"

#include "base/names.h"

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
#define WRITE_ITEMS(pointer, size, count) {OC_TOUCH_WRITE, pointer, 0, size, count}
#define WRITE_ALL(pointer) {OC_TOUCH_WRITE, pointer, OC_ALL_BYTES, -1, -1}
#define WRITE_BYTES(pointer, bytes) {OC_TOUCH_WRITE, pointer, bytes, -1, -1}
#define STRING(pointer) {OC_TOUCH_STRING, pointer, 0, -1, -1}
#define FREE(pointer) {OC_TOUCH_FREE, pointer, 0, -1, -1}
#define MATH(name) PLAIN(name), PLAIN(name "f")

// Sorted by name. strtol and the like are not here: they store the address that they are given.
static const struct oc_known_call calls[] = {
    TOUCHES("__memcpy_chk", READ(1, 2), OVERWRITE(0, 2)),
    TOUCHES(OC_NAME_END_ROOM, FREE(0)),
    PLAIN(OC_NAME_ROOM),
    TOUCHES("__memmove_chk", READ(1, 2), OVERWRITE(0, 2)),
    TOUCHES("__memset_chk", OVERWRITE(0, 2)),
    TO_STREAM("__fprintf_chk", 0, 2, STRING(2)),
    PRINTS("__printf_chk", 1, STRING(1)),
    PRINTS("__snprintf_chk", 4, STRING(4), WRITE(0, 1)),
    PRINTS("__sprintf_chk", 3, STRING(3), WRITE_ALL(0)),
    PLAIN("abs"),
    MATH("acos"),
    MATH("acosh"),
    PLAIN("aligned_alloc"),
    MATH("asin"),
    MATH("asinh"),
    MATH("atan"),
    MATH("atan2"),
    MATH("atanh"),
    TOUCHES("atof", STRING(0)),
    TOUCHES("atoi", STRING(0)),
    TOUCHES("atol", STRING(0)),
    PLAIN("calloc"),
    MATH("cbrt"),
    MATH("ceil"),
    PLAIN("clock"),
    TOUCHES("clock_gettime", WRITE_BYTES(1, 16)),
    MATH("copysign"),
    MATH("cos"),
    MATH("cosh"),
    PLAIN("drand48"),
    MATH("erf"),
    MATH("erfc"),
    MATH("exp"),
    MATH("exp2"),
    MATH("expm1"),
    MATH("fabs"),
    TO_STREAM("fclose", 0, -1, {0}),
    PLAIN("feof"),
    PLAIN("ferror"),
    TO_STREAM("fflush", 0, -1, {0}),
    TO_STREAM("fgetc", 0, -1, {0}),
    TO_STREAM("fgets", 2, -1, WRITE(0, 1)),
    MATH("floor"),
    MATH("fma"),
    MATH("fmax"),
    MATH("fmin"),
    MATH("fmod"),
    TOUCHES("fopen", STRING(0), STRING(1)),
    TO_STREAM("fprintf", 0, 1, STRING(1)),
    TO_STREAM("fputc", 1, -1, {0}),
    TO_STREAM("fputs", 1, -1, STRING(0)),
    TO_STREAM("fread", 3, -1, WRITE_ITEMS(0, 1, 2)),
    TOUCHES("free", FREE(0)),
    TO_STREAM("fwrite", 3, -1, READ_ITEMS(0, 1, 2)),
    TO_STREAM("getc", 0, -1, {0}),
    PLAIN("getchar"),
    TOUCHES("getenv", STRING(0)),
    TOUCHES("gettimeofday", WRITE_BYTES(0, 16), WRITE_BYTES(1, 8)),
    MATH("hypot"),
    PLAIN("labs"),
    MATH("log"),
    MATH("log10"),
    MATH("log1p"),
    MATH("log2"),
    PLAIN("lrand48"),
    MATH("lround"),
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
    TOUCHES("perror", STRING(0)),
    MATH("pow"),
    PRINTS("printf", 0, STRING(0)),
    TO_STREAM("putc", 1, -1, {0}),
    PLAIN("putchar"),
    TOUCHES("puts", STRING(0)),
    PLAIN("rand"),
    PLAIN("random"),
    TO_STREAM("rewind", 0, -1, {0}),
    MATH("rint"),
    MATH("round"),
    MATH("sin"),
    MATH("sinh"),
    PRINTS("snprintf", 2, STRING(2), WRITE(0, 1)),
    PRINTS("sprintf", 1, STRING(1), WRITE_ALL(0)),
    MATH("sqrt"),
    PLAIN("srand"),
    PLAIN("srand48"),
    PLAIN("srandom"),
    TOUCHES("strcmp", STRING(0), STRING(1)),
    TOUCHES("strcpy", STRING(1), WRITE_ALL(0)),
    TOUCHES("strlen", STRING(0)),
    MATH("tan"),
    MATH("tanh"),
    TOUCHES("time", WRITE_BYTES(0, 8)),
    PLAIN("tmpfile"),
    MATH("trunc"),
};
enum { CALLS = sizeof calls / sizeof *calls };

const struct oc_known_call *oc_known_call(const char *name) {
    for (size_t i = 0; i < CALLS; i++)
        if (calls[i].name[0] == name[0] && strcmp(calls[i].name, name) == 0)
            return &calls[i];
    return NULL;
}

static bool is_standard_stream(LLVMValueRef stream) {
    static const char *const names[] = {"stdin", "stdout", "stderr"};
    if (!LLVMIsALoadInst(stream))
        return false;
    LLVMValueRef variable = LLVMGetOperand(stream, 0);
    if (!LLVMIsAGlobalVariable(variable) || !LLVMIsDeclaration(variable))
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(oc_ir_name(variable), names[i]) == 0)
            return true;
    return false;
}

static bool is_used_as_stream(LLVMValueRef user, LLVMValueRef stream) {
    const struct oc_known_call *known =
        oc_ir_is_call(user) ? oc_known_call(oc_ir_callee_name(user)) : NULL;
    for (unsigned i = 0; known && i < LLVMGetNumArgOperands(user); i++)
        if (LLVMGetOperand(user, i) == stream && known->stream != (int)i)
            return false;
    return known;
}

// Whether it is a file that is opened in the same function, and used for nothing but input and
// output: setvbuf could give it memory of the program's.
static bool is_opened_here(LLVMValueRef stream) {
    if (!oc_ir_is_call(stream) || (strcmp(oc_ir_callee_name(stream), "fopen") != 0 &&
                                   strcmp(oc_ir_callee_name(stream), "tmpfile") != 0))
        return false;
    for (LLVMUseRef use = LLVMGetFirstUse(stream); use; use = LLVMGetNextUse(use))
        if (!LLVMIsAICmpInst(LLVMGetUser(use)) && !is_used_as_stream(LLVMGetUser(use), stream))
            return false;
    return true;
}

bool oc_known_call_is_certain(const struct oc_known_call *known, LLVMValueRef call) {
    if (known->stream < 0)
        return true;
    if ((unsigned)known->stream >= LLVMGetNumArgOperands(call))
        return false;
    LLVMValueRef stream = LLVMGetOperand(call, (unsigned)known->stream);
    return is_standard_stream(stream) || is_opened_here(stream);
}
