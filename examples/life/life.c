// life.c - Conway's game of life on a torus, checked against the host in every generation, with an
// animation.
#include <offload.h>

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

enum { MAX_SIZE = 32768 };

// ---- The kernel --------------------------------------------------------------------------------

// A thread for each cell. The board's edges are joined: left of the first column is the last.
offload_kernel void step(size_t height, size_t width, const unsigned char in[height][width],
                         offload_out unsigned char out[height][width]) {
    size_t column = offload_global_id(0), row = offload_global_id(1);
    if (row >= height || column >= width)
        return;
    size_t up = row == 0 ? height - 1 : row - 1, down = row == height - 1 ? 0 : row + 1;
    size_t left = column == 0 ? width - 1 : column - 1,
           right = column == width - 1 ? 0 : column + 1;
    int neighbours = in[up][left] + in[up][column] + in[up][right] + in[row][left] +
                     in[row][right] + in[down][left] + in[down][column] + in[down][right];
    out[row][column] = neighbours == 3 || (neighbours == 2 && in[row][column]);
}

static void launch(size_t height, size_t width, const unsigned char *in, unsigned char *out) {
    offload(step, .threads = {width, height})(height, width, (const unsigned char (*)[width])in,
                                              (unsigned char (*)[width])out);
}

// The host goes another way: each living cell tells its neighbours.
static void step_on_host(size_t height, size_t width, const unsigned char *in,
                         unsigned char *neighbours, unsigned char *out) {
    memset(neighbours, 0, height * width);
    for (size_t row = 0; row < height; row++)
        for (size_t column = 0; column < width; column++)
            for (size_t i = 0; in[row * width + column] && i < 9; i++) {
                size_t y = (row + height + i / 3 - 1) % height;
                size_t x = (column + width + i % 3 - 1) % width;
                neighbours[y * width + x] += i != 4;
            }
    for (size_t i = 0; i < height * width; i++)
        out[i] = neighbours[i] == 3 || (neighbours[i] == 2 && in[i]);
}

// ---- Reading a pattern -------------------------------------------------------------------------

struct cell {
    size_t row, column;
};

struct pattern {
    struct cell *alive;
    size_t count, room, height, width;
};

// Returns NULL, or what is wrong.
static const char *add_cells(struct pattern *pattern, size_t row, size_t column, size_t count) {
    if (row >= MAX_SIZE || count > MAX_SIZE - column)
        return "the pattern is larger than 32768 x 32768";
    for (; count > 0; count--, column++) {
        if (pattern->count == pattern->room) {
            size_t room = pattern->room ? pattern->room * 2 : 64;
            struct cell *more = realloc(pattern->alive, room * sizeof *more);
            if (!more)
                return "the pattern is too large for this machine's memory";
            pattern->alive = more;
            pattern->room = room;
        }
        pattern->alive[pattern->count++] = (struct cell){row, column};
        pattern->height = row >= pattern->height ? row + 1 : pattern->height;
        pattern->width = column >= pattern->width ? column + 1 : pattern->width;
    }
    return NULL;
}

struct reader {
    FILE *file;
    char *line;
    size_t room, line_number;
};

static _Bool next_line(struct reader *reader) {
    reader->line_number++;
    if (getline(&reader->line, &reader->room, reader->file) < 0)
        return 0;
    reader->line[strcspn(reader->line, "\r\n")] = '\0';
    return 1;
}

// Lines of `.` and `O`.
static const char *read_plaintext(struct reader *reader, struct pattern *pattern) {
    size_t row = 0;
    do {
        if (*reader->line == '!')
            continue;
        for (size_t column = 0; reader->line[column]; column++) {
            const char *wrong = NULL;
            if (reader->line[column] == 'O' || reader->line[column] == '*')
                wrong = add_cells(pattern, row, column, 1);
            else if (reader->line[column] != '.' && reader->line[column] != ' ')
                wrong = "a cell is `.` or `O`";
            if (wrong)
                return wrong;
        }
        row++;
    } while (next_line(reader));
    return NULL;
}

