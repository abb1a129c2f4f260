// heat.c - heat spreads over a plate: a 2-D stencil over many steps, whose data stays on the
// device, checked against a loop on the host.
#include <offload.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// A cell's temperature one step on. The edge of the plate keeps its temperature. Host and device
// share this function: it needs no mark.
static float next(size_t height, size_t width, float rate, const float *cells, size_t row,
                  size_t column) {
    const float *cell = cells + row * width + column;
    if (row == 0 || row == height - 1 || column == 0 || column == width - 1)
        return *cell;
    return *cell + rate * (cell[-1] + cell[1] + cell[-(ptrdiff_t)width] + cell[width] - 4 * *cell);
}

offload_kernel void step(size_t height, size_t width, float rate, const float in[height][width],
                         offload_out float out[height][width]) {
    size_t column = offload_global_id(0), row = offload_global_id(1);
    if (row < height && column < width)
        out[row][column] = next(height, width, rate, &in[0][0], row, column);
}

static void step_on_host(size_t height, size_t width, float rate, const float *in, float *out) {
    for (size_t row = 0; row < height; row++)
        for (size_t column = 0; column < width; column++)
            out[row * width + column] = next(height, width, rate, in, row, column);
}

// A cold plate with one hot edge and a hot spot.
static void heat_up(size_t height, size_t width, float *cells) {
    for (size_t row = 0; row < height; row++)
        for (size_t column = 0; column < width; column++) {
            int spot = row > height / 2 && row < height * 3 / 4 && column > width / 4 &&
                       column < width / 2;
            cells[row * width + column] = row == 0 ? 100 : spot ? 80 : 0;
        }
}

static void swap(float **a, float **b) {
    float *c = *a;
    *a = *b;
    *b = c;
}

// Reads a number from 1 to `max`. Returns 0 if the text is not such a number.
static size_t number(const char *text, size_t max) {
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    return *text == '-' || *end || value > max ? 0 : value;
}

int main(int argc, char **argv) {
    size_t height = argc > 1 ? number(argv[1], 1 << 15) : 512;
    size_t width = argc > 2 ? number(argv[2], 1 << 15) : height;
    size_t steps = argc > 3 ? number(argv[3], 1000000) : 100;
    if (argc > 4 || !height || !width || !steps) {
        fprintf(stderr, "usage: %s [height [width [steps]]]\n", argv[0]);
        return 2;
    }
    size_t bytes = height * width * sizeof(float);
    float *now = malloc(bytes), *then = malloc(bytes);
    float *host_now = malloc(bytes), *host_then = malloc(bytes);
    if (!now || !then || !host_now || !host_then) {
        fprintf(stderr, "%s: no memory for %zu x %zu cells\n", argv[0], height, width);
        return 1;
    }
    heat_up(height, width, now);
    heat_up(height, width, host_now);

    // Both arrays stay on the device from step to step; what they hold in the end comes back once.
    size_t cells = height * width;
    offload_data(offload_to(now, cells), offload_alloc(then, cells)) {
        for (size_t i = 0; i < steps; i++) {
            offload(step, .threads = {width, height})(height, width, 0.2f, (float (*)[width])now,
                                                      (float (*)[width])then);
            swap(&now, &then);
        }
        offload_update_from(now, cells);
    }

    for (size_t i = 0; i < steps; i++) {
        step_on_host(height, width, 0.2f, host_now, host_then);
        swap(&host_now, &host_then);
    }
    double worst = 0, sum = 0;
    for (size_t i = 0; i < cells; i++) {
        double difference = fabs((double)now[i] - (double)host_now[i]);
        worst = difference <= worst ? worst : difference; // a NaN is the worst
        sum += now[i];
    }
    free(now);
    free(then);
    free(host_now);
    free(host_then);
    int correct = worst <= 1e-2;
    printf(
        "heat: %zu x %zu cells, %zu steps: mean %.4f, differs from the host by %.2g at most: %s\n",
        height, width, steps, sum / (double)cells, worst, correct ? "correct" : "WRONG");
    return correct ? 0 : 1;
}
