// ulp.c - measures how exact <math.h> is in kernels: of each function the largest error in units in
// the last place, against the host's long double; and what it makes of special values, against
// Annex F of C17 as the host's library keeps it.
//
//   ulp COUNT [FUNCTION...]     COUNT random arguments for each function, of each kind
//
// For double, or for float with -DSINGLE. With -DMOST=ULP it is a test: COUNT may be left out, and
// it ends with PASS where no function is off by more, nor deviates. Prints a line for each
// function:
//
//   name <tab> error <tab> arguments of it <tab> deviations, separated by "; "
//
// Built by offloadcc, the functions run where kernels run; with -DEMULATED by any compiler, they
// are entries of a device's code, to be linked with (scripts/ulp).
#define _GNU_SOURCE
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "functions.h"
#define OFFLOAD_MATH_LONG_NAMES
#ifdef EMULATED
#include "../../../include/offload_math.h"
#else
#include <offload.h>
#include <offload_math.h>
#endif
#include "exact.h"

#ifdef SINGLE
typedef float real;
typedef uint32_t bits;
#define REAL(name) name##f
#define DIGITS FLT_MANT_DIG
#define LEAST_EXPONENT FLT_MIN_EXP
#define GREATEST_EXPONENT FLT_MAX_EXP
#define GREATEST FLT_MAX
#define NORMAL FLT_MIN
#define DENORMAL 0x1p-149f
#else
typedef double real;
typedef uint64_t bits;
#define REAL(name) name
#define DIGITS DBL_MANT_DIG
#define LEAST_EXPONENT DBL_MIN_EXP
#define GREATEST_EXPONENT DBL_MAX_EXP
#define GREATEST DBL_MAX
#define NORMAL DBL_MIN
#define DENORMAL 0x1p-1074
#endif
typedef long double exact;
#define EXACT(name) name##l

// ---- In kernels --------------------------------------------------------------------------------

#ifdef EMULATED
#define KERNEL(name, ...)                                                                          \
    void entry_##name(size_t n, const real *x, const real *y, real *r,                             \
                      void *grid) __asm__("measure_" #name "$");                                   \
    static void run_##name(size_t n, const real *x, const real *y, real *r) {                      \
        entry_##name(n, x, y, r, NULL);                                                            \
    }
#else
#define KERNEL(name, ...)                                                                          \
    offload_kernel void measure_##name(size_t n, const real xs[n], const real ys[n],               \
                                       offload_out real r[n]) {                                    \
        offload_for (i, n) {                                                                       \
            real x = xs[i], y = ys[i], whole = 0, rest = 0;                                        \
            int count = 0;                                                                         \
            r[i] = (__VA_ARGS__);                                                                  \
            (void)x, (void)y, (void)whole, (void)rest, (void)count;                                \
        }                                                                                          \
    }                                                                                              \
    static void run_##name(size_t n, const real *x, const real *y, real *r) {                      \
        offload(measure_##name)(n, x, y, r);                                                       \
    }
#endif

// ---- On the host -------------------------------------------------------------------------------

#define REFERENCE(name, ...)                                                                       \
    static exact host_##name(real x, real y) {                                                     \
        real whole = 0, rest = 0;                                                                  \
        int count = 0;                                                                             \
        (void)x, (void)y, (void)whole, (void)rest, (void)count;                                    \
        return (exact)(__VA_ARGS__);                                                               \
    }
// Of a function that has one for long double, and one for the type itself.
#define BOTH_REFERENCES(name, wide, narrow) REFERENCE(name, wide) REFERENCE(name##_narrow, narrow)

#define KERNEL1(name)                                                                              \
    KERNEL(name, REAL(name)(x))                                                                    \
    BOTH_REFERENCES(name, EXACT(name)((exact)x), REAL(name)(x))
#define KERNEL2(name)                                                                              \
    KERNEL(name, REAL(name)(x, y))                                                                 \
    BOTH_REFERENCES(name, EXACT(name)((exact)x, (exact)y), REAL(name)(x, y))
#define KERNEL_PART(name, reference, ...)                                                          \
    KERNEL(name, __VA_ARGS__)                                                                      \
    BOTH_REFERENCES(name, reference, reference)
UNARY(KERNEL1)
BINARY(KERNEL2)
PARTS(KERNEL_PART)
PARTS2(KERNEL_PART)

typedef void run_function(size_t n, const real *x, const real *y, real *r);
typedef exact host_function(real x, real y);

