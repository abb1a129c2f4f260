// Trains a neural network of three layers with one example, as in Rodinia.
//     backprop [INPUTS]; a multiple of 16
#include "../data.h"

#include <math.h>
#include <offload.h>

#define BLOCK 16
#define HIDDEN 16 // nodes between input and output
#define WIDTH (HIDDEN + 1)
#define ETA 0.3f
#define MOMENTUM 0.3f

struct net {
    int inputs, outputs;
    float *input, *hidden, *output; // from index 1; index 0 is the threshold's
    float *hidden_delta, *output_delta, *target;
    float **input_weights, **hidden_weights, **input_before, **hidden_before;
};

// What the inputs of each block add to the hidden nodes.
offload_kernel
offload_block_limit(BLOCK *HIDDEN) void forward(size_t inputs, const float input[inputs + 1],
                                                const float weights[(inputs + 1) * WIDTH],
                                                float partial[inputs / BLOCK * HIDDEN]) {
    offload_shared float products[BLOCK][HIDDEN];
    size_t x = offload_thread_id(0), y = offload_thread_id(1), block = offload_block_id(1);
    size_t i = block * BLOCK + y + 1;
    products[y][x] = input[i] * weights[i * WIDTH + x + 1];
    offload_barrier();
    for (size_t distance = 1; distance < BLOCK; distance *= 2) {
        if (y % (2 * distance) == 0)
            products[y][x] += products[y + distance][x];
        offload_barrier();
    }
    if (y == 0)
        partial[block * HIDDEN + x] = products[0][x];
}

offload_kernel void adjust(size_t inputs, const float delta[WIDTH], const float input[inputs + 1],
                           float weights[(inputs + 1) * WIDTH],
                           float before[(inputs + 1) * WIDTH]) {
    size_t x = offload_global_id(0) + 1, i = offload_global_id(1);
    if (x >= WIDTH || i > inputs)
        return;
    float change = ETA * delta[x] * (i ? input[i] : 1) + MOMENTUM * before[i * WIDTH + x];
    weights[i * WIDTH + x] += change;
    before[i * WIDTH + x] = change;
}

float *row(int n) {
    float *values = malloc((n + 1) * sizeof *values);
    for (int i = 0; i <= n; i++)
        values[i] = scatter_float(n + i) - 0.5f;
    return values;
}

float **matrix(int m, int n, int zero) {
    float **rows = malloc((m + 1) * sizeof *rows);
    for (int i = 0; i <= m; i++) {
        rows[i] = malloc((n + 1) * sizeof **rows);
        for (int j = 0; j <= n; j++)
            rows[i][j] = zero ? 0 : 0.1f * (scatter_float(i * (n + 1) + j) - 0.5f);
    }
    return rows;
}

struct net *create(int inputs, int outputs) {
    struct net *net = malloc(sizeof *net);
    net->inputs = inputs;
    net->outputs = outputs;
    net->input = row(inputs);
    net->hidden = row(HIDDEN);
    net->output = row(outputs);
    net->hidden_delta = row(HIDDEN);
    net->output_delta = row(outputs);
    net->target = row(outputs);
    net->input_weights = matrix(inputs, HIDDEN, 0);
    net->hidden_weights = matrix(HIDDEN, outputs, 0);
    net->input_before = matrix(inputs, HIDDEN, 1);
    net->hidden_before = matrix(HIDDEN, outputs, 1);
    return net;
}

void destroy(struct net *net) {
    for (int i = 0; i <= net->inputs; i++) {
        free(net->input_weights[i]);
        free(net->input_before[i]);
    }
    for (int i = 0; i <= HIDDEN; i++) {
        free(net->hidden_weights[i]);
        free(net->hidden_before[i]);
    }
    free(net->input_weights);
    free(net->input_before);
    free(net->hidden_weights);
    free(net->hidden_before);
    free(net->input);
    free(net->hidden);
    free(net->output);
    free(net->hidden_delta);
    free(net->output_delta);
    free(net->target);
    free(net);
}

float squash(float x) {
    return 1 / (1 + expf(-x));
}