// Runs: `3o` are three living cells, `2b` two dead ones, `$` ends a row, `!` the pattern.
static const char *read_runs(struct reader *reader, struct pattern *pattern) {
    char rule[32] = "B3/S23";
    int width, height;
    if (sscanf(reader->line, " x = %d , y = %d , rule = %31s", &width, &height, rule) < 2)
        return "a line `x = WIDTH, y = HEIGHT, rule = B3/S23` is expected here";
    if (strcasecmp(rule, "B3/S23") != 0 && strcmp(rule, "23/3") != 0)
        return "only the rule of life, B3/S23, is supported";
    size_t row = 0, column = 0, count = 0;
    while (next_line(reader))
        for (const char *at = reader->line; *at; at++) {
            if (isspace((unsigned char)*at))
                continue;
            if (isdigit((unsigned char)*at)) {
                count = count * 10 + (size_t)(*at - '0');
                if (count > MAX_SIZE)
                    return "the pattern is larger than 32768 x 32768";
                continue;
            }
            size_t run = count ? count : 1;
            const char *wrong = NULL;
            if (*at == '!')
                return NULL;
            if (*at == '$')
                row += run;
            else if (*at == 'o')
                wrong = add_cells(pattern, row, column, run);
            else if (*at != 'b')
                wrong = "a run is of `b`, `o` or `$`, and `!` ends the pattern";
            column = *at == '$' ? 0 : column + run;
            if (column > MAX_SIZE || row > MAX_SIZE)
                wrong = "the pattern is larger than 32768 x 32768";
            if (wrong)
                return wrong;
            count = 0;
        }
    return "the pattern ends without `!`";
}

static const char *read_pattern(struct reader *reader, struct pattern *pattern) {
    while (next_line(reader)) {
        if (*reader->line == '#' || *reader->line == '!')
            continue; // a comment of either format
        return *reader->line == 'x' ? read_runs(reader, pattern) : read_plaintext(reader, pattern);
    }
    return ferror(reader->file) ? strerror(errno) : "no pattern in this file";
}

static int read_file(const char *path, struct pattern *pattern) {
    struct reader reader = {.file = fopen(path, "r")};
    if (!reader.file) {
        fprintf(stderr, "life: %s: %s\n", path, strerror(errno));
        return -1;
    }
    const char *wrong = read_pattern(&reader, pattern);
    if (wrong)
        fprintf(stderr, "life: %s:%zu: %s\n", path, reader.line_number, wrong);
    free(reader.line);
    fclose(reader.file);
    return wrong ? -1 : 0;
}

// ---- Writing an animation ----------------------------------------------------------------------

// An animated GIF with two colours. Its LZW codes are 0 and 1 for the colours, 4 to begin with an
// empty table, 5 for the end, and from 6 on for sequences that occurred before.
enum { CODE_CLEAR = 4, CODE_END = 5, CODE_FIRST = 6, CODE_LIMIT = 4096 };

struct gif {
    FILE *file;
    size_t height, width; // of the board
    size_t scale;         // pixels that a cell is wide
    unsigned int bits, bit_count;
    unsigned char block[255];
    unsigned char used;
};

static void put_short(FILE *file, size_t number) {
    putc((int)(number & 255), file);
    putc((int)(number >> 8), file);
}

static void end_block(struct gif *gif) {
    putc(gif->used, gif->file);
    fwrite(gif->block, 1, gif->used, gif->file);
    gif->used = 0;
}

static void put_code(struct gif *gif, unsigned int code, unsigned int width) {
    gif->bits |= code << gif->bit_count;
    for (gif->bit_count += width; gif->bit_count >= 8; gif->bit_count -= 8) {
        gif->block[gif->used++] = gif->bits & 255;
        gif->bits >>= 8;
        if (gif->used == 255)
            end_block(gif);
    }
}

static void begin_gif(struct gif *gif) {
    static const unsigned char colours[6] = {16, 24, 48, 255, 220, 120};
    fwrite("GIF89a", 1, 6, gif->file);
    put_short(gif->file, gif->width * gif->scale);
    put_short(gif->file, gif->height * gif->scale);
    fwrite("\x80\0\0", 1, 3, gif->file); // a table of two colours
    fwrite(colours, 1, sizeof colours, gif->file);
    fwrite("\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0", 1, 19, gif->file); // repeat for ever
}

