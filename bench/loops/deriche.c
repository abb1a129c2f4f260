// PolyBench's deriche: a recursive filter over the rows of an image, both ways, then over its
// columns.
#include "loops.h"

static INDEX width = 900, height = 800;
static float *image, *out, *forth, *back;

struct coefficients {
    float a1, a2, a3, a4, b1, b2;
};

static struct coefficients coefficients_of(float alpha) {
    float k =
        (1 - expf(-alpha)) * (1 - expf(-alpha)) / (1 + 2 * alpha * expf(-alpha) - expf(2 * alpha));
    return (struct coefficients){k,
                                 k * expf(-alpha) * (alpha - 1),
                                 k * expf(-alpha) * (alpha + 1),
                                 -k * expf(-2 * alpha),
                                 powf(2, -alpha),
                                 -expf(-2 * alpha)};
}

// Along one dimension of the image, forth and back.
#define FORTH(k, count)                                                                            \
    float ym1 = 0, ym2 = 0, xm1 = 0;                                                               \
    for (INDEX k = 0; k < count; k++) {                                                            \
        Y1[i][j] = c.a1 * In[i][j] + c.a2 * xm1 + c.b1 * ym1 + c.b2 * ym2;                         \
        xm1 = In[i][j];                                                                            \
        ym2 = ym1;                                                                                 \
        ym1 = Y1[i][j];                                                                            \
    }
#define BACK(k, count)                                                                             \
    float yp1 = 0, yp2 = 0, xp1 = 0, xp2 = 0;                                                      \
    for (INDEX k = count - 1;; k--) {                                                              \
        Y2[i][j] = c.a3 * xp1 + c.a4 * xp2 + c.b1 * yp1 + c.b2 * yp2;                              \
        xp2 = xp1;                                                                                 \
        xp1 = In[i][j];                                                                            \
        yp2 = yp1;                                                                                 \
        yp1 = Y2[i][j];                                                                            \
        if (k == 0)                                                                                \
            break;                                                                                 \
    }

#ifdef OPENMP
#define EACH(name, index, count, code)                                                             \
    static void name(INDEX w, INDEX h, struct coefficients c, const float In[w][h],                \
                     float Y1[w][h], float Y2[w][h]) {                                             \
        _Pragma("omp parallel for") for (INDEX index = 0; index < count; index++){code}(void)Y1,   \
            (void)Y2;                                                                              \
    }
static void add(INDEX w, INDEX h, const float Y1[w][h], const float Y2[w][h], float Out[w][h]) {
#pragma omp parallel for
    for (INDEX i = 0; i < w; i++)
        for (INDEX j = 0; j < h; j++)
            Out[i][j] = Y1[i][j] + Y2[i][j];
}
#define LAUNCH(kernel, ...) kernel
#else
#define EACH(name, index, count, code)                                                             \
    static offload_kernel void name(INDEX w, INDEX h, struct coefficients c, const float In[w][h], \
                                    float Y1[w][h], float Y2[w][h]) {                              \
        INDEX index = GLOBAL_ID(0);                                                                \
        (void)Y1, (void)Y2;                                                                        \
        WHERE(index < count) {                                                                     \
            code                                                                                   \
        }                                                                                          \
    }
static offload_kernel void add(INDEX w, INDEX h, const float Y1[w][h], const float Y2[w][h],
                               float Out[w][h]) {
    INDEX j = GLOBAL_ID(0), i = GLOBAL_ID(1);
    WHERE(i < w && j < h)
    Out[i][j] = Y1[i][j] + Y2[i][j];
}
#define LAUNCH(kernel, ...) offload(kernel, .threads = {__VA_ARGS__})
#endif

EACH(row_forth, i, w, FORTH(j, h))
EACH(row_back, i, w, BACK(j, h))
EACH(column_forth, j, h, FORTH(i, w))
EACH(column_back, j, h, BACK(i, w))

static void run(void) {
    struct coefficients c = coefficients_of(0.25f);
    float (*In)[height] = (float (*)[height])image, (*Y1)[height] = (float (*)[height])forth,
          (*Y2)[height] = (float (*)[height])back, (*Out)[height] = (float (*)[height])out;
    typedef const float (*Input)[height];
    LAUNCH(row_forth, (size_t)width)(width, height, c, (Input)In, Y1, Y2);
    LAUNCH(row_back, (size_t)width)(width, height, c, (Input)In, Y1, Y2);
    LAUNCH(add, (size_t)height, (size_t)width)(width, height, (Input)Y1, (Input)Y2, Out);
    LAUNCH(column_forth, (size_t)height)(width, height, c, (Input)Out, Y1, Y2);
    LAUNCH(column_back, (size_t)height)(width, height, c, (Input)Out, Y1, Y2);
    LAUNCH(add, (size_t)height, (size_t)width)(width, height, (Input)Y1, (Input)Y2, Out);
}

static void prepare(size_t size) {
    width = size ? (INDEX)size : width;
    image = new_floats((size_t)width * (size_t)height);
    out = new_floats((size_t)width * (size_t)height);
    forth = new_floats((size_t)width * (size_t)height);
    back = new_floats((size_t)width * (size_t)height);
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, (size_t)width * (size_t)height, out[i]);
    return sum;
}
