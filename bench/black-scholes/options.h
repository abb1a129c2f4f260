// options.h - European options, and where their prices go. For the CPU and for GPUs.
static const float rate = 0.03125f, volatility = 0.25f;
static float *spot, *strike, *years, *call, *put;

static void make_options(size_t count) {
    ALLOCATE(spot, float, count);
    ALLOCATE(strike, float, count);
    ALLOCATE(years, float, count);
    ALLOCATE(call, float, count);
    ALLOCATE(put, float, count);
    for (size_t i = 0; i < count; i++) {
        spot[i] = 5 + 25 * scatter_float(3 * i);
        strike[i] = 1 + 99 * scatter_float(3 * i + 1);
        years[i] = 0.25f + 9.75f * scatter_float(3 * i + 2);
        call[i] = put[i] = 0;
    }
}