static void put_frame(struct gif *gif, const unsigned char *cells) {
    // The code of a code's sequence and one colour more; 0: none yet.
    static unsigned short longer[CODE_LIMIT][2];
    size_t columns = gif->width * gif->scale, rows = gif->height * gif->scale;
    fwrite("\x21\xf9\x04\0\x05\0\0\0", 1, 8, gif->file); // for 5 hundredths of a second
    fwrite("\x2c\0\0\0\0", 1, 5, gif->file);             // an image at the upper left corner
    put_short(gif->file, columns);
    put_short(gif->file, rows);
    fwrite("\0\x02", 1, 2, gif->file); // codes have one bit more than 2 at first

    unsigned int next = CODE_FIRST, width = 3, sequence = cells[0];
    memset(longer, 0, sizeof longer);
    put_code(gif, CODE_CLEAR, width);
    for (size_t i = 1; i < columns * rows; i++) {
        unsigned int colour =
            cells[i / columns / gif->scale * gif->width + i % columns / gif->scale];
        if (longer[sequence][colour]) {
            sequence = longer[sequence][colour];
            continue;
        }
        put_code(gif, sequence, width);
        if (next == CODE_LIMIT) {
            put_code(gif, CODE_CLEAR, width);
            memset(longer, 0, sizeof longer);
            next = CODE_FIRST;
            width = 3;
        } else {
            longer[sequence][colour] = (unsigned short)next;
            width += next == 1u << width;
            next++;
        }
        sequence = colour;
    }
    put_code(gif, sequence, width);
    width += next == 1u << width && width < 12;
    put_code(gif, CODE_END, width);
    put_code(gif, 0, 7); // fills the last byte
    gif->bits = gif->bit_count = 0;
    if (gif->used)
        end_block(gif);
    putc(0, gif->file);
}

// Returns -1, with errno set, if the file was not written.
static int end_gif(struct gif *gif) {
    putc(';', gif->file);
    int failed = ferror(gif->file);
    return fclose(gif->file) != 0 || failed ? -1 : 0;
}

// ---- The program -------------------------------------------------------------------------------

static void fill_at_random(size_t count, unsigned char *cells) {
    unsigned int state = 42;
    for (size_t i = 0; i < count; i++) {
        state = state * 1664525u + 1013904223u;
        cells[i] = (state >> 16) % 3 == 0;
    }
}

static void place_in_the_middle(const struct pattern *pattern, size_t height, size_t width,
                                unsigned char *cells) {
    size_t top = (height - pattern->height) / 2, left = (width - pattern->width) / 2;
    for (size_t i = 0; i < pattern->count; i++)
        cells[(top + pattern->alive[i].row) * width + left + pattern->alive[i].column] = 1;
}