void layer_forward(float *from, float *to, float **weights, int from_count, int to_count) {
    from[0] = 1;
    for (int j = 1; j <= to_count; j++) {
        float sum = 0;
        for (int k = 0; k <= from_count; k++)
            sum += weights[k][j] * from[k];
        to[j] = squash(sum);
    }
}

float output_error(struct net *net) {
    float error = 0;
    for (int j = 1; j <= net->outputs; j++) {
        float o = net->output[j];
        net->output_delta[j] = o * (1 - o) * (net->target[j] - o);
        error += fabsf(net->output_delta[j]);
    }
    return error;
}

float hidden_error(struct net *net) {
    float error = 0;
    for (int j = 1; j <= HIDDEN; j++) {
        float h = net->hidden[j], sum = 0;
        for (int k = 1; k <= net->outputs; k++)
            sum += net->output_delta[k] * net->hidden_weights[j][k];
        net->hidden_delta[j] = h * (1 - h) * sum;
        error += fabsf(net->hidden_delta[j]);
    }
    return error;
}

void adjust_hidden(struct net *net) {
    net->hidden[0] = 1;
    for (int j = 1; j <= net->outputs; j++) {
        for (int k = 0; k <= HIDDEN; k++) {
            float change =
                ETA * net->output_delta[j] * net->hidden[k] + MOMENTUM * net->hidden_before[k][j];
            net->hidden_weights[k][j] += change;
            net->hidden_before[k][j] = change;
        }
    }
}

void train(struct net *net) {
    size_t inputs = net->inputs, blocks = inputs / BLOCK, size = (inputs + 1) * WIDTH;
    float *weights = malloc(size * sizeof *weights), *before = malloc(size * sizeof *before);
    float *partial = malloc(blocks * HIDDEN * sizeof *partial);
    for (size_t i = 0; i <= inputs; i++) {
        for (size_t j = 0; j < WIDTH; j++) {
            weights[i * WIDTH + j] = net->input_weights[i][j];
            before[i * WIDTH + j] = net->input_before[i][j];
        }
    }

    double start = now();
    float *input = net->input, *hidden_delta = net->hidden_delta;
#ifdef REGION
    offload_data(offload_to(input, inputs + 1), offload_alloc(hidden_delta, WIDTH),
                 offload_to(before, size), offload_tofrom(weights, size),
                 offload_alloc(partial, blocks * HIDDEN))
#endif
    {
        offload(forward, .blocks = {1, (unsigned int)blocks},
                .block_size = {HIDDEN, BLOCK})(inputs, input, weights, partial);
#ifdef REGION
        offload_update_from(partial, blocks * HIDDEN);
#endif
        for (size_t j = 1; j <= HIDDEN; j++) {
            float sum = 0;
            for (size_t k = 0; k < blocks; k++)
                sum += partial[k * HIDDEN + j - 1];
            net->hidden[j] = squash(sum + net->input_weights[0][j]);
        }
        layer_forward(net->hidden, net->output, net->hidden_weights, HIDDEN, net->outputs);
        float error = output_error(net);
        printf("errors: %.9g %.9g\n", error, hidden_error(net));
        adjust_hidden(net);
#ifdef REGION
        offload_update_to(hidden_delta, WIDTH);
#endif
        offload(adjust, .threads = {HIDDEN, inputs + 1},
                .block_size = {HIDDEN, BLOCK})(inputs, hidden_delta, input, weights, before);
    }
    fprintf(stderr, "seconds: %g\n", now() - start);

    double sum;
    WEIGHTED_SUM(sum, size, weights[i]);
    printf("%.17g\n", sum);
    free(weights);
    free(before);
    free(partial);
}

int main(int argc, char **argv) {
    int inputs = argc > 1 ? atoi(argv[1]) : 4096;
    if (inputs % BLOCK) {
        fprintf(stderr, "the number of inputs must be a multiple of %d\n", BLOCK);
        return 1;
    }
    struct net *net = create(inputs, 1);
    train(net);
    destroy(net);
    return 0;
}
