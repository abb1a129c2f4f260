// A crystal that grows in a melt (Allen-Cahn equation), as in HeCBench.
//     ace [SIZE [STEPS]]
#include "../data.h"

#include <math.h>
#include <offload.h>

#define SQUARE(x) ((x) * (x))

static const double distance = 0.4, dt = 0.01, delta = 0.8, epsilon = 0.07, diffusion = 2;

// Whether a cell is inside the grid, not at its border.
static int inside(size_t n, size_t x, size_t y, size_t z) {
    return x > 0 && x + 1 < n && y > 0 && y + 1 < n && z > 0 && z + 1 < n;
}

static double anisotropy(double x, double y, double z) {
    double sum = SQUARE(x) + SQUARE(y) + SQUARE(z);
    if (sum == 0)
        return 1 - 5.0 / 3 * epsilon;
    double fourth = SQUARE(SQUARE(x)) + SQUARE(SQUARE(y)) + SQUARE(SQUARE(z));
    return (1 - 3 * epsilon) * (1 + 4 * epsilon / (1 - 3 * epsilon) * fourth / SQUARE(sum));
}

static double slope(double a, double b, double c) {
    double sum = SQUARE(a) + SQUARE(b) + SQUARE(c);
    if (sum == 0)
        return 0;
    return (a * a * a * (SQUARE(b) + SQUARE(c)) - a * (SQUARE(SQUARE(b)) + SQUARE(SQUARE(c)))) /
           SQUARE(sum);
}

offload_kernel void force_kernel(size_t n, const double phi[n][n][n], double fx[n][n][n],
                                 double fy[n][n][n], double fz[n][n][n]) {
    size_t z = offload_global_id(0), y = offload_global_id(1), x = offload_global_id(2);
    if (x >= n || y >= n || z >= n)
        return;
    double to_x = 0, to_y = 0, to_z = 0;
    if (inside(n, x, y, z)) {
        double dx = (phi[x + 1][y][z] - phi[x - 1][y][z]) / (2 * distance);
        double dy = (phi[x][y + 1][z] - phi[x][y - 1][z]) / (2 * distance);
        double dz = (phi[x][y][z + 1] - phi[x][y][z - 1]) / (2 * distance);
        double w = anisotropy(dx, dy, dz);
        double factor = (SQUARE(dx) + SQUARE(dy) + SQUARE(dz)) * w * 16 * epsilon;
        to_x = w * w * dx + factor * slope(dx, dy, dz);
        to_y = w * w * dy + factor * slope(dy, dz, dx);
        to_z = w * w * dz + factor * slope(dz, dx, dy);
    }
    fx[x][y][z] = to_x;
    fy[x][y][z] = to_y;
    fz[x][y][z] = to_z;
}

offload_kernel void phase_kernel(size_t n, double lambda, double tau, double to[n][n][n],
                                 const double phi[n][n][n], const double u[n][n][n],
                                 const double fx[n][n][n], const double fy[n][n][n],
                                 const double fz[n][n][n]) {
    size_t z = offload_global_id(0), y = offload_global_id(1), x = offload_global_id(2);
    if (!inside(n, x, y, z))
        return;
    double dx = (phi[x + 1][y][z] - phi[x - 1][y][z]) / (2 * distance);
    double dy = (phi[x][y + 1][z] - phi[x][y - 1][z]) / (2 * distance);
    double dz = (phi[x][y][z + 1] - phi[x][y][z - 1]) / (2 * distance);
    double divergence = (fx[x + 1][y][z] - fx[x - 1][y][z] + fy[x][y + 1][z] - fy[x][y - 1][z] +
                         fz[x][y][z + 1] - fz[x][y][z - 1]) /
                        (2 * distance);
    double here = phi[x][y][z], rest = 1 - here * here;
    double potential = -here * rest + lambda * u[x][y][z] * rest * rest;
    to[x][y][z] = here + dt / (tau * SQUARE(anisotropy(dx, dy, dz))) * (divergence - potential);
}

offload_kernel void heat_kernel(size_t n, double to[n][n][n], const double u[n][n][n],
                                const double phi_new[n][n][n], const double phi_old[n][n][n]) {
    size_t z = offload_global_id(0), y = offload_global_id(1), x = offload_global_id(2);
    if (!inside(n, x, y, z))
        return;
    double around = u[x + 1][y][z] + u[x - 1][y][z] + u[x][y + 1][z] + u[x][y - 1][z] +
                    u[x][y][z + 1] + u[x][y][z - 1];
    to[x][y][z] = u[x][y][z] + 0.5 * (phi_new[x][y][z] - phi_old[x][y][z]) +
                  dt * diffusion * (around - 6 * u[x][y][z]) / SQUARE(distance);
}

