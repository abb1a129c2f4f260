// Looks up cross sections of materials for many random particles, as in XSBench (unionized grid).
//     xsbench [LOOKUPS [GRIDPOINTS]]
#include "../data.h"

#include <offload.h>
#include <stdint.h>
#include <string.h>

#define MATERIALS 12

struct point {
    double energy, total, elastic, absorption, fission, nu_fission;
};

struct inputs {
    long isotopes, gridpoints;
    int lookups;
};

struct simulation {
    int *nuclide_counts;    // of each material
    int *materials;         // the nuclides of each material
    double *concentrations; // of these nuclides
    double *energies;       // of all nuclides' points, sorted
    int *index;             // for each of them and each nuclide, that nuclide's point below it
    struct point *points;   // of each nuclide, sorted by energy
    long nuclide_limit, energy_count;
};

static const uint64_t modulus = (uint64_t)1 << 63;
static const uint64_t factor = 2806196910506780709u;

// The seed after n steps.
static uint64_t skip(uint64_t seed, uint64_t n) {
    uint64_t a = factor, c = 1, all_a = 1, all_c = 0;
    for (; n; n /= 2) {
        if (n & 1) {
            all_a *= a;
            all_c = all_c * a + c;
        }
        c *= a + 1;
        a *= a;
    }
    return (all_a * seed + all_c) % modulus;
}

static double next_random(uint64_t *seed) {
    *seed = (factor * *seed + 1) % modulus;
    return (double)*seed / (double)modulus;
}

static int pick_material(uint64_t *seed) {
    const int parts[MATERIALS] = {140, 52, 275, 134, 154, 64, 66, 55, 8, 15, 25, 12};
    int roll = (int)(next_random(seed) * 1000);
    for (int i = 0; i < MATERIALS; i++) {
        roll -= parts[i];
        if (roll < 0)
            return i;
    }
    return 0;
}

offload_kernel void
look_up(int lookups, long isotopes, long gridpoints, long nuclide_limit, long energy_count,
        const int nuclide_counts[MATERIALS], const int materials[MATERIALS * nuclide_limit],
        const double concentrations[MATERIALS * nuclide_limit], const double energies[energy_count],
        const int index[energy_count * isotopes], const struct point points[isotopes * gridpoints],
        int verification[lookups]) {
    size_t i = offload_global_id(0);
    if (i >= (size_t)lookups)
        return;
    uint64_t seed = skip(1070, 2 * i);
    double energy = next_random(&seed);
    long material = pick_material(&seed);
    long low = 0, high = energy_count - 1;
    while (high - low > 1) {
        long middle = low + (high - low) / 2;
        if (energies[middle] > energy)
            high = middle;
        else
            low = middle;
    }

    double sums[5] = {0};
    for (int j = 0; j < nuclide_counts[material]; j++) {
        long nuclide = materials[material * nuclide_limit + j];
        double concentration = concentrations[material * nuclide_limit + j];
        long at = index[low * isotopes + nuclide];
        if (at == gridpoints - 1)
            at--;
        struct point below = points[nuclide * gridpoints + at];
        struct point above = points[nuclide * gridpoints + at + 1];
        double part = (above.energy - energy) / (above.energy - below.energy);
        sums[0] += concentration * (above.total - part * (above.total - below.total));
        sums[1] += concentration * (above.elastic - part * (above.elastic - below.elastic));
        sums[2] +=
            concentration * (above.absorption - part * (above.absorption - below.absorption));
        sums[3] += concentration * (above.fission - part * (above.fission - below.fission));
        sums[4] +=
            concentration * (above.nu_fission - part * (above.nu_fission - below.nu_fission));
    }
    int largest = 0;
    for (int k = 1; k < 5; k++)
        if (sums[k] > sums[largest])
            largest = k;
    verification[i] = largest + 1;
}

int compare_points(const void *a, const void *b) {
    double x = ((const struct point *)a)->energy, y = ((const struct point *)b)->energy;
    return (x > y) - (x < y);
}

