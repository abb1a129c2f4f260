// spmv.c - a sparse matrix times a vector, with a thread for each row and with a block for each
// row. The matrix comes from a Matrix Market file, or is made here.
#include <offload.h>

#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

// ---- The kernels -------------------------------------------------------------------------------

// Compressed rows: row i's entries are those from starts[i] to starts[i + 1] - 1.
offload_kernel void multiply_by_thread(size_t rows, size_t columns, size_t count,
                                       const size_t starts[rows + 1], const int column[count],
                                       const double value[count], const double x[columns],
                                       offload_out double y[rows]) {
    size_t row = offload_global_id(0);
    if (row >= rows)
        return;
    double sum = 0;
    for (size_t i = starts[row]; i < starts[row + 1]; i++)
        sum += value[i] * x[column[i]];
    y[row] = sum;
}

// The threads of a block share a row and read neighbouring entries: better for long rows.
offload_kernel void multiply_by_block(size_t rows, size_t columns, size_t count,
                                      const size_t starts[rows + 1], const int column[count],
                                      const double value[count], const double x[columns],
                                      offload_out double y[rows]) {
    for (size_t row = offload_block_id(0); row < rows; row += offload_block_count(0)) {
        double sum = 0;
        for (size_t i = starts[row] + offload_thread_id(0); i < starts[row + 1];
             i += offload_block_size(0))
            sum += value[i] * x[column[i]];
        sum = offload_block_reduce_add(sum);
        if (offload_thread_id(0) == 0)
            y[row] = sum;
    }
}

struct matrix {
    size_t rows, columns, count;
    size_t *starts; // [rows + 1]
    int *column;    // [count]
    double *value;  // [count]
};

static void multiply_rows(const struct matrix *m, const double *x, double *y) {
    offload(multiply_by_thread, .threads = {m->rows})(m->rows, m->columns, m->count, m->starts,
                                                      m->column, m->value, x, y);
}

static void multiply_blocks(const struct matrix *m, const double *x, double *y) {
    unsigned int blocks = m->rows < 65535 ? (unsigned int)m->rows : 65535;
    offload(multiply_by_block, .blocks = {blocks}, .block_size = {64})(
        m->rows, m->columns, m->count, m->starts, m->column, m->value, x, y);
}

// ---- Making a matrix ---------------------------------------------------------------------------

struct entry {
    int row, column; // from 0
    double value;
};

struct entries {
    size_t rows, columns, count, room;
    struct entry *all; // in any order
};

static int add_entry(struct entries *entries, int row, int column, double value) {
    if (entries->count == entries->room) {
        size_t room = entries->room ? entries->room * 2 : 1024;
        struct entry *more = realloc(entries->all, room * sizeof *more);
        if (!more)
            return -1;
        entries->all = more;
        entries->room = room;
    }
    entries->all[entries->count++] = (struct entry){row, column, value};
    return 0;
}

// Sorts entries into rows by counting. Returns -1 if there is no memory.
static int compress(const struct entries *entries, struct matrix *matrix) {
    *matrix = (struct matrix){.rows = entries->rows,
                              .columns = entries->columns,
                              .count = entries->count,
                              .starts = calloc(entries->rows + 1, sizeof *matrix->starts),
                              .column = malloc((entries->count + 1) * sizeof *matrix->column),
                              .value = malloc((entries->count + 1) * sizeof *matrix->value)};
    if (!matrix->starts || !matrix->column || !matrix->value)
        return -1;
    for (size_t i = 0; i < entries->count; i++)
        matrix->starts[entries->all[i].row + 1]++;
    for (size_t row = 0; row < entries->rows; row++)
        matrix->starts[row + 1] += matrix->starts[row];
    // starts[row] moves on as the row fills, and ends where the next row begins.
    for (size_t i = 0; i < entries->count; i++) {
        size_t place = matrix->starts[entries->all[i].row]++;
        matrix->column[place] = entries->all[i].column;
        matrix->value[place] = entries->all[i].value;
    }
    memmove(matrix->starts + 1, matrix->starts, entries->rows * sizeof *matrix->starts);
    matrix->starts[0] = 0;
    return 0;
}

