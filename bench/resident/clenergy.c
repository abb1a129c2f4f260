// The electric potential of atoms on a plane of a grid, some atoms at a time, as in HeCBench.
//     clenergy [SIZE [ATOMS]]
#include "../data.h"

#include <offload.h>

#define ATOMS_AT_ONCE 500

struct float4 {
    float x, y, z, w;
};

offload_kernel void clear(size_t n, float energy[n]) {
    size_t i = offload_global_id(0);
    if (i < n)
        energy[i] = 0;
}

offload_kernel void add_atoms(size_t size, float spacing, int count,
                              const struct float4 atoms[count], float energy[size * size]) {
    size_t column = offload_global_id(0), row = offload_global_id(1);
    if (column >= size || row >= size)
        return;
    float x = spacing * (float)column, y = spacing * (float)row, sum = 0;
    for (int i = 0; i < count; i++) {
        float dx = x - atoms[i].x, dy = y - atoms[i].y;
        sum += atoms[i].w / __builtin_sqrtf(dx * dx + dy * dy + atoms[i].z);
    }
    energy[row * size + column] += sum;
}

// The atoms as the kernel wants them, with the square of their distance from the plane.
int copy_atoms(const float *atoms, int count, float plane, struct float4 *info) {
    if (count > ATOMS_AT_ONCE) {
        printf("there is no room for %d atoms\n", count);
        return -1;
    }
    for (int i = 0; i < count; i++) {
        info[i].x = atoms[4 * i];
        info[i].y = atoms[4 * i + 1];
        float dz = plane - atoms[4 * i + 2];
        info[i].z = dz * dz;
        info[i].w = atoms[4 * i + 3];
    }
#ifdef REGION
    offload_update_to(info, count);
#endif
    return 0;
}

int make_atoms(float **to, int count, float width) {
    float *atoms = malloc(count * 4 * sizeof *atoms);
    *to = atoms;
    for (int i = 0; i < count * 4; i += 4) {
        atoms[i] = scatter_float(i) * width;
        atoms[i + 1] = scatter_float(i + 1) * width;
        atoms[i + 2] = 0.5f + scatter_float(i + 2);
        atoms[i + 3] = scatter_float(i + 3) * 2 - 1;
    }
    return 0;
}

int main(int argc, char **argv) {
    size_t size = argc > 1 ? strtoul(argv[1], NULL, 10) : 64;
    int atom_count = argc > 2 ? atoi(argv[2]) : 4000;
    float *energy = NULL, *atoms = NULL;
    const char *signs = "|/-\\";
    int sign = 0, turns = 0;
    double copying = 0, running = 0;
    const float spacing = 0.1f;

    if (make_atoms(&atoms, atom_count, spacing * (float)size))
        return 1;
    energy = malloc(size * size * sizeof *energy);
    struct float4 *info = malloc(ATOMS_AT_ONCE * sizeof *info);
#ifdef REGION
    offload_data(offload_alloc(info, ATOMS_AT_ONCE), offload_from(energy, size * size))
#endif
    {
        offload(clear, .threads = {size * size})(size * size, energy);
        for (int first = 0; first < atom_count; first += ATOMS_AT_ONCE) {
            turns++;
            int left = atom_count - first, count = left > ATOMS_AT_ONCE ? ATOMS_AT_ONCE : left;
            printf("%c\r", signs[sign]);
            fflush(stdout);
            sign = (sign + 1) & 3;

            double start = now();
            if (copy_atoms(atoms + 4 * first, count, 0, info))
                return 1;
            double copied = now();
            copying += copied - start;
            offload(add_atoms, .threads = {size, size})(size, spacing, count, info, energy);
            running += now() - copied;
        }
        printf("done\n");
    }

    for (size_t row = 0; row < 8; row++) {
        for (size_t column = 0; column < 8; column++)
            printf("%.4f ", energy[row * size + column]);
        printf("\n");
    }
    printf("%d turns of %d atoms\n", turns, ATOMS_AT_ONCE);
    fprintf(stderr, "seconds: %g, and %g to copy\n", running, copying);
    double sum;
    WEIGHTED_SUM(sum, size * size, energy[i]);
    printf("%.17g\n", sum);
    free(atoms);
    free(info);
    free(energy);
    return 0;
}
