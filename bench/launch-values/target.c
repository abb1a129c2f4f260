// The region is one thread's: so it costs least.
#include "problem.h"

static void setup(void) {
#pragma omp target enter data map(to : y)
}

static void add(struct s8 a, struct s16 b, struct s24 c, struct s32 d, struct s40 e, struct s48 f,
                struct s56 g, struct s64 h, int i, int j, long k, long l, float m, float n,
                double o, double p) {
#pragma omp target map(tofrom : y) firstprivate(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)
    {
        double sum = a.v[0] + b.v[1] + c.v[2] + d.v[3] + e.v[4] + f.v[5] + g.v[6] + h.v[7];
        float value = (float)(sum + (double)(i + j) + (double)(k + l) + (double)(m + n) + o + p);
        for (int at = 0; at < COUNT; at++)
            y[at] = value;
    }
}

static void run(void) {
    const struct values *v = &values;
    add(v->a, v->b, v->c, v->d, v->e, v->f, v->g, v->h, v->i, v->j, v->k, v->l, v->m, v->n, v->o,
        v->p);
}

static void finish(void) {
#pragma omp target update from(y)
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){setup, run, finish});
}