static void swap(unsigned char **a, unsigned char **b) {
    unsigned char *c = *a;
    *a = *b;
    *b = c;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// The best of five launches, with the transfers of their data.
static double measure(size_t height, size_t width, const unsigned char *in, unsigned char *out) {
    double best = 0;
    for (int i = 0; i < 5; i++) {
        double start = now();
        launch(height, width, in, out);
        double seconds = now() - start;
        best = i == 0 || seconds < best ? seconds : best;
    }
    return best;
}

struct boards {
    unsigned char *now, *then;           // on the device
    unsigned char *host_now, *host_then; // and on the host
    unsigned char *neighbours;
};

// Returns whether device and host agree after every generation. `gif` may be NULL.
static int simulate(size_t height, size_t width, size_t generations, struct boards *boards,
                    struct gif *gif) {
    memcpy(boards->host_now, boards->now, height * width);
    if (gif)
        put_frame(gif, boards->now);
    for (size_t i = 1; i <= generations; i++) {
        launch(height, width, boards->now, boards->then);
        swap(&boards->now, &boards->then);
        step_on_host(height, width, boards->host_now, boards->neighbours, boards->host_then);
        swap(&boards->host_now, &boards->host_then);
        if (memcmp(boards->now, boards->host_now, height * width) != 0) {
            fprintf(stderr, "life: generation %zu is not the host's\n", i);
            return 0;
        }
        if (gif)
            put_frame(gif, boards->now);
    }
    return 1;
}

static int usage(const char *program) {
    fprintf(
        stderr,
        "usage: %s [options] [PATTERN]\n"
        "  PATTERN                a pattern in RLE or plaintext format; without one, cells live\n"
        "                         at random\n"
        "  --size=WIDTHxHEIGHT    of the board, up to 32768x32768 (128x96)\n"
        "  --generations=N        (240)\n"
        "  --gif=FILE             write an animation\n"
        "  --time                 print the seconds of a launch, one generation\n",
        program);
    return 2;
}

// Reads a number from 1 to `max`. Returns 0 if the text is not such a number.
static size_t number(const char *text, size_t max) {
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    return *text == '-' || *end || value > max ? 0 : value;
}

static _Bool read_size(const char *text, size_t *width, size_t *height) {
    char end;
    return sscanf(text, "%zux%zu%c", width, height, &end) == 2 && *width > 0 && *height > 0 &&
           *width <= MAX_SIZE && *height <= MAX_SIZE;
}

int main(int argc, char **argv) {
    static const struct option options[] = {{"size", required_argument, NULL, 's'},
                                            {"generations", required_argument, NULL, 'g'},
                                            {"gif", required_argument, NULL, 'o'},
                                            {"time", no_argument, NULL, 't'},
                                            {0}};
    size_t width = 128, height = 96, generations = 240;
    const char *gif_path = NULL;
    int option, timed = 0;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        _Bool valid = option != '?';
        if (option == 's')
            valid = read_size(optarg, &width, &height);
        else if (option == 'g')
            valid = (generations = number(optarg, 1000000000)) > 0;
        else if (option == 'o')
            gif_path = optarg;
        else
            timed = 1;
        if (!valid)
            return usage(argv[0]);
    }
    if (argc - optind > 1)
        return usage(argv[0]);

    int status = 1, failed = 0;
    struct pattern pattern = {0};
    struct gif gif = {
        .height = height, .width = width, .scale = width < 256 && height < 256 ? 4 : 1};
    size_t count = height * width;
    struct boards boards = {calloc(count, 1), malloc(count), malloc(count), malloc(count),
                            malloc(count)};
    if (!boards.now || !boards.then || !boards.host_now || !boards.host_then ||
        !boards.neighbours) {
        fprintf(stderr, "life: no memory for %zu x %zu cells\n", width, height);
        goto done;
    }
    if (optind == argc) {
        fill_at_random(count, boards.now);
    } else {
        if (read_file(argv[optind], &pattern) != 0)
            goto done;
        if (pattern.height > height || pattern.width > width) {
            fprintf(stderr, "life: %s: the pattern of %zu x %zu cells is larger than the board\n",
                    argv[optind], pattern.width, pattern.height);
            goto done;
        }
        place_in_the_middle(&pattern, height, width, boards.now);
    }
    if (gif_path && !(gif.file = fopen(gif_path, "wb"))) {
        fprintf(stderr, "life: %s: %s\n", gif_path, strerror(errno));
        goto done;
    }
    if (gif.file)
        begin_gif(&gif);
    int correct = simulate(height, width, generations, &boards, gif.file ? &gif : NULL);
    if (gif.file && end_gif(&gif) != 0) {
        fprintf(stderr, "life: %s: %s\n", gif_path, strerror(errno));
        failed = 1;
    }
    size_t alive = 0;
    for (size_t i = 0; i < count; i++)
        alive += boards.now[i];
    printf("life: %zu x %zu cells, %zu generations: %zu alive: %s\n", width, height, generations,
           alive, correct ? "correct" : "WRONG");
    if (timed)
        printf("seconds: %.6f\n", measure(height, width, boards.now, boards.then));
    status = correct && !failed ? 0 : 1;

done:
    free(pattern.alive);
    free(boards.now);
    free(boards.then);
    free(boards.host_now);
    free(boards.host_then);
    free(boards.neighbours);
    return status;
}
