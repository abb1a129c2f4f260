#include <offload.h>

typedef double operation(double);
offload_device double weigh(double x);
offload_device size_t place(void);
offload_device double twice(double x);
extern offload_global double factor;

// Both files have a static kernel and variable of the same names.
void run_other(size_t n, double *x);
