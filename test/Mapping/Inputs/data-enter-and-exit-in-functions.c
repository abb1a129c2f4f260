// Ours with -DOFFLOAD, an expert's OpenMP without.
#ifdef OFFLOAD
#include <offload.h>
#endif
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct grid {
    size_t count;
    float *cells;
};

#ifdef OFFLOAD
offload_kernel void cool(size_t n, float cells[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        cells[i] *= 0.5f;
}
#endif

static void make(struct grid *grid, size_t count)
{
    grid->count = count;
    grid->cells = malloc(count * sizeof(float));
    for (size_t i = 0; i < count; i++)
        grid->cells[i] = (float)i;
#ifdef OFFLOAD
    offload_enter_data(offload_to(grid->cells, count));
#else
#pragma omp target enter data map(to : grid->cells[0 : count])
#endif
}

static void step(struct grid *grid)
{
#ifdef OFFLOAD
    offload(cool, .threads = {grid->count})(grid->count, grid->cells);
#else
    float *cells = grid->cells;
#pragma omp target teams distribute parallel for map(tofrom : cells[0 : grid->count])
    for (size_t i = 0; i < grid->count; i++)
        cells[i] *= 0.5f;
#endif
}

static void finish(struct grid *grid)
{
#ifdef OFFLOAD
    offload_exit_data(offload_from(grid->cells, grid->count));
#else
#pragma omp target exit data map(from : grid->cells[0 : grid->count])
#endif
}

int main(void)
{
    struct grid grid;
    make(&grid, 800);
    for (int i = 0; i < 3; i++)
        step(&grid);
    finish(&grid);
    printf("%g\n", grid.cells[640]);
    free(grid.cells);
}
