// check.h - how a program of this suite says what it found: one line for each of the first
// mismatches, then PASS or FAIL.
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

static int mismatches;

// Counts a mismatch; says whether it is one of the first, which are shown.
static inline int mismatch(const char *what) {
    if (++mismatches > 10)
        return 0;
    printf("%s: ", what);
    return 1;
}

// The condition holds; the rest is a printf format that shows what was found.
#define CHECK(condition, ...)                                                                      \
    do {                                                                                           \
        if (!(condition) && mismatch(#condition)) {                                                \
            printf(__VA_ARGS__);                                                                   \
            putchar('\n');                                                                         \
        }                                                                                          \
    } while (0)

// Two integers are equal.
#define EQUAL(actual, expected)                                                                    \
    do {                                                                                           \
        long long actual_ = (long long)(actual), expected_ = (long long)(expected);                \
        if (actual_ != expected_ && mismatch(#actual " is " #expected))                            \
            printf("%lld, not %lld (line %d)\n", actual_, expected_, __LINE__);                    \
    } while (0)

static inline int finish(void) {
    if (mismatches)
        printf("FAIL: %d mismatches\n", mismatches);
    else
        puts("PASS");
    return mismatches != 0;
}

#endif
