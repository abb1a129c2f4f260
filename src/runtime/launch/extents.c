// extents.c - the sizes of arrays, as bounds say. See glue/preamble.h for the functions' contracts.
#include "runtime/say/stop.h"

#include <limits.h>
#include <stdbool.h>
#include <string.h>

static const char *parameter_name(const struct __offloadcc_kernel *kernel, unsigned int index) {
    return kernel->__offloadcc_parameters[index].__offloadcc_name;
}

// The decimal text of a 128-bit number, in a buffer of at least 41 bytes.
static const char *decimal(__int128 value, char buffer[41]) {
    unsigned __int128 magnitude = value < 0 ? -(unsigned __int128)value : (unsigned __int128)value;
    char *digit = buffer + 40;
    *digit = '\0';
    do
        *--digit = (char)('0' + (int)(magnitude % 10));
    while (magnitude /= 10);
    if (value < 0)
        *--digit = '-';
    return digit;
}

static const char *bound_text(const struct __offloadcc_kernel *kernel, unsigned int parameter,
                              unsigned int dimension) {
    return kernel->__offloadcc_parameters[parameter].__offloadcc_bounds[dimension];
}

long __offloadcc_extent(const struct __offloadcc_kernel *kernel, unsigned int parameter,
                        unsigned int dimension, long bytes, __int128 bound) {
    char buffer[41];
    long result;
    bool is_member = strpbrk(parameter_name(kernel, parameter), ".[") != NULL;
    const char *kind = is_member ? "count" : "bound";
    if (bound < 0)
        __offloadcc_stop(kernel, "the %s '%s' of %s'%s' is %s; a %s must be 0 or more", kind,
                         bound_text(kernel, parameter, dimension), is_member ? "" : "parameter ",
                         parameter_name(kernel, parameter), decimal(bound, buffer), kind);
    if (__builtin_mul_overflow(bound, bytes, &result))
        __offloadcc_stop(kernel,
                         "parameter '%s' does not fit in memory: its bound '%s' is %s, and its "
                         "elements have %ld bytes%s",
                         parameter_name(kernel, parameter),
                         bound_text(kernel, parameter, dimension), decimal(bound, buffer), bytes,
                         bound > LONG_MAX ? "; was the bound negative?" : "");
    return result;
}

static _Noreturn void bad_operation(const struct __offloadcc_kernel *kernel, unsigned int parameter,
                                    unsigned int dimension, int operator, __int128 left,
                                    __int128 right) {
    char left_buffer[41], right_buffer[41];
    bool zero = right == 0 && (operator == '/' || operator == '%');
    char text[] = {(char)operator, operator == '<' || operator == '>' ? (char)operator : '\0',
                   '\0'};
    __offloadcc_stop(kernel, "the bound '%s' of parameter '%s' %s: %s %s %s; %s",
                     bound_text(kernel, parameter, dimension), parameter_name(kernel, parameter),
                     zero ? "divides by zero" : "overflows", decimal(left, left_buffer), text,
                     decimal(right, right_buffer),
                     zero ? "pass another divisor"
                          : "pass smaller values, or compute it in a wider type, such as size_t");
}

__int128 __offloadcc_checked(const struct __offloadcc_kernel *kernel, unsigned int parameter,
                             unsigned int dimension, int operator, unsigned int bytes,
                             int is_signed, __int128 left, __int128 right) {
    __int128 result = 0;
    bool is_shift = operator == '<' || operator == '>';
    bool bad = is_shift ? right < 0 || right >= 8 * (int)bytes
                        : (operator == '/' || operator == '%') && right == 0;
    if (is_shift)
        result = bad ? 0 : operator == '<' ? left * ((__int128)1 << right) : left >> right;
    else if (operator == '+')
        result = left + right;
    else if (operator == '-')
        result = left - right;
    else if (operator == '*')
        bad = __builtin_mul_overflow(left, right, &result);
    else if (!bad)
        result = operator == '/' ? left / right : left % right;
    if (is_signed) {
        __int128 limit = (__int128)1 << (8 * bytes - 1);
        // The remainder of the least value by -1 is 0, but C leaves it undefined with the quotient.
        bad = bad || result < -limit || result >= limit ||
              (operator == '%' && left == -limit && right == -1);
    }
    if (bad)
        bad_operation(kernel, parameter, dimension, operator, left, right);
    return result; // the caller converts an unsigned result to its type, modulo 2^bits as C does
}
