// After clang/lib/Driver/ToolChain.cpp of LLVM 22 (getTargetAndModeFromProgramName).
#include "driver/called.h"

#include <string.h>
#include <unistd.h>

static const char *without_version(struct oc_arena *arena, const char *base) {
    size_t length = strlen(base);
    while (length && strchr("0123456789.", base[length - 1]))
        length--;
    while (length && base[length - 1] == '-')
        length--;
    return oc_arena_strndup(arena, base, length);
}

static bool find_mode(const char *base, enum oc_mode *out) {
    static const struct {
        const char *end;
        enum oc_mode mode;
    } table[] = {
        {"clang", OC_MODE_C},    {"clang-gcc", OC_MODE_C}, {"++", OC_MODE_CXX},
        {"clang-cc", OC_MODE_C}, {"cc", OC_MODE_C},        {"cpp", OC_MODE_PREPROCESSOR},
        {"cl", OC_MODE_OTHER},   {"flang", OC_MODE_OTHER}, {"flang-new", OC_MODE_OTHER},
        {"dxc", OC_MODE_OTHER},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (oc_ends_with(base, table[i].end)) {
            *out = table[i].mode;
            return true;
        }
    return false;
}

enum oc_mode oc_called_mode(const char *name) {
    struct oc_arena arena = {0};
    enum oc_mode mode = OC_MODE_C;
    const char *base = oc_base_name(name);
    if (!find_mode(base, &mode) && !find_mode(without_version(&arena, base), &mode)) {
        const char *dash = strrchr(base, '-'); // "clang++-tot"
        if (dash)
            find_mode(oc_arena_strndup(&arena, base, (size_t)(dash - base)), &mode);
    }
    oc_arena_release(&arena);
    return mode;
}

enum oc_mode oc_called_mode_of(const char *value) {
    return strcmp(value, "gcc") == 0   ? OC_MODE_C
           : strcmp(value, "g++") == 0 ? OC_MODE_CXX
           : strcmp(value, "cpp") == 0 ? OC_MODE_PREPROCESSOR
                                       : OC_MODE_OTHER;
}

const char *oc_called_name(const char *name, const struct oc_arguments *arguments) {
    struct oc_arena arena = {0};
    bool plain = strcmp(without_version(&arena, oc_base_name(name)), "offloadcc") == 0;
    oc_arena_release(&arena);
    bool canonical = true;
    for (size_t i = 0; i < arguments->count; i++) {
        const char *word = arguments->items[i].words[0];
        if (strcmp(word, "-no-canonical-prefixes") == 0)
            canonical = false;
        else if (strcmp(word, "-canonical-prefixes") == 0)
            canonical = true;
    }
    return plain || !canonical || access("/proc/self/exe", F_OK) < 0 ? NULL : name;
}

const char *const *oc_called_words(struct oc_arena *arena, const char *called,
                                   const char *const *words, size_t count) {
    struct oc_args renamed = {.arena = arena};
    if (!called)
        return words;
    oc_args_add(&renamed, called);
    oc_args_add_all(&renamed, words + 1, count - 1);
    return renamed.items;
}