offload_kernel void border_kernel(size_t n, double to[n][n][n], double value) {
    size_t z = offload_global_id(0), y = offload_global_id(1), x = offload_global_id(2);
    if (x < n && y < n && z < n && !inside(n, x, y, z))
        to[x][y][z] = value;
}

offload_kernel void swap_kernel(size_t n, double a[n][n][n], double b[n][n][n]) {
    size_t z = offload_global_id(0), y = offload_global_id(1), x = offload_global_id(2);
    if (x >= n || y >= n || z >= n)
        return;
    double old = a[x][y][z];
    a[x][y][z] = b[x][y][z];
    b[x][y][z] = old;
}

#define GRID(p) ((double (*)[n][n])(p))
#define CONST_GRID(p) ((const double (*)[n][n])(p))

void calculate_force(size_t n, double *phi, double *fx, double *fy, double *fz) {
    offload(force_kernel, .threads = {n, n, n})(n, CONST_GRID(phi), GRID(fx), GRID(fy), GRID(fz));
}

void allen_cahn(size_t n, double *to, double *phi, double *u, double *fx, double *fy, double *fz) {
    double lambda = 1.25 / sqrt(2) / 0.5, tau = 1.25 / sqrt(2) * 0.64 / (0.5 * diffusion);
    offload(phase_kernel, .threads = {n, n, n})(n, lambda, tau, GRID(to), CONST_GRID(phi),
                                                CONST_GRID(u), CONST_GRID(fx), CONST_GRID(fy),
                                                CONST_GRID(fz));
}

void thermal(size_t n, double *to, double *u, double *phi_new, double *phi_old) {
    offload(heat_kernel, .threads = {n, n, n})(n, GRID(to), CONST_GRID(u), CONST_GRID(phi_new),
                                               CONST_GRID(phi_old));
}

void border(size_t n, double *to, double value) {
    offload(border_kernel, .threads = {n, n, n})(n, GRID(to), value);
}

void swap_grids(size_t n, double *a, double *b) {
    offload(swap_kernel, .threads = {n, n, n})(n, GRID(a), GRID(b));
}

// A ball of radius 5.
void initialise(size_t n, double *phi, double *u) {
    for (size_t i = 0; i < n * n * n; i++) {
        double x = (double)(i / n / n), y = (double)(i / n % n), z = (double)(i % n);
        double half = 0.5 * (double)n;
        double r = sqrt(SQUARE(x - half) + SQUARE(y - half) + SQUARE(z - half));
        phi[i] = r < 5 ? 1 : -1;
        u[i] = r < 5 ? 0 : -delta * (1 - exp(5 - r));
    }
}

int main(int argc, char **argv) {
    size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 24, size = n * n * n;
    int steps = argc > 2 ? atoi(argv[2]) : 10;
    double *phi = malloc(size * sizeof *phi), *u = malloc(size * sizeof *u);
    initialise(n, phi, u);
    double *phi_new = malloc(size * sizeof *phi_new), *u_new = malloc(size * sizeof *u_new);
    double *fx = malloc(size * sizeof *fx), *fy = malloc(size * sizeof *fy);
    double *fz = malloc(size * sizeof *fz);
#ifdef REGION
    offload_data(offload_tofrom(phi, size), offload_tofrom(u, size), offload_alloc(phi_new, size),
                 offload_alloc(u_new, size), offload_alloc(fx, size), offload_alloc(fy, size),
                 offload_alloc(fz, size))
#endif
    {
        double start = now();
        for (int t = 0; t <= steps; t++) {
            calculate_force(n, phi, fx, fy, fz);
            allen_cahn(n, phi_new, phi, u, fx, fy, fz);
            border(n, phi_new, -1);
            thermal(n, u_new, u, phi_new, phi);
            border(n, u_new, -delta);
            swap_grids(n, phi_new, phi);
            swap_grids(n, u_new, u);
        }
        fprintf(stderr, "seconds: %g\n", now() - start);
    }

    double sum;
    WEIGHTED_SUM(sum, size, phi[i]);
    printf("%.17g ", sum);
    WEIGHTED_SUM(sum, size, u[i]);
    printf("%.17g\n", sum);
    free(phi);
    free(u);
    free(phi_new);
    free(u_new);
    free(fx);
    free(fy);
    free(fz);
    return 0;
}
