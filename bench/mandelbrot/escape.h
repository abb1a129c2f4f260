#include "../both.h"

struct view {
    double x, y;                      // of the centre
    double pixel_width, pixel_height; // in the plane
    int limit;                        // iterations after which a point counts as inside
};

// How soon a point escapes, from 0 (inside, or at once) to 1 (late).
static inline float escape(struct view view, int width, int height, int column, int row) {
    double cx = view.x + (column - (double)(width - 1) / 2) * view.pixel_width;
    double cy = view.y - (row - (double)(height - 1) / 2) * view.pixel_height;
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
