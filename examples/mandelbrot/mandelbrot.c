// mandelbrot.c - draws the Mandelbrot set on a device: an image file, or text for a terminal.
#include <offload.h>

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The part of the plane that is drawn. Structs are passed by value.
struct view {
    double x, y;         // of the centre
    double pixel_width;  // in the plane
    double pixel_height; // in the plane
    int limit;           // iterations after which a point counts as inside
};

// How soon a point escapes, from 0 (inside, or at once) to 1 (late); smooth between iterations. An
// ordinary function: the kernel calls it, and the host to check what the kernel found.
static float escape(struct view view, size_t width, size_t height, size_t column, size_t row) {
    double cx = view.x + ((double)column - (double)(width - 1) / 2) * view.pixel_width;
    double cy = view.y - ((double)row - (double)(height - 1) / 2) * view.pixel_height;
    double x = 0, y = 0;
    for (int i = 0; i < view.limit; i++) {
        double square_x = x * x, square_y = y * y;
        if (square_x + square_y > 256) {
            float excess = log2f(log2f((float)(square_x + square_y)) / 8);
            return fmaxf((float)i - excess, 0) / (float)view.limit;
        }
        y = 2 * x * y + cy;
        x = square_x - square_y + cx;
    }
    return 0;
}

offload_kernel void mandelbrot(size_t width, size_t height, struct view view,
                               offload_out float values[height][width]) {
    size_t column = offload_global_id(0), row = offload_global_id(1);
    if (column < width && row < height)
        values[row][column] = escape(view, width, height, column, row);
}

// Computes some rows again on the host. Points at the set's edge may differ, because devices fuse
// multiplications and additions: a few may.
static int check(const struct view *view, size_t width, size_t height, const float *values) {
    size_t checked = 0, different = 0;
    for (size_t row = 0; row < height; row += 1 + height / 16)
        for (size_t column = 0; column < width; column++, checked++) {
            float expected = escape(*view, width, height, column, row);
            different += !(fabsf(values[row * width + column] - expected) < 0.01f);
        }
    fprintf(stderr, "mandelbrot: %zu x %zu pixels, %zu checked: %s\n", width, height, checked,
            different <= checked / 50 ? "correct" : "WRONG");
    return different <= checked / 50 ? 0 : 1;
}

static unsigned char shade(float value, float phase) {
    // Inside is black; outside, colours cycle with the logarithm of the speed of escape.
    return value > 0 ? (unsigned char)(127.5f - 127.0f * cosf(1.3f * logf(value) + phase)) : 0;
}

static int write_image(const char *path, size_t width, size_t height, const float *values) {
    FILE *file = fopen(path, "wb");
    unsigned char *line = malloc(width * 3);
    int failed = !file || !line;
    if (!failed)
        fprintf(file, "P6\n%zu %zu\n255\n", width, height);
    for (size_t row = 0; !failed && row < height; row++) {
        for (size_t column = 0; column < width; column++) {
            float value = values[row * width + column];
            line[3 * column] = shade(value, 1.0f);
            line[3 * column + 1] = shade(value, 1.8f);
            line[3 * column + 2] = shade(value, 3.0f);
        }
        failed = fwrite(line, 3, width, file) != width;
    }
    if (file && fclose(file) != 0)
        failed = 1;
    if (failed)
        fprintf(stderr, "mandelbrot: %s: %s\n", path, strerror(errno));
    free(line);
    return failed;
}

static void write_text(size_t width, size_t height, const float *values) {
    static const char shades[] = " .,:;-=+*oO#%@";
    for (size_t row = 0; row < height; row++) {
        for (size_t column = 0; column < width; column++) {
            float value = values[row * width + column];
            size_t dark = sizeof shades - 2;
            size_t index =
                value > 0 ? (size_t)fmaxf((2.2f * sqrtf(value) - 0.35f) * (float)dark, 0) : dark;
            putchar(shades[index < dark ? index : dark]);
        }
        putchar('\n');
    }
}

static int usage(void) {
    fputs("usage: mandelbrot [options] [FILE.ppm]\n"
          "  -w WIDTH  -h HEIGHT  size in pixels (1200 x 800), or in characters with -t (78 x 30)\n"
          "  -x X  -y Y           centre (-0.65, 0)\n"
          "  -s SPAN              width of the part that is drawn (3)\n"
          "  -n LIMIT             iterations (500; 60 with -t)\n"
          "  -t                   draw text on standard output, no file\n",
          stderr);
    return 2;
}

int main(int argc, char **argv) {
    const char *path = "mandelbrot.ppm";
    size_t width = 0, height = 0;
    double span = 3;
    int text = 0, option;
    struct view view = {.x = -0.65};
    while ((option = getopt(argc, argv, "w:h:x:y:s:n:t")) != -1) {
        char *end = "";
        errno = 0;
        switch (option) {
        case 'w':
            width = (size_t)strtol(optarg, &end, 10);
            break;
        case 'h':
            height = (size_t)strtol(optarg, &end, 10);
            break;
        case 'x':
            view.x = strtod(optarg, &end);
            break;
        case 'y':
            view.y = strtod(optarg, &end);
            break;
        case 's':
            span = strtod(optarg, &end);
            break;
        case 'n':
            view.limit = (int)strtol(optarg, &end, 10);
            break;
        case 't':
            text = 1;
            break;
        default:
            return usage();
        }
        if (*end || errno || (option != 't' && end == optarg))
            return usage();
    }
    if (argc - optind > 1 || (text && argc > optind))
        return usage();
    if (argc > optind)
        path = argv[optind];
    width = width ? width : text ? 78 : 1200;
    height = height ? height : text ? 30 : 800;
    view.limit = view.limit ? view.limit : text ? 60 : 500;
    if (width > 65536 || height > 65536 || view.limit < 1 || !(span > 0))
        return usage();
    view.pixel_width = span / (double)width;
    view.pixel_height = view.pixel_width * (text ? 2.1 : 1.0); // characters are higher than wide

    float *values = malloc(width * height * sizeof *values);
    if (!values) {
        fprintf(stderr, "mandelbrot: no memory for %zu x %zu pixels\n", width, height);
        return 1;
    }
    offload(mandelbrot, .threads = {width, height})(width, height, view, (float (*)[width])values);

    int status = check(&view, width, height, values);
    if (text)
        write_text(width, height, values);
    else if (write_image(path, width, height, values) != 0)
        status = 1;
    else
        printf("wrote %s\n", path);
    free(values);
    return status;
}