int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct simulation initialise(struct inputs in) {
    struct simulation s = {.nuclide_limit = in.isotopes,
                           .energy_count = in.isotopes * in.gridpoints};
    uint64_t seed = 42;
    s.points = malloc(s.energy_count * sizeof *s.points);
    for (long i = 0; i < s.energy_count; i++) {
        double values[6];
        for (int k = 0; k < 6; k++)
            values[k] = next_random(&seed);
        memcpy(&s.points[i], values, sizeof values);
    }
    for (long i = 0; i < in.isotopes; i++)
        qsort(s.points + i * in.gridpoints, in.gridpoints, sizeof *s.points, compare_points);

    s.energies = malloc(s.energy_count * sizeof *s.energies);
    for (long i = 0; i < s.energy_count; i++)
        s.energies[i] = s.points[i].energy;
    qsort(s.energies, s.energy_count, sizeof *s.energies, compare_doubles);
    s.index = malloc(s.energy_count * in.isotopes * sizeof *s.index);
    long *at = calloc(in.isotopes, sizeof *at);
    for (long e = 0; e < s.energy_count; e++) {
        for (long i = 0; i < in.isotopes; i++) {
            if (at[i] + 1 < in.gridpoints &&
                s.points[i * in.gridpoints + at[i] + 1].energy <= s.energies[e])
                at[i]++;
            s.index[e * in.isotopes + i] = (int)at[i];
        }
    }
    free(at);

    s.nuclide_counts = malloc(MATERIALS * sizeof *s.nuclide_counts);
    s.materials = calloc(MATERIALS * s.nuclide_limit, sizeof *s.materials);
    s.concentrations = calloc(MATERIALS * s.nuclide_limit, sizeof *s.concentrations);
    for (long m = 0; m < MATERIALS; m++) {
        s.nuclide_counts[m] = 1 + (int)(scatter(m) % in.isotopes);
        for (int j = 0; j < s.nuclide_counts[m]; j++) {
            s.materials[m * s.nuclide_limit + j] = (int)((m + j) % in.isotopes);
            s.concentrations[m * s.nuclide_limit + j] = next_random(&seed);
        }
    }
    return s;
}

unsigned long long simulate(struct inputs in, struct simulation s) {
    printf("looking up %d particles\n", in.lookups);
    int *verification = malloc(in.lookups * sizeof *verification);
#ifdef REGION
    offload_data(offload_to(s.nuclide_counts, MATERIALS),
                 offload_to(s.materials, MATERIALS * s.nuclide_limit),
                 offload_to(s.concentrations, MATERIALS * s.nuclide_limit),
                 offload_to(s.energies, s.energy_count),
                 offload_to(s.index, s.energy_count * in.isotopes),
                 offload_to(s.points, s.energy_count), offload_from(verification, in.lookups))
#endif
    {
        double start = now();
        offload(look_up, .threads = {(size_t)in.lookups})(
            in.lookups, in.isotopes, in.gridpoints, s.nuclide_limit, s.energy_count,
            s.nuclide_counts, s.materials, s.concentrations, s.energies, s.index, s.points,
            verification);
        fprintf(stderr, "seconds: %g\n", now() - start);
    }
    unsigned long long sum = 0;
    for (int i = 0; i < in.lookups; i++)
        sum += verification[i];
    free(verification);
    return sum;
}

int main(int argc, char **argv) {
    struct inputs in = {.isotopes = 20,
                        .gridpoints = argc > 2 ? atol(argv[2]) : 100,
                        .lookups = argc > 1 ? atoi(argv[1]) : 20000};
    struct simulation s = initialise(in);
    unsigned long long sum = simulate(in, s);
    printf("%llu\n", sum % 999983);
    free(s.nuclide_counts);
    free(s.materials);
    free(s.concentrations);
    free(s.energies);
    free(s.index);
    free(s.points);
    return 0;
}
