// A table of what was measured: table FILE SECTION REFERENCE WAY... The file has lines
// "SECTION ROW WAY VALUE". A cell is the median and how many percent below and above it the
// quartiles are; for the first way follow the ratios of the medians and of the least values to
// those of REFERENCE, which is one of the ways, or - for none, and whether the median of the first
// way meets the section's goal, if there is one for the row. In the section "checksum" values are
// no seconds: a cell that is not the reference's is marked DIFFERENT, and the exit code is 1.
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

// What we hold ourselves to: at most so many times the reference's median, or, with `base`, at most
// so many seconds more than that row's. Of one row, or of all.
static const struct goal {
    const char *section, *row;
    double times;
    const char *base;
    double more;
} goals[] = {
    {"kernel", NULL, 1.05, NULL, 0},
    {"launch", "resident", 1.1, NULL, 0},
    {"start", "no-launch", 1, "no-kernels", 1e-3},
};

static char rows[ROWS][NAME];
static int row_count;
static struct cell cells[ROWS][WAYS];

static int row_named(const char *name) {
    for (int i = 0; i < row_count; i++)
        if (strcmp(rows[i], name) == 0)
            return i;
    return -1;
}

static int add_row(const char *name) {
    int found = row_named(name);
    if (found >= 0 || row_count == ROWS)
        return found;
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
        int w = way_named(ways, way_count, way), r = add_row(row);
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

static void sort_values(void) {
    for (int r = 0; r < row_count; r++)
        for (int w = 0; w < WAYS; w++)
            qsort(cells[r][w].values, (size_t)cells[r][w].count, sizeof(double), compare);
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

static const struct goal *goal_of(const char *section) {
    for (size_t i = 0; i < sizeof goals / sizeof *goals; i++)
        if (strcmp(goals[i].section, section) == 0)
            return &goals[i];
    return NULL;
}

static void print_goal(char text[CELL], const struct goal *goal) {
    if (goal->base)
        snprintf(text, CELL, "goal: +%g ms", 1e3 * goal->more);
    else
        snprintf(text, CELL, "goal: %g", goal->times);
}

static void print_verdict(char text[CELL], const struct goal *goal, int r, int reference) {
    int base = goal->base ? row_named(goal->base) : r, way = goal->base ? 0 : reference;
    text[0] = 0;
    if (base < 0 || way < 0 || (goal->row && strcmp(goal->row, rows[r]) != 0))
        return;
    const struct cell *ours = &cells[r][0], *other = &cells[base][way];
    if (ours->count && other->count) {
        double most = goal->times * quantile(other, 0.5) + goal->more;
        snprintf(text, CELL, "%s", quantile(ours, 0.5) <= most ? "ok" : "missed");
    }
}

static bool same(const struct cell *a, const struct cell *b) {
    return fabs(a->values[0] - b->values[0]) <= 1e-5 * fabs(b->values[0]);
}

// Fills a line of `columns` texts for row r.
static bool make_line(char texts[][CELL], int r, int way_count, int reference, bool checksums) {
    bool good = true;
    snprintf(texts[0], CELL, "%s", rows[r]);
    for (int w = 0; w < way_count; w++) {
        const struct cell *cell = &cells[r][w];
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
    static char texts[ROWS + 1][WAYS + 4][CELL];
    int way_count = argc - 4, widths[WAYS + 4] = {0};
    char **ways = argv + 4;
    if (way_count < 1 || way_count > WAYS || read_values(argv[1], argv[2], ways, way_count) != 0) {
        fprintf(stderr, "usage: %s FILE SECTION REFERENCE WAY...\n", argv[0]);
        return 2;
    }
    bool checksums = strcmp(argv[2], "checksum") == 0, good = true;
    int reference = way_named(ways, way_count, argv[3]);
    const struct goal *goal = goal_of(argv[2]);
    int columns = 1 + way_count + (reference >= 0 && !checksums ? 2 : 0);
    snprintf(texts[0][0], CELL, "%s", argv[2]);
    for (int w = 0; w < way_count; w++)
        snprintf(texts[0][1 + w], CELL, "%s", ways[w]);
    if (columns > 1 + way_count) {
        snprintf(texts[0][1 + way_count], CELL, "to %s", argv[3]);
        snprintf(texts[0][2 + way_count], CELL, "least");
    }
    if (goal)
        print_goal(texts[0][columns], goal);
    sort_values();
    for (int r = 0; r < row_count; r++) {
        good = make_line(texts[r + 1], r, way_count, reference, checksums) && good;
        if (goal)
            print_verdict(texts[r + 1][columns], goal, r, reference);
    }
    columns += goal != NULL;
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
