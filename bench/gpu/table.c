// A table of what was measured: table FILE SECTION REFERENCE WAY... The file has lines
// "SECTION ROW WAY VALUE". A cell is the median and how many percent below and above it the
// quartiles are; for the first way follow the ratios of the medians and of the least values to
// those of REFERENCE, which is one of the ways, or - for none. Sections whose values are no
// seconds: "checksum" has "same" or "DIFFERENT" for a cell, and the exit code is 1 if one is
// different.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 64, WAYS = 8, VALUES = 4096, NAME = 40, CELL = 64 };

struct cell {
    double values[VALUES];
    int count;
};

static char rows[ROWS][NAME];
static int row_count;
static struct cell cells[ROWS][WAYS];

static int row_named(const char *name) {
    for (int i = 0; i < row_count; i++)
        if (strcmp(rows[i], name) == 0)
            return i;
    if (row_count == ROWS)
        return -1;
    snprintf(rows[row_count], NAME, "%s", name);
    return row_count++;
}

static int way_named(char **ways, int count, const char *name) {
    for (int i = 0; i < count; i++)
        if (strcmp(ways[i], name) == 0)
            return i;
    return -1;
}

static int read_values(const char *path, const char *wanted, char **ways, int way_count) {
    char section[NAME], row[NAME], way[NAME];
    double value;
    FILE *file = fopen(path, "r");
    if (!file)
        return -1;
    while (fscanf(file, "%39s %39s %39s %lf", section, row, way, &value) == 4) {
        if (strcmp(section, wanted) != 0)
            continue;
        int w = way_named(ways, way_count, way), r = row_named(row);
        if (w >= 0 && r >= 0 && cells[r][w].count < VALUES)
            cells[r][w].values[cells[r][w].count++] = value;
    }
    fclose(file);
    return 0;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double quantile(const struct cell *cell, double share) {
    double place = share * (cell->count - 1);
    int at = (int)place;
    double next = cell->values[at + 1 < cell->count ? at + 1 : at];
    return cell->values[at] + (place - at) * (next - cell->values[at]);
}

static void print_seconds(char text[CELL], const struct cell *cell) {
    double median = quantile(cell, 0.5);
    bool micro = median < 0.1e-3;
    snprintf(text, CELL, "%.*f %s (-%.0f +%.0f)", 2, median * (micro ? 1e6 : 1e3),
             micro ? "us" : "ms", 100 * (1 - quantile(cell, 0.25) / median),
             100 * (quantile(cell, 0.75) / median - 1));
}

static void print_ratio(char text[CELL], double ours, double theirs) {
    snprintf(text, CELL, "%.3f", ours / theirs);
}

static bool same(const struct cell *a, const struct cell *b) {
    return fabs(a->values[0] - b->values[0]) <= 1e-5 * fabs(b->values[0]);
}

// Fills a line of `columns` texts for row r.
static bool make_line(char texts[][CELL], int r, int way_count, int reference, bool checksums) {
    bool good = true;
    snprintf(texts[0], CELL, "%s", rows[r]);
    for (int w = 0; w < way_count; w++) {
        struct cell *cell = &cells[r][w];
        qsort(cell->values, (size_t)cell->count, sizeof(double), compare);
        texts[1 + w][0] = 0;
        if (cell->count && checksums) {
            bool right = w == reference || !cells[r][reference].count ||
                         (same(cell, &cells[r][reference]) && isfinite(cell->values[0]));
            snprintf(texts[1 + w], CELL, "%.9g%s", cell->values[0], right ? "" : " DIFFERENT");
            good = good && right;
        } else if (cell->count) {
            print_seconds(texts[1 + w], cell);
        }
    }
    if (reference >= 0 && !checksums) {
        const struct cell *ours = &cells[r][0], *theirs = &cells[r][reference];
        texts[1 + way_count][0] = texts[2 + way_count][0] = 0;
        if (ours->count && theirs->count) {
            print_ratio(texts[1 + way_count], quantile(ours, 0.5), quantile(theirs, 0.5));
            print_ratio(texts[2 + way_count], ours->values[0], theirs->values[0]);
        }
    }
    return good;
}

static void print_line(char texts[][CELL], const int *widths, int columns) {
    for (int i = 0; i < columns; i++)
        printf(i == 0 ? "| %-*s |" : " %*s |", widths[i], texts[i]);
    putchar('\n');
}

int main(int argc, char **argv) {
    static char texts[ROWS + 1][WAYS + 3][CELL];
    int way_count = argc - 4, widths[WAYS + 3] = {0};
    char **ways = argv + 4;
    if (way_count < 1 || way_count > WAYS || read_values(argv[1], argv[2], ways, way_count) != 0) {
        fprintf(stderr, "usage: %s FILE SECTION REFERENCE WAY...\n", argv[0]);
        return 2;
    }
    bool checksums = strcmp(argv[2], "checksum") == 0, good = true;
    int reference = way_named(ways, way_count, argv[3]);
    int columns = 1 + way_count + (reference >= 0 && !checksums ? 2 : 0);
    snprintf(texts[0][0], CELL, "%s", argv[2]);
    for (int w = 0; w < way_count; w++)
        snprintf(texts[0][1 + w], CELL, "%s", ways[w]);
    if (columns > 1 + way_count) {
        snprintf(texts[0][1 + way_count], CELL, "to %s", argv[3]);
        snprintf(texts[0][2 + way_count], CELL, "least");
    }
    for (int r = 0; r < row_count; r++)
        good = make_line(texts[r + 1], r, way_count, reference, checksums) && good;
    for (int r = 0; r <= row_count; r++)
        for (int i = 0; i < columns; i++)
            if ((int)strlen(texts[r][i]) > widths[i])
                widths[i] = (int)strlen(texts[r][i]);
    for (int r = 0; r <= row_count; r++) {
        print_line(texts[r], widths, columns);
        for (int i = 0; r == 0 && i < columns; i++)
            printf(i == 0 ? "| %.*s |" : " %.*s: |", i == 0 ? widths[i] : widths[i] - 1,
                   "------------------------------------------------------------");
        if (r == 0)
            putchar('\n');
    }
    return good ? 0 : 1;
}
