// blur.c - blurs a PGM or PPM image on a device.
//
// Reads plain and raw files (P2, P3, P5, P6) of any depth; writes a raw one of the same depth.
#include <offload.h>

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The image's rows as floats; a colour image has three channels.
struct image {
    size_t width, height, channels;
    unsigned int max; // the value of white
    float *values;    // [height][width][channels]
};

// ---- The kernel --------------------------------------------------------------------------------

enum direction { ALONG_ROWS, ALONG_COLUMNS };

// Where sample i comes from: the image's edge goes on forever.
static size_t clamp(ptrdiff_t i, size_t count) {
    return i < 0 ? 0 : (size_t)i < count ? (size_t)i : count - 1;
}

// One pixel of the blurred image: the weighted sum of 2 * radius + 1 neighbours in a direction.
static float blurred(size_t width, size_t height, size_t channels, int radius, const float *weights,
                     const float *in, enum direction direction, size_t row, size_t column,
                     size_t channel) {
    float sum = 0;
    for (int i = -radius; i <= radius; i++) {
        size_t from_row = direction == ALONG_ROWS ? row : clamp((ptrdiff_t)row + i, height);
        size_t from_column = direction == ALONG_ROWS ? clamp((ptrdiff_t)column + i, width) : column;
        sum += weights[i + radius] * in[(from_row * width + from_column) * channels + channel];
    }
    return sum;
}

// A thread for each pixel.
offload_kernel void blur(size_t width, size_t height, size_t channels, int radius,
                         const float weights[2 * radius + 1], enum direction direction,
                         const float in[height * width * channels],
                         offload_out float out[height * width * channels]) {
    size_t column = offload_global_id(0), row = offload_global_id(1);
    if (column >= width || row >= height)
        return;
    for (size_t channel = 0; channel < channels; channel++)
        out[(row * width + column) * channels + channel] =
            blurred(width, height, channels, radius, weights, in, direction, row, column, channel);
}

// Computes some of the pixels again on the host. Returns how many differ.
static size_t check(const struct image *image, int radius, const float *weights, const float *in,
                    enum direction direction, const float *out) {
    size_t count = image->width * image->height * image->channels, wrong = 0;
    for (size_t i = 0; i < count; i += 1 + count / 10007) {
        size_t pixel = i / image->channels;
        float expected =
            blurred(image->width, image->height, image->channels, radius, weights, in, direction,
                    pixel / image->width, pixel % image->width, i % image->channels);
        wrong += !(fabsf(out[i] - expected) <= 1e-5f * (float)image->max);
    }
    return wrong;
}

// A Gaussian that has all but vanished at the radius, or a box.
static float *make_weights(int radius, int box) {
    float *weights = malloc((2 * (size_t)radius + 1) * sizeof *weights), sum = 0;
    float sigma = fmaxf((float)radius / 2.5f, 0.1f);
    for (int i = -radius; weights && i <= radius; i++) {
        weights[i + radius] = box ? 1 : expf(-0.5f * (float)i * (float)i / (sigma * sigma));
        sum += weights[i + radius];
    }
    for (int i = 0; weights && i <= 2 * radius; i++)
        weights[i] /= sum;
    return weights;
}

// ---- Files -------------------------------------------------------------------------------------

static void skip_comment(FILE *file) {
    int c;
    do
        c = getc(file);
    while (c != '\n' && c != '\r' && c != EOF);
}

// Reads a number of a PNM header or plain raster, after white space and comments. -1: there is
// none.
static long read_number(FILE *file) {
    int c = getc(file);
    while (isspace(c) || c == '#') {
        if (c == '#')
            skip_comment(file);
        c = getc(file);
    }
    long number = -1;
    for (; isdigit(c); c = getc(file)) {
        number = (number < 0 ? 0 : number) * 10 + (c - '0');
        if (number > 1000000000)
            return -1;
    }
    // One white-space character, or a comment, ends the number: what follows may be a raw raster.
    if (c == '#')
        skip_comment(file);
    else if (c != EOF && !isspace(c))
        return -1;
    return number;
}

static long read_sample(FILE *file, int plain, unsigned int max) {
    if (plain)
        return read_number(file);
    int high = max > 255 ? getc(file) : 0, low = getc(file);
    return high == EOF || low == EOF ? -1 : high << 8 | low;
}