static const struct function {
    const char *name;
    int operands;
    run_function *run;
    host_function *wide, *narrow;
} functions[] = {
#define ROW1(name, ...) {#name, 1, run_##name, host_##name, host_##name##_narrow},
#define ROW2(name, ...) {#name, 2, run_##name, host_##name, host_##name##_narrow},
    UNARY(ROW1) BINARY(ROW2) PARTS(ROW1) PARTS2(ROW2)};

// ---- Arguments ---------------------------------------------------------------------------------

static uint64_t state = 1;

// SplitMix64.
static uint64_t next(void) {
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static double fraction(void) {
    return (double)(next() >> 11) * 0x1p-53;
}

static double between(double low, double high) {
    return low + (high - low) * fraction();
}

// Any exponent in a range is as likely.
static real logarithmic(double low, double high) {
    double magnitude = exp2(between(low, high));
    return (real)(next() & 1 ? magnitude : -magnitude);
}

static real any_number(void) {
    for (;;) {
        bits pattern = (bits)next();
        real value;
        memcpy(&value, &pattern, sizeof value);
        if (isfinite(value))
            return value;
    }
}

static real beside(real value) {
    for (int steps = (int)(next() % 5) - 2; steps; steps += steps < 0 ? 1 : -1)
        value = REAL(nextafter)(value, steps < 0 ? -(real)INFINITY : (real)INFINITY);
    return value;
}

enum { KINDS = 8 };

static real argument(int kind) {
    switch (kind) {
    case 0:
        return any_number();
    case 1:
        return logarithmic(-30, 30);
    case 2:
        return (real)between(-100, 100);
    case 3:
        return (real)between(-1, 1);
    case 4: // beside multiples of pi/2
        return beside((real)(roundl(logarithmic(0, 40)) * 1.57079632679489661923132169163975144L));
    case 5: // beside 1 and -1
        return (real)((next() & 1 ? 1 : -1) * (1 + (double)logarithmic(-DIGITS, -1)));
    case 6: // whole numbers, and those between them
        return beside((real)(round(between(-400, 400)) / 2));
    default: // where exponentials end
        return (real)between(-800, 800);
    }
}

// The second of two, that is of use with the first.
static real second_argument(const struct function *function, int kind, real x) {
    if (strncmp(function->name, "pow", 3) == 0 && x != 0 && fabs(x) != 1 && kind != 6)
        return (real)(between(LEAST_EXPONENT - DIGITS, GREATEST_EXPONENT) / log2(fabs((double)x)));
    switch (next() % 3) {
    case 0:
        return argument(kind);
    case 1:
        return (real)(x * between(-2, 2));
    default:
        return logarithmic(-8, 8);
    }
}

// ---- Errors ------------------------------------------------------------------------------------

// A unit in the last place of a number of this size.
static exact size_of_unit(exact number) {
    int exponent = number == 0 || isinf(number) ? LEAST_EXPONENT : ilogbl(number) + 1;
    if (exponent < LEAST_EXPONENT)
        exponent = LEAST_EXPONENT;
    if (exponent > GREATEST_EXPONENT)
        exponent = GREATEST_EXPONENT;
    return ldexpl(1, exponent - DIGITS);
}

static exact error_of(real value, exact expected) {
    if ((isnan(value) && isnan(expected)) || (exact)value == expected ||
        (isinf(value) && (real)expected == value))
        return 0;
    if (isnan(value) || isnan(expected))
        return INFINITY;
    // An infinity stands for what would be next, if exponents went on.
    exact most = ldexpl(1, GREATEST_EXPONENT);
    exact shown = isinf(value) ? copysignl(most, value) : value;
    exact wanted = fabsl(expected) > most ? copysignl(most, expected) : expected;
    return fabsl(shown - wanted) / size_of_unit(wanted);
}

static host_function *reference(const struct function *function) {
    static const char *const exact_names[] = {EXACT_NAMES};
    for (size_t i = 0; i < sizeof exact_names / sizeof *exact_names; i++)
        if (strcmp(exact_names[i], function->name) == 0)
            return function->narrow;
    return function->wide;
}

static const char *text_of(char *buffer, size_t size, const struct function *function, real x,
                           real y) {
    int digits = sizeof(real) == sizeof(float) ? 9 : 17;
    if (function->operands == 2)
        snprintf(buffer, size, "%.*g, %.*g", digits, (double)x, digits, (double)y);
    else
        snprintf(buffer, size, "%.*g", digits, (double)x);
    return buffer;
}

static exact measure(const struct function *function, size_t count) {
    real *x = malloc(3 * count * sizeof *x), *y = x + count, *r = y + count;
    exact worst = 0;
    real worst_x = 0, worst_y = 0;
    if (!x)
        abort();
    for (int kind = 0; kind < KINDS; kind++) {
        for (size_t i = 0; i < count; i++) {
            x[i] = argument(kind);
            y[i] = function->operands == 2 ? second_argument(function, kind, x[i]) : 0;
        }
        function->run(count, x, y, r);
        for (size_t i = 0; i < count; i++) {
            exact error = error_of(r[i], reference(function)(x[i], y[i]));
            if (error > worst)
                worst = error, worst_x = x[i], worst_y = y[i];
        }
    }
    char text[64];
    printf("\t%.*Lf\t%s", worst < 100 ? 2 : 0, worst,
           worst > 0 ? text_of(text, sizeof text, function, worst_x, worst_y) : "");
    free(x);
    return worst;
}

// ---- Special values ----------------------------------------------------------------------------

// C leaves it to the implementation which zero is the greater one.
static int is_extreme_of_zeros(const struct function *function, real value, real expected) {
    return value == 0 && expected == 0 &&
           (strcmp(function->name, "fmax") == 0 || strcmp(function->name, "fmin") == 0);
}

static int same_kind(real value, real expected) {
    if (isnan(value) || isnan(expected))
        return isnan(value) && isnan(expected);
    if (isinf(expected) || value == 0 || expected == 0)
        return value == expected && signbit(value) == signbit(expected);
    return error_of(value, expected) <= 64;
}

static size_t try_special_values(const struct function *function) {
    static const real special[] = {0,
                                   -0.0,
                                   (real)INFINITY,
                                   -(real)INFINITY,
                                   (real)NAN,
                                   1,
                                   -1,
                                   2,
                                   -2,
                                   3,
                                   -3,
                                   0.5,
                                   -0.5,
                                   DENORMAL,
                                   -DENORMAL,
                                   NORMAL,
                                   -NORMAL,
                                   NORMAL / 2,
                                   GREATEST,
                                   -GREATEST,
                                   (real)0.6 * GREATEST,
                                   (real)1e5,
                                   -(real)1e5};
    enum { N = sizeof special / sizeof *special, SHOWN = 4 };
    real x[N * N], y[N * N], r[N * N];
    size_t count = 0, failed = 0;
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < (function->operands == 2 ? N : 1); j++)
            x[count] = special[i], y[count++] = special[j];
    function->run(count, x, y, r);
    putchar('\t');
    for (size_t i = 0; i < count; i++) {
        real expected = (real)function->narrow(x[i], y[i]);
        char text[64];
        if (same_kind(r[i], expected) || is_extreme_of_zeros(function, r[i], expected))
            continue;
        if (failed++ < SHOWN)
            printf("%s%s(%s) is %g, not %g", failed > 1 ? "; " : "", function->name,
                   text_of(text, sizeof text, function, x[i], y[i]), (double)r[i],
                   (double)expected);
    }
    if (failed > SHOWN)
        printf("; and %zu more", failed - SHOWN);
    putchar('\n');
    return failed;
}

