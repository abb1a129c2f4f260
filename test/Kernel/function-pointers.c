// Pointers to device functions: in tables, chosen at run time, passed to functions.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#include <offload.h>

#include "Inputs/check.h"

enum { N = 500 };

typedef double operation(double left, double right);

static double add(double left, double right) {
    return left + right;
}
static double subtract(double left, double right) {
    return left - right;
}
static double multiply(double left, double right) {
    return left * right;
}
static double id_of(double left, double right) {
    return left + right * (double)offload_global_id(0);
}

static operation *const table[] = {add, subtract, multiply, id_of};

static double fold(operation *apply, const double *x, int n) {
    double result = x[0];
    for (int i = 1; i < n; i++)
        result = apply(result, x[i]);
    return result;
}

offload_kernel void by_table(int n, const double x[n], double y[n]) {
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        y[i] = table[i % 4](x[i], 3);
}

offload_kernel void by_argument(int n, const double x[n], double y[n]) {
    size_t i = offload_global_id(0);
    if (i + 4 <= (size_t)n) {
        operation *chosen = i % 3 == 0 ? add : i % 3 == 1 ? multiply : subtract;
        y[i] = fold(chosen, &x[i], 4);
    }
}

static double x[N], y[N];

int main(void) {
    for (int i = 0; i < N; i++)
        x[i] = i;
    offload(by_table, .threads = {N})(N, x, y);
    for (int i = 0; i < N; i++)
        EQUAL(y[i], i % 4 == 0 ? i + 3 : i % 4 == 1 ? i - 3 : i % 4 == 2 ? i * 3 : i + 3 * i);
    offload(by_argument, .threads = {N})(N, x, y);
    for (int i = 0; i + 4 <= N; i++) {
        double sum = i + (i + 1) + (i + 2) + (i + 3.0), rest = i - (i + 1) - (i + 2) - (i + 3.0);
        double product = (double)i * (i + 1) * (i + 2) * (i + 3);
        EQUAL(y[i], i % 3 == 0 ? sum : i % 3 == 1 ? product : rest);
    }
    return finish();
}
