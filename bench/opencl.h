// opencl.h - the little of OpenCL that the benchmarks need. Errors end the program.
//
// BENCH_KERNEL is the file with the kernels, BENCH_INCLUDE a directory for their #include lines.
#ifndef BENCH_OPENCL_H
#define BENCH_OPENCL_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static struct {
    cl_context context;
    cl_command_queue queue;
    cl_program program;
} opencl;

static inline void opencl_check(cl_int status, const char *what) {
    if (status == CL_SUCCESS)
        return;
    fprintf(stderr, "OpenCL: %s: error %d\n", what, status);
    exit(1);
}

// 77 tells scripts/bench that there is no OpenCL here.
static inline cl_device_id opencl_find_cpu(void) {
    cl_platform_id platforms[16];
    cl_uint count = 0;
    cl_device_id device;
    clGetPlatformIDs(16, platforms, &count);
    for (cl_uint i = 0; i < count && i < 16; i++)
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU, 1, &device, NULL) == CL_SUCCESS)
            return device;
    fprintf(stderr, "OpenCL: no CPU device\n");
    exit(77);
}

// On how many cores kernels run.
static inline cl_uint opencl_cores(void) {
    cl_uint cores;
    opencl_check(
        clGetDeviceInfo(opencl_find_cpu(), CL_DEVICE_MAX_COMPUTE_UNITS, sizeof cores, &cores, NULL),
        "CL_DEVICE_MAX_COMPUTE_UNITS");
    return cores;
}

// Compiles the kernels.
static inline void opencl_begin(void) {
    static char source[1 << 16];
    FILE *file = fopen(BENCH_KERNEL, "r");
    if (!file || fread(source, 1, sizeof source - 1, file) == 0)
        opencl_check(-1, BENCH_KERNEL);
    fclose(file);
    cl_int status;
    cl_device_id device = opencl_find_cpu();
    opencl.context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    opencl_check(status, "clCreateContext");
    opencl.queue = clCreateCommandQueue(opencl.context, device, 0, &status);
    opencl_check(status, "clCreateCommandQueue");
    opencl.program =
        clCreateProgramWithSource(opencl.context, 1, &(const char *){source}, NULL, &status);
    opencl_check(status, "clCreateProgramWithSource");
    status =
        clBuildProgram(opencl.program, 1, &device, "-cl-std=CL1.2 -I " BENCH_INCLUDE, NULL, NULL);
    if (status != CL_SUCCESS) {
        static char log[1 << 14];
        clGetProgramBuildInfo(opencl.program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        fputs(log, stderr);
    }
    opencl_check(status, "clBuildProgram");
}

static inline cl_kernel opencl_kernel(const char *name) {
    cl_int status;
    cl_kernel kernel = clCreateKernel(opencl.program, name, &status);
    opencl_check(status, name);
    return kernel;
}

// The host's memory is the device's: nothing is copied.
static inline cl_mem opencl_share(const void *memory, size_t bytes) {
    cl_int status;
    cl_mem buffer = clCreateBuffer(opencl.context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes,
                                   (void *)memory, &status);
    opencl_check(status, "clCreateBuffer");
    return buffer;
}

// Sets all arguments: opencl_set(kernel, 2, OPENCL(n), OPENCL(buffer)).
#define OPENCL(variable) sizeof(variable), (const void *)&(variable)
static inline void opencl_set(cl_kernel kernel, int count, ...) {
    va_list arguments;
    va_start(arguments, count);
    for (int i = 0; i < count; i++) {
        size_t bytes = va_arg(arguments, size_t);
        opencl_check(clSetKernelArg(kernel, (cl_uint)i, bytes, va_arg(arguments, const void *)),
                     "clSetKernelArg");
    }
    va_end(arguments);
}

// At least x * y threads, in blocks of block_x * block_y. It runs after what was enqueued before.
static inline void opencl_enqueue(cl_kernel kernel, size_t x, size_t y, size_t block_x,
                                  size_t block_y) {
    size_t local[2] = {block_x, block_y};
    size_t global[2] = {(x + block_x - 1) / block_x * block_x,
                        (y + block_y - 1) / block_y * block_y};
    opencl_check(
        clEnqueueNDRangeKernel(opencl.queue, kernel, 2, NULL, global, local, 0, NULL, NULL),
        "clEnqueueNDRangeKernel");
}

// Waits for all that was enqueued.
static inline void opencl_wait(void) {
    opencl_check(clFinish(opencl.queue), "clFinish");
}

static inline void opencl_launch(cl_kernel kernel, size_t x, size_t y, size_t block_x,
                                 size_t block_y) {
    opencl_enqueue(kernel, x, y, block_x, block_y);
    opencl_wait();
}

// Makes the host see what a kernel wrote.
static inline void opencl_fetch(cl_mem buffer, size_t bytes) {
    cl_int status;
    void *memory = clEnqueueMapBuffer(opencl.queue, buffer, CL_TRUE, CL_MAP_READ, 0, bytes, 0, NULL,
                                      NULL, &status);
    opencl_check(status, "clEnqueueMapBuffer");
    clEnqueueUnmapMemObject(opencl.queue, buffer, memory, 0, NULL, NULL);
    clFinish(opencl.queue);
}

#endif
