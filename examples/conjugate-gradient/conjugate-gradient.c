// conjugate-gradient.c - a linear system of a 2-D Poisson equation, solved by conjugate gradients
// in one launch: all blocks wait for each other after each step. The host checks the solution.
#include <offload.h>

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

// What a thread has of a sum over the whole grid, the third of three that take turns: one is being
// added up, one is read, and one is cleared.
struct sums {
    double of[3];
};

// The sum of all threads' values, in every thread. `turn` counts the calls.
static double sum(struct sums *sums, unsigned turn, double value) {
    double of_block = offload_block_reduce_add(value);
    if (offload_thread_id(0) == 0)
        offload_atomic_add(&sums->of[turn % 3], of_block);
    offload_grid_barrier();
    if (offload_global_id(0) == 0)
        sums->of[(turn + 2) % 3] = 0;
    return sums->of[turn % 3];
}

// A row of the matrix times a vector: 4 at the cell itself, -1 at its neighbours on the grid.
static double row_times(size_t width, size_t n, const double *x, size_t i) {
    size_t column = i % width;
    return 4 * x[i] - (column > 0 ? x[i - 1] : 0) - (column + 1 < width ? x[i + 1] : 0) -
           (i >= width ? x[i - width] : 0) - (i + width < n ? x[i + width] : 0);
}

// Solves A x = b. `r` is the residual b - A x, `p` the direction of the step. The loop ends for all
// threads at the same time, because they all have the same sums.
offload_kernel void solve(size_t width, size_t n, int most, double goal, const double b[n],
                          offload_out double x[n], offload_scratch double r[n],
                          offload_scratch double p[n], offload_scratch double ap[n],
                          struct sums sums[1], int steps[1]) {
    unsigned turn = 0;
    double part = 0;
    offload_for (i, n) {
        x[i] = 0;
        r[i] = p[i] = b[i];
        part += b[i] * b[i];
    }
    double square = sum(sums, turn++, part), least = square * goal * goal;
    int step = 0;
    for (; step < most && square > least; step++) {
        part = 0;
        offload_for (i, n) {
            ap[i] = row_times(width, n, p, i);
            part += p[i] * ap[i];
        }
        double length = square / sum(sums, turn++, part);
        part = 0;
        offload_for (i, n) {
            x[i] += length * p[i];
            r[i] -= length * ap[i];
            part += r[i] * r[i];
        }
        double before = square;
        square = sum(sums, turn++, part);
        offload_for (i, n)
            p[i] = r[i] + square / before * p[i];
        offload_grid_barrier(); // the next step reads neighbours
    }
    if (offload_global_id(0) == 0)
        steps[0] = step;
}

// Reads a number from 1 to `max`. Returns 0 if the text is not such a number.
static size_t number(const char *text, size_t max) {
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    return *text == '-' || *end || value > max ? 0 : value;
}

int main(int argc, char **argv) {
    size_t width = argc > 1 ? number(argv[1], 1 << 14) : 500, n = width * width;
    if (argc > 2 || !width) {
        fprintf(stderr, "usage: %s [width]\n", argv[0]);
        return 2;
    }
    const double goal = 1e-10;
    double *b = malloc(n * sizeof *b), *x = malloc(n * sizeof *x),
           *room = malloc(3 * n * sizeof *room);
    if (!b || !x || !room) {
        fprintf(stderr, "%s: no memory for %zu x %zu cells\n", argv[0], width, width);
        return 1;
    }
    for (size_t i = 0; i < n; i++)
        b[i] = (double)(i % 7) - 3 + (double)(i / width % 5);

    struct sums sums = {{0, 0, 0}};
    int steps = 0;
    offload(solve, .cooperative = true)(width, n, 10 * (int)width + 100, goal, b, x, room, room + n,
                                        room + 2 * n, &sums, &steps);

    double error = 0, size = 0;
    for (size_t i = 0; i < n; i++) {
        double difference = b[i] - row_times(width, n, x, i);
        error += difference * difference;
        size += b[i] * b[i];
    }
    double residual = sqrt(error / size);
    bool is_correct = residual < 10 * goal;
    printf("conjugate-gradient: %zu x %zu cells, %d steps: residual %.1e: %s\n", width, width,
           steps, residual, is_correct ? "correct" : "wrong");
    free(b);
    free(x);
    free(room);
    return !is_correct;
}