// The Laplacian of a grid of size x size points: 4 for each point, -1 for each of its neighbours.
static int make_laplacian(int size, struct entries *entries) {
    int status = 0, points = size * size;
    entries->rows = entries->columns = (size_t)points;
    for (int i = 0; i < points && status == 0; i++) {
        int x = i % size, y = i / size;
        status |= y > 0 ? add_entry(entries, i, i - size, -1) : 0;
        status |= x > 0 ? add_entry(entries, i, i - 1, -1) : 0;
        status |= add_entry(entries, i, i, 4);
        status |= x < size - 1 ? add_entry(entries, i, i + 1, -1) : 0;
        status |= y < size - 1 ? add_entry(entries, i, i + size, -1) : 0;
    }
    return status;
}

// ---- Reading a Matrix Market file --------------------------------------------------------------

enum field { REAL, INTEGER, PATTERN };
enum symmetry { GENERAL, SYMMETRIC, SKEW_SYMMETRIC };

struct reader {
    const char *path;
    FILE *file;
    size_t line_number;
    char *line, *at; // the line, and what is left of it to read
    size_t room;
};

static int fail(const struct reader *reader, const char *message) {
    fprintf(stderr, "spmv: %s:%zu: %s\n", reader->path, reader->line_number, message);
    return -1;
}

static int no_memory(const struct reader *reader) {
    return fail(reader, "the matrix is too large for this machine's memory");
}

// Goes to the next line that is not blank nor a comment. False at the end of the file.
static _Bool next_line(struct reader *reader) {
    do {
        reader->line_number++;
        if (getline(&reader->line, &reader->room, reader->file) < 0)
            return 0;
        reader->at = reader->line + strspn(reader->line, " \t\r\n");
    } while (*reader->at == '\0' || *reader->at == '%');
    return 1;
}

static _Bool at_end(const struct reader *reader) {
    return reader->at[strspn(reader->at, " \t\r\n")] == '\0';
}

// Reads a number without a sign. Returns -1 if there is none, or it is above a quintillion.
static long read_count(struct reader *reader) {
    char *end;
    reader->at += strspn(reader->at, " \t");
    if (!isdigit((unsigned char)*reader->at))
        return -1;
    unsigned long long number = strtoull(reader->at, &end, 10);
    reader->at = end;
    return number > 1000000000000000000 ? -1 : (long)number;
}

static int read_value(struct reader *reader, enum field field, double *value) {
    *value = 1;
    if (field == PATTERN)
        return 0;
    char *end;
    *value = strtod(reader->at, &end);
    if (end == reader->at)
        return fail(reader, "the entry's value is missing, or is not a number");
    reader->at = end;
    if (!isfinite(*value))
        return fail(reader, "the value is not a finite number");
    if (field == INTEGER && *value != trunc(*value))
        return fail(reader, "the value is not an integer, as the file's header says it is");
    return 0;
}

// Reads the next of the words, which end in NULL. Returns its index, or -1.
static int read_word(struct reader *reader, const char *const *words) {
    reader->at += strspn(reader->at, " \t");
    size_t length = strcspn(reader->at, " \t\r\n");
    for (int i = 0; words[i]; i++)
        if (length == strlen(words[i]) && strncasecmp(reader->at, words[i], length) == 0) {
            reader->at += length;
            return i;
        }
    return -1;
}

static int read_header(struct reader *reader, enum field *field, enum symmetry *symmetry) {
    static const char *const banners[] = {"%%MatrixMarket", NULL};
    static const char *const objects[] = {"matrix", NULL};
    static const char *const formats[] = {"coordinate", NULL};
    static const char *const fields[] = {
        [REAL] = "real", [INTEGER] = "integer", [PATTERN] = "pattern", NULL};
    static const char *const symmetries[] = {[GENERAL] = "general",
                                             [SYMMETRIC] = "symmetric",
                                             [SKEW_SYMMETRIC] = "skew-symmetric",
                                             NULL};
    reader->line_number = 1;
    if (getline(&reader->line, &reader->room, reader->file) < 0)
        return fail(reader, ferror(reader->file) ? strerror(errno) : "the file is empty");
    reader->at = reader->line;
    if (read_word(reader, banners) < 0)
        return fail(reader, "not a Matrix Market file: it does not begin with %%MatrixMarket");
    if (read_word(reader, objects) < 0 || read_word(reader, formats) < 0)
        return fail(reader, "only `matrix coordinate` files are supported");
    int which_field = read_word(reader, fields);
    if (which_field < 0)
        return fail(reader, "only real, integer and pattern matrices are supported");
    int which_symmetry = read_word(reader, symmetries);
    if (which_symmetry < 0)
        return fail(reader, "only general, symmetric and skew-symmetric matrices are supported");
    if (!at_end(reader))
        return fail(reader, "something follows the header");
    if (which_field == PATTERN && which_symmetry == SKEW_SYMMETRIC)
        return fail(reader, "a pattern has no signs, so it is not skew-symmetric");
    *field = (enum field)which_field;
    *symmetry = (enum symmetry)which_symmetry;
    return 0;
}