static int is_wanted(const char *name, int count, char **names) {
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return 1;
    return count == 0;
}

#ifdef MOST
enum { IS_TEST = 1 };
// Of a function for which C defines the result, no error is allowed; beside its zeros lgamma loses
// digits in most libraries.
static int is_acceptable(const struct function *function, exact error) {
    exact most = reference(function) == function->narrow ? 0 : MOST;
    return error <= most || strcmp(function->name, "lgamma") == 0;
}
#else
enum { IS_TEST = 0 };
static int is_acceptable(const struct function *function, exact error) {
    (void)function, (void)error;
    return 1;
}
#endif

int main(int argc, char **argv) {
    long count = argc > 1 ? strtol(argv[1], NULL, 10) : IS_TEST ? 1000 : 0;
    size_t failures = 0;
    if (count < 1) {
        fprintf(stderr, "usage: %s COUNT [FUNCTION...]\n", argv[0]);
        return 2;
    }
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (!is_wanted(functions[i].name, argc > 2 ? argc - 2 : 0, argv + 2))
            continue;
        state = i + 1;
        printf("%s", functions[i].name);
        failures += !is_acceptable(&functions[i], measure(&functions[i], (size_t)count));
        failures += try_special_values(&functions[i]);
        fflush(stdout);
    }
    if (IS_TEST)
        puts(failures ? "FAIL" : "PASS");
    return IS_TEST && failures;
}
