// Times of host loops in a program where another array stays on the device meanwhile, and each time
// a launch changes it before the loop, off the clock.
//     loops [REPETITIONS]    prints a name, the least seconds, and a sum for each loop
#include "../data.h"

#include <math.h>
#include <offload.h>
#include <string.h>

enum { N = 1 << 16, SIDE = 1 << 8, WORD = 16 };

struct fields {
    size_t n;
    double *x, *y;
};

struct node {
    struct node *next;
    double value;
};

static double x[N], y[N];
static double *rows[SIDE];
static unsigned int order[N];
static struct fields fields = {N, x, y};
static struct node *list;
static char text[N];

offload_kernel void change(size_t n, double a[n], double b[n]) {
    offload_for (i, n) {
        a[i] += b[i];
        b[i] *= 0.5;
    }
}

static double sum(void) {
    double total = 0;
    for (size_t i = 0; i < N; i++)
        total += x[i];
    return total;
}

static double scale(void) {
    for (size_t i = 0; i < N; i++)
        x[i] = x[i] * 0.999 + 0.001;
    return x[N / 2];
}

static double stencil(void) {
    for (size_t i = 1; i + 1 < N; i++)
        y[i] = (x[i - 1] + x[i] + x[i + 1]) / 3;
    return y[N / 2];
}

static double matrix(void) {
    double (*a)[SIDE] = (double (*)[SIDE])x, total = 0;
    for (size_t i = 1; i + 1 < SIDE; i++)
        for (size_t j = 1; j + 1 < SIDE; j++)
            total += a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1] - 4 * a[i][j];
    return total;
}

static double pointers_to_rows(void) {
    double total = 0;
    for (size_t i = 0; i < SIDE; i++)
        for (size_t j = 0; j < SIDE; j++)
            total += rows[i][j];
    return total;
}

static double in_a_struct(const struct fields *f) {
    double best = 0;
    for (size_t i = 0; i < f->n; i++) {
        if (f->x[i] < 0.5)
            continue;
        double value = sqrt(f->x[i] * f->y[i]);
        best = value > best ? value : best;
    }
    return best;
}

static double gather(void) {
    double total = 0;
    for (size_t i = 0; i < N; i++)
        total += x[order[i]];
    return total;
}

static double linked(void) {
    double total = 0;
    for (const struct node *node = list; node; node = node->next)
        total += node->value;
    return total;
}

static double at(const struct fields *f, size_t i) {
    return i < f->n ? f->x[i] : 0;
}

static double accessor(void) {
    double total = 0;
    for (size_t i = 0; i < N; i++)
        total += at(&fields, i);
    return total;
}

__attribute__((noinline)) static double square_of(const double *at) {
    return *at * *at;
}

static double calls(void) {
    double total = 0;
    for (size_t i = 0; i < N; i++)
        total += square_of(x + i);
    return total;
}

static double strings(void) {
    double total = 0;
    for (size_t i = 0; i < N; i += WORD)
        total += (double)strlen(text + i);
    return total;
}

static double copies(void) {
    double part[SIDE], total = 0;
    for (size_t i = 0; i < N; i += SIDE) {
        memcpy(part, x + i, sizeof part);
        total += part[i / SIDE];
    }
    return total;
}

static double struct_of_pointers(void) {
    return in_a_struct(&fields);
}

// Calls of functions that the compiler sees: before others, all arrays come back.
#define TIME(loop)                                                                                 \
    do {                                                                                           \
        double least = INFINITY, result = 0;                                                       \
        for (int i = 0; i < repetitions; i++) {                                                    \
            offload(change)(N, a, b);                                                              \
            double start = now();                                                                  \
            result += loop();                                                                      \
            double seconds = now() - start;                                                        \
            least = seconds < least ? seconds : least;                                             \
        }                                                                                          \
        printf("%s %g %.17g\n", #loop, least, result);                                             \
    } while (0)

int main(int argc, char **argv) {
    int repetitions = argc > 1 ? atoi(argv[1]) : 50;
    double *a = allocate(N * sizeof *a), *b = allocate(N * sizeof *b);
    for (size_t i = 0; i < N; i++) {
        a[i] = b[i] = x[i] = y[i] = scatter_float(i);
        order[i] = scatter(i) % N;
        text[i] = (i + 1) % WORD ? 'x' : 0;
        struct node *node = malloc(sizeof *node);
        *node = (struct node){list, x[i]};
        list = node;
    }
    for (size_t i = 0; i < SIDE; i++)
        rows[i] = x + i * SIDE;
    offload(change)(N, x, y);
    TIME(sum);
    TIME(scale);
    TIME(stencil);
    TIME(matrix);
    TIME(pointers_to_rows);
    TIME(struct_of_pointers);
    TIME(gather);
    TIME(linked);
    TIME(accessor);
    TIME(calls);
    TIME(strings);
    TIME(copies);
    printf("changed 0 %.17g\n", a[N / 2]);
    return 0;
}
