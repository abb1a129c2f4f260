// black-scholes.c - prices of European options by the formula of Black and Scholes, in float and in
// double.
#include <offload.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct market_float {
    float rate, volatility; // a year
};
struct market_double {
    double rate, volatility;
};

// The share of a standard normal distribution below x. erfc keeps its digits where the share is
// tiny, which 1 + erf would lose.
static float normal_float(float x) {
    return 0.5f * erfcf(-x * 0.70710678f);
}

static double normal_double(double x) {
    return 0.5 * erfc(-x * 0.70710678118654752);
}

offload_kernel void price_float(size_t n, struct market_float market, const float spot[n],
                                const float strike[n], const float years[n],
                                offload_out float call[n], offload_out float put[n]) {
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    float deviation = market.volatility * sqrtf(years[i]);
    float drift = (market.rate + 0.5f * market.volatility * market.volatility) * years[i];
    float d1 = (logf(spot[i] / strike[i]) + drift) / deviation, d2 = d1 - deviation;
    float discounted = strike[i] * expf(-market.rate * years[i]);
    call[i] = spot[i] * normal_float(d1) - discounted * normal_float(d2);
    put[i] = discounted * normal_float(-d2) - spot[i] * normal_float(-d1);
}

offload_kernel void price_double(size_t n, struct market_double market, const double spot[n],
                                 const double strike[n], const double years[n],
                                 offload_out double call[n], offload_out double put[n]) {
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    double deviation = market.volatility * sqrt(years[i]);
    double drift = (market.rate + 0.5 * market.volatility * market.volatility) * years[i];
    double d1 = (log(spot[i] / strike[i]) + drift) / deviation, d2 = d1 - deviation;
    double discounted = strike[i] * exp(-market.rate * years[i]);
    call[i] = spot[i] * normal_double(d1) - discounted * normal_double(d2);
    put[i] = discounted * normal_double(-d2) - spot[i] * normal_double(-d1);
}

// An array for each property of the options: neighbouring threads read neighbouring numbers.
struct options_float {
    float *spot, *strike, *years, *call, *put;
};
struct options_double {
    double *spot, *strike, *years, *call, *put;
};

// Exact in float too.
static const double rate = 0.03125, volatility = 0.25;

static void launch_float(size_t n, const struct options_float *options) {
    struct market_float market = {(float)rate, (float)volatility};
    offload(price_float, .threads = {n})(n, market, options->spot, options->strike, options->years,
                                         options->call, options->put);
}

static void launch_double(size_t n, const struct options_double *options) {
    struct market_double market = {rate, volatility};
    offload(price_double, .threads = {n})(n, market, options->spot, options->strike, options->years,
                                          options->call, options->put);
}

static void price_on_host(double spot, double strike, double years, double *call, double *put) {
    long double s = spot, k = strike * expl(-(long double)rate * years);
    long double deviation = volatility * sqrtl(years);
    long double d1 = (logl(s / strike) + (rate + volatility * volatility / 2) * years) / deviation;
    long double d2 = d1 - deviation, root = sqrtl(2);
    *call = (double)((s * erfcl(-d1 / root) - k * erfcl(-d2 / root)) / 2);
    *put = (double)((k * erfcl(d2 / root) - s * erfcl(d1 / root)) / 2);
}

// A price is a share of the spot minus a share of the strike, so its errors are counted in units of
// the type's epsilon times spot + strike. Of these, erfc may cost 16, as OpenCL lets it. An error
// of d1 or d2 changes the share by the normal density: their relative error, some 8 epsilon from
// log, sqrt, and the operations, by less than 2, since x times the density at x is below 0.25; the
// rounding of spot / strike, half an epsilon over a deviation of at least 0.125, by less than 2.
// exp, the products and the difference add 6 at most. That is 26.
static const double tolerance = 32;

static double units(double got, double expected, double spot, double strike, double epsilon) {
    return fabs(got - expected) / (epsilon * (spot + strike));
}

static double greater(double a, double b) {
    return b <= a ? a : b; // a NaN is the greatest
}

// Returns the greatest errors, in units.
static void check(size_t n, const struct options_float *floats,
                  const struct options_double *doubles, double *error_float, double *error_double) {
    *error_float = *error_double = 0;
    for (size_t i = 0; i < n; i++) {
        double spot = doubles->spot[i], strike = doubles->strike[i], call, put;
        price_on_host(spot, strike, doubles->years[i], &call, &put);
        *error_float =
            greater(*error_float, units((double)floats->call[i], call, spot, strike, FLT_EPSILON));
        *error_float =
            greater(*error_float, units((double)floats->put[i], put, spot, strike, FLT_EPSILON));
        *error_double =
            greater(*error_double, units(doubles->call[i], call, spot, strike, DBL_EPSILON));
        *error_double =
            greater(*error_double, units(doubles->put[i], put, spot, strike, DBL_EPSILON));
    }
}

// From 0 to 1, the same on every machine.
static float random_number(unsigned int *state) {
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / 16777216.0f;
}

static void make_options(size_t n, struct options_float *floats, struct options_double *doubles) {
    unsigned int state = 42;
    for (size_t i = 0; i < n; i++) {
        doubles->spot[i] = floats->spot[i] = 5 + 25 * random_number(&state);
        doubles->strike[i] = floats->strike[i] = 1 + 99 * random_number(&state);
        doubles->years[i] = floats->years[i] = 0.25f + 9.75f * random_number(&state);
    }
}

// Reads a number from 1 to `max`. Returns 0 if the text is not such a number.
static size_t number(const char *text, size_t max) {
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    return *text == '-' || *end || value > max ? 0 : value;
}

static int usage(const char *program) {
    fprintf(stderr,
            "usage: %s [n]\n"
            "  n  options to price, 1 to 1000000000 (1000000)\n",
            program);
    return 2;
}

int main(int argc, char **argv) {
    size_t n = argc > 1 ? number(argv[1], 1000000000) : 1000000;
    if (argc > 2 || n == 0)
        return usage(argv[0]);

    float *float_memory = malloc(5 * n * sizeof *float_memory);
    double *double_memory = malloc(5 * n * sizeof *double_memory);
    if (!float_memory || !double_memory) {
        fprintf(stderr, "%s: no memory for %zu options\n", argv[0], n);
        return 1;
    }
    float *f = float_memory;
    double *d = double_memory;
    struct options_float floats = {f, f + n, f + 2 * n, f + 3 * n, f + 4 * n};
    struct options_double doubles = {d, d + n, d + 2 * n, d + 3 * n, d + 4 * n};
    make_options(n, &floats, &doubles);
    launch_float(n, &floats);
    launch_double(n, &doubles);

    double error_float, error_double;
    check(n, &floats, &doubles, &error_float, &error_double);
    int correct = error_float <= tolerance && error_double <= tolerance;
    printf("black-scholes: spot %.2f, strike %.2f, %.2f years: call %.4f, put %.4f\n",
           doubles.spot[0], doubles.strike[0], doubles.years[0], doubles.call[0], doubles.put[0]);
    printf("black-scholes: %zu options, errors of %.2g units in float and %.2g in double: %s\n", n,
           error_float, error_double, correct ? "correct" : "WRONG");
    free(float_memory);
    free(double_memory);
    return correct ? 0 : 1;
}
