// The temperature of a chip over time, from the power that each of its cells takes, as in Rodinia.
//     hotspot [SIZE [ITERATIONS]]
#include "../data.h"

#include <offload.h>

struct chip {
    float cap, rx, ry, rz;
};

offload_kernel void step(size_t rows, size_t columns, struct chip chip,
                         const float power[rows][columns], const float from[rows][columns],
                         float to[rows][columns]) {
    size_t c = offload_global_id(0), r = offload_global_id(1);
    if (r >= rows || c >= columns)
        return;
    const float ambient = 80;
    float here = from[r][c];
    float up = r > 0 ? from[r - 1][c] : here, down = r + 1 < rows ? from[r + 1][c] : here;
    float left = c > 0 ? from[r][c - 1] : here, right = c + 1 < columns ? from[r][c + 1] : here;
    to[r][c] = here + chip.cap * (power[r][c] + (up + down - 2 * here) * chip.ry +
                                  (left + right - 2 * here) * chip.rx + (ambient - here) * chip.rz);
}

void simulate(float *result, int iterations, float *temperature, float *power, size_t rows,
              size_t columns) {
    const float thickness = 0.0005f, side = 0.016f, conductivity = 100, heat = 1.75e6f;
    float height = side / (float)rows, width = side / (float)columns;
    float slope = 3.0e6f / (0.5f * thickness * heat);
    struct chip chip = {
        .cap = 0.001f / slope / 1000 / (0.5f * heat * thickness * width * height),
        .rx = 2 * conductivity * thickness * height / width,
        .ry = 2 * conductivity * thickness * width / height,
        .rz = conductivity * height * width / thickness,
    };
    float *from = temperature, *to = result;
#ifdef REGION
    offload_data(offload_to(temperature, rows * columns), offload_to(power, rows * columns),
                 offload_alloc(result, rows * columns))
#endif
    {
        for (int i = 0; i < iterations; i++) {
            offload(step, .threads = {columns, rows})(
                rows, columns, chip, (const float (*)[columns])power,
                (const float (*)[columns])from, (float (*)[columns])to);
            float *swap = from;
            from = to;
            to = swap;
        }
#ifdef REGION
        offload_update_from(from, rows * columns);
#endif
    }
}

int main(int argc, char **argv) {
    size_t size = argc > 1 ? strtoul(argv[1], NULL, 10) : 128;
    int iterations = argc > 2 ? atoi(argv[2]) : 60;
    float *temperature = calloc(size * size, sizeof *temperature);
    float *power = calloc(size * size, sizeof *power);
    float *result = calloc(size * size, sizeof *result);
    for (size_t i = 0; i < size * size; i++) {
        temperature[i] = 320 + 20 * scatter_float(i);
        power[i] = 0.01f * scatter_float(size * size + i);
    }

    puts("simulating");
    double start = now();
    simulate(result, iterations, temperature, power, size, size);
    fprintf(stderr, "seconds: %g\n", now() - start);

    double sum;
    float *last = iterations % 2 ? result : temperature;
    WEIGHTED_SUM(sum, size * size, last[i]);
    printf("%.17g\n", sum);
    free(temperature);
    free(power);
    free(result);
    return 0;
}
