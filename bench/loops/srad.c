// After Rodinia's srad: speckle is taken out of an image, by two kernels in turn.
#include "loops.h"

static INDEX n = 600;
static float *image, *dn, *ds, *dw, *de, *coefficient;

#define FIRST                                                                                      \
    float here = J[i][j];                                                                          \
    DN[i][j] = J[north][j] - here;                                                                 \
    DS[i][j] = J[south][j] - here;                                                                 \
    DW[i][j] = J[i][west] - here;                                                                  \
    DE[i][j] = J[i][east] - here;                                                                  \
    float g2 =                                                                                     \
        (DN[i][j] * DN[i][j] + DS[i][j] * DS[i][j] + DW[i][j] * DW[i][j] + DE[i][j] * DE[i][j]) /  \
        (here * here);                                                                             \
    float l = (DN[i][j] + DS[i][j] + DW[i][j] + DE[i][j]) / here;                                  \
    float num = 0.5f * g2 - (1.0f / 16.0f) * (l * l), den = 1 + 0.25f * l;                         \
    float qsqr = num / (den * den);                                                                \
    den = (qsqr - q0) / (q0 * (1 + q0));                                                           \
    float value = 1.0f / (1.0f + den);                                                             \
    C[i][j] = value < 0 ? 0 : value > 1 ? 1 : value;

#define SECOND                                                                                     \
    float d =                                                                                      \
        C[i][j] * DN[i][j] + C[south][j] * DS[i][j] + C[i][j] * DW[i][j] + C[i][east] * DE[i][j];  \
    J[i][j] = J[i][j] + 0.25f * 0.05f * d;

#ifdef OPENMP
#define EACH(code)                                                                                 \
    _Pragma("omp parallel for") for (INDEX i = 0; i < size; i++) {                                 \
        INDEX north = i == 0 ? 0 : i - 1, south = i == size - 1 ? i : i + 1;                       \
        for (INDEX j = 0; j < size; j++) {                                                         \
            INDEX west = j == 0 ? 0 : j - 1, east = j == size - 1 ? j : j + 1;                     \
            code(void) north, (void)west;                                                          \
        }                                                                                          \
    }
#define KERNEL static void
#define LAUNCH(kernel) kernel
#else
#define EACH(code)                                                                                 \
    INDEX j = GLOBAL_ID(0), i = GLOBAL_ID(1);                                                      \
    WHERE(i < size && j < size) {                                                                  \
        INDEX north = i == 0 ? 0 : i - 1, south = i == size - 1 ? i : i + 1;                       \
        INDEX west = j == 0 ? 0 : j - 1, east = j == size - 1 ? j : j + 1;                         \
        code(void) north, (void)west;                                                              \
    }
#define KERNEL static offload_kernel void
#define LAUNCH(kernel) offload(kernel, .threads = {(size_t)n, (size_t)n})
#endif

KERNEL first(INDEX size, float q0, const float J[size][size], float DN[size][size],
             float DS[size][size], float DW[size][size], float DE[size][size],
             float C[size][size]){EACH(FIRST)} KERNEL
    second(INDEX size, float J[size][size], const float DN[size][size], const float DS[size][size],
           const float DW[size][size], const float DE[size][size], const float C[size][size]) {
    EACH(SECOND)
}

static void run(void) {
    typedef float (*Array)[n];
    typedef const float (*Input)[n];
    LAUNCH(first)(n, 0.05f, (Input)image, (Array)dn, (Array)ds, (Array)dw, (Array)de,
                  (Array)coefficient);
    LAUNCH(second)(n, (Array)image, (Input)dn, (Input)ds, (Input)dw, (Input)de, (Input)coefficient);
}

static void prepare(size_t size) {
    n = size ? (INDEX)size : n;
    float **arrays[] = {&image, &dn, &ds, &dw, &de, &coefficient};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        *arrays[i] = new_floats((size_t)n * (size_t)n);
    for (size_t i = 0; i < (size_t)n * (size_t)n; i++)
        image[i] = expf(image[i]);
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, (size_t)n * (size_t)n, image[i]);
    return sum;
}