// Returns NULL, or what is wrong with the file.
static const char *read_image(FILE *file, struct image *image) {
    int magic = getc(file), kind = getc(file), after = getc(file);
    if (magic != 'P' || kind == '\0' || !strchr("2356", kind) || (!isspace(after) && after != '#'))
        return "not a PGM or PPM file";
    ungetc(after, file);
    int plain = kind == '2' || kind == '3';
    long width = read_number(file), height = read_number(file), max = read_number(file);
    if (width < 1 || height < 1 || max < 1 || max > 65535)
        return "damaged header";
    image->width = (size_t)width;
    image->height = (size_t)height;
    image->max = (unsigned int)max;
    image->channels = kind == '3' || kind == '6' ? 3 : 1;
    if (image->width > SIZE_MAX / sizeof(float) / image->channels / image->height)
        return "too large";
    size_t count = image->width * image->height * image->channels;
    image->values = malloc(count * sizeof *image->values);
    if (!image->values)
        return "too large for this machine's memory";
    for (size_t i = 0; i < count; i++) {
        long sample = read_sample(file, plain, image->max);
        if (sample < 0)
            return "ends too early, or holds something other than numbers";
        if (sample > max)
            return "has a sample above its maximum";
        image->values[i] = (float)sample;
    }
    return NULL;
}

static int write_image(FILE *file, const struct image *image) {
    fprintf(file, "P%c\n%zu %zu\n%u\n", image->channels == 3 ? '6' : '5', image->width,
            image->height, image->max);
    size_t count = image->width * image->height * image->channels;
    for (size_t i = 0; i < count; i++) {
        float value = fminf(fmaxf(image->values[i] + 0.5f, 0), (float)image->max);
        unsigned int sample = (unsigned int)value;
        if (image->max > 255)
            putc((int)(sample >> 8), file);
        putc((int)(sample & 255), file);
    }
    return ferror(file) ? -1 : 0;
}

// ---- The program -------------------------------------------------------------------------------

static int fail(const char *path, const char *reason) {
    fprintf(stderr, "blur: %s: %s\n", path, reason);
    return 1;
}

static int run(const char *input, const char *output, int radius, int box) {
    struct image image = {0};
    float *weights = make_weights(radius, box), *rows = NULL, *result = NULL;
    FILE *file = strcmp(input, "-") ? fopen(input, "rb") : stdin;
    const char *wrong = file ? read_image(file, &image) : strerror(errno);
    if (file && file != stdin)
        fclose(file);
    size_t count = image.width * image.height * image.channels;
    if (!wrong) {
        rows = malloc(count * sizeof *rows);
        result = malloc(count * sizeof *result);
        if (!weights || !rows || !result)
            wrong = "too large for this machine's memory";
    }
    int status = wrong ? fail(input, wrong) : 0;

    if (status == 0) {
        // Blurring in one direction and then the other costs 2 * (2 * radius + 1) steps a pixel,
        // not (2 * radius + 1) squared.
        offload(blur, .threads = {image.width, image.height})(image.width, image.height,
                                                              image.channels, radius, weights,
                                                              ALONG_ROWS, image.values, rows);
        offload(blur, .threads = {image.width, image.height})(image.width, image.height,
                                                              image.channels, radius, weights,
                                                              ALONG_COLUMNS, rows, result);
        size_t different = check(&image, radius, weights, image.values, ALONG_ROWS, rows) +
                           check(&image, radius, weights, rows, ALONG_COLUMNS, result);
        fprintf(stderr, "blur: %zu x %zu, %zu channels, radius %d: %s\n", image.width, image.height,
                image.channels, radius, different ? "WRONG" : "correct");
        status = different != 0;

        float *original = image.values;
        image.values = result;
        file = strcmp(output, "-") ? fopen(output, "wb") : stdout;
        int failed = !file || write_image(file, &image) != 0;
        if (file && (file == stdout ? fflush(file) : fclose(file)) != 0)
            failed = 1;
        if (failed)
            status = fail(output, strerror(errno));
        image.values = original;
    }
    free(weights);
    free(rows);
    free(result);
    free(image.values);
    return status;
}

static int usage(void) {
    fputs("usage: blur [-b] [-r RADIUS] INPUT OUTPUT\n"
          "  INPUT and OUTPUT are PGM or PPM files; - is standard input or output\n"
          "  -r RADIUS  in pixels, 0 to 1000 (4)\n"
          "  -b         a box instead of a Gaussian\n",
          stderr);
    return 2;
}

int main(int argc, char **argv) {
    int radius = 4, box = 0, option;
    while ((option = getopt(argc, argv, "br:")) != -1) {
        char *end = "";
        if (option == 'b')
            box = 1;
        else if (option == 'r')
            radius = (int)strtol(optarg, &end, 10);
        else
            return usage();
        if (*end || (option == 'r' && end == optarg) || radius < 0 || radius > 1000)
            return usage();
    }
    if (argc - optind != 2)
        return usage();
    return run(argv[optind], argv[optind + 1], radius, box);
}