enum { MAX_ROWS = 100000000 };

static int read_size(struct reader *reader, enum symmetry symmetry, struct entries *entries,
                     size_t *announced) {
    if (!next_line(reader))
        return fail(reader, "the file ends before the line with the matrix's size");
    long rows = read_count(reader), columns = read_count(reader), count = read_count(reader);
    if (rows < 1 || columns < 1 || count < 0 || !at_end(reader))
        return fail(reader, "a line `rows columns entries` is expected here");
    if (rows > MAX_ROWS || columns > MAX_ROWS)
        return fail(reader, "more than 100000000 rows or columns");
    if (symmetry != GENERAL && rows != columns)
        return fail(reader, "the matrix is symmetric, but not square");
    if (count == 0)
        return fail(reader, "the matrix has no entries");
    if ((__int128)count > (__int128)rows * columns)
        return fail(reader, "more entries than places in the matrix");
    entries->rows = (size_t)rows;
    entries->columns = (size_t)columns;
    *announced = (size_t)count;
    return 0;
}

static int read_entry(struct reader *reader, enum field field, enum symmetry symmetry,
                      struct entries *entries) {
    double value;
    long row = read_count(reader), column = read_count(reader);
    if (row < 0 || column < 0)
        return fail(reader, "an entry is `row column` and its value");
    if (row < 1 || (size_t)row > entries->rows)
        return fail(reader, "the row is not one of the matrix's; the first is 1");
    if (column < 1 || (size_t)column > entries->columns)
        return fail(reader, "the column is not one of the matrix's; the first is 1");
    if (read_value(reader, field, &value) != 0)
        return -1;
    if (!at_end(reader))
        return fail(reader, "something follows the entry");
    if (symmetry != GENERAL && column > row)
        return fail(reader, "the matrix is symmetric: entries above the diagonal are left out");
    if (symmetry == SKEW_SYMMETRIC && row == column)
        return fail(reader, "the matrix is skew-symmetric: its diagonal is zero and left out");
    int i = (int)row - 1, j = (int)column - 1;
    if (add_entry(entries, i, j, value) != 0 ||
        (symmetry != GENERAL && i != j &&
         add_entry(entries, j, i, symmetry == SYMMETRIC ? value : -value) != 0))
        return no_memory(reader);
    return 0;
}

static int read_entries(struct reader *reader, struct entries *entries) {
    enum field field;
    enum symmetry symmetry;
    size_t announced = 0;
    if (read_header(reader, &field, &symmetry) != 0 ||
        read_size(reader, symmetry, entries, &announced) != 0)
        return -1;
    for (size_t i = 0; i < announced; i++) {
        if (!next_line(reader)) {
            fprintf(stderr, "spmv: %s: ends after %zu of %zu entries\n", reader->path, i,
                    announced);
            return -1;
        }
        if (read_entry(reader, field, symmetry, entries) != 0)
            return -1;
    }
    if (next_line(reader))
        return fail(reader, "more entries than the file's size line says");
    return 0;
}

static int read_file(const char *path, struct entries *entries) {
    struct reader reader = {.path = path, .file = fopen(path, "r")};
    if (!reader.file) {
        fprintf(stderr, "spmv: %s: %s\n", path, strerror(errno));
        return -1;
    }
    int status = read_entries(&reader, entries);
    free(reader.line);
    fclose(reader.file);
    return status;
}

// ---- The program -------------------------------------------------------------------------------

// Returns how many elements of the product are wrong. Rounding changes a sum of k products by at
// most k epsilon times the sum of their absolute values; the host's own sum counts again.
static size_t check(const char *name, const struct matrix *m, const double *x, const double *y) {
    size_t wrong = 0;
    for (size_t row = 0; row < m->rows; row++) {
        double sum = 0, absolute = 0;
        for (size_t i = m->starts[row]; i < m->starts[row + 1]; i++) {
            double product = m->value[i] * x[m->column[i]];
            sum += product;
            absolute += fabs(product);
        }
        double tolerance =
            2 * (double)(m->starts[row + 1] - m->starts[row]) * DBL_EPSILON * absolute;
        if (!(fabs(y[row] - sum) <= tolerance) && wrong++ == 0)
            fprintf(stderr, "spmv: %s: element %zu is %.17g, not %.17g\n", name, row, y[row], sum);
    }
    return wrong;
}

typedef void multiply_fn(const struct matrix *m, const double *x, double *y);

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// The best of five launches, with the transfers of their data.
static double measure(multiply_fn *multiply, const struct matrix *m, const double *x, double *y) {
    double best = 0;
    for (int i = 0; i < 5; i++) {
        double start = now();
        multiply(m, x, y);
        double seconds = now() - start;
        best = i == 0 || seconds < best ? seconds : best;
    }
    return best;
}

static int run(const struct matrix *m, int timed) {
    double *x = malloc(m->columns * sizeof *x), *y = malloc(m->rows * sizeof *y);
    if (!x || !y) {
        fprintf(stderr, "spmv: no memory for the vectors\n");
        free(x);
        free(y);
        return 1;
    }
    for (size_t i = 0; i < m->columns; i++)
        x[i] = 1 + (double)(i * i % 1009) / 1009;
    static const struct {
        const char *name;
        multiply_fn *multiply;
    } ways[] = {{"a thread for each row", multiply_rows},
                {"a block for each row", multiply_blocks}};
    size_t wrong = 0;
    for (int i = 0; i < 2; i++) {
        for (size_t row = 0; row < m->rows; row++)
            y[row] = NAN;
        ways[i].multiply(m, x, y);
        wrong += check(ways[i].name, m, x, y);
    }
    double sum = 0;
    for (size_t row = 0; row < m->rows; row++)
        sum += y[row];
    printf("spmv: %zu x %zu, %zu entries: sum of the product %.6f: %s\n", m->rows, m->columns,
           m->count, sum, wrong ? "WRONG" : "correct");
    if (timed) {
        printf("seconds: %.6f\n", measure(multiply_rows, m, x, y));
        printf("seconds, blocks: %.6f\n", measure(multiply_blocks, m, x, y));
    }
    free(x);
    free(y);
    return wrong ? 1 : 0;
}

// Reads a number from 1 to `max`. Returns 0 if the text is not such a number.
static size_t number(const char *text, size_t max) {
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    return *text == '-' || *end || value > max ? 0 : value;
}

static int usage(const char *program) {
    fprintf(stderr,
            "usage: %s [--time] [FILE.mtx | --grid N]\n"
            "  FILE.mtx  a Matrix Market file\n"
            "  --grid N  the Laplacian of a grid of N x N points, 1 to 10000 (512)\n"
            "  --time    print the seconds of a launch with a thread for each row, and of one\n"
            "            with a block for each row\n",
            program);
    return 2;
}

int main(int argc, char **argv) {
    static const struct option options[] = {
        {"time", no_argument, NULL, 't'}, {"grid", required_argument, NULL, 'g'}, {0}};
    int option, timed = 0;
    size_t grid = 0;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (option == 't')
            timed = 1;
        else if (option != 'g' || (grid = number(optarg, 10000)) == 0)
            return usage(argv[0]);
    }
    if (argc - optind > 1 || (optind < argc && grid))
        return usage(argv[0]);

    struct entries entries = {0};
    struct matrix matrix = {0};
    int status = 1;
    if (optind < argc) {
        if (read_file(argv[optind], &entries) != 0)
            goto done;
    } else if (make_laplacian(grid ? (int)grid : 512, &entries) != 0) {
        fprintf(stderr, "spmv: no memory for this grid\n");
        goto done;
    }
    if (compress(&entries, &matrix) != 0) {
        fprintf(stderr, "spmv: no memory for this matrix\n");
        goto done;
    }
    free(entries.all);
    entries.all = NULL;
    status = run(&matrix, timed);

done:
    free(entries.all);
    free(matrix.starts);
    free(matrix.column);
    free(matrix.value);
    return status;
}
