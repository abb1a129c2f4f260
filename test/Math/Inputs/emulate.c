// emulate.c - what a GPU's code asks of the GPU, for the host: a grid of one thread, and
// instructions. Those that are approximate on GPUs are exact here. scripts/ulp renames LLVM's
// intrinsics
// ("llvm.nvvm.x" is "device.nvvm.x") and gives inline assembly names ("device.asm.x").
//
// PTX ISA, "Floating Point Instructions"; AMD's instruction set references, V_FRACT, V_FREXP and
// V_TRIG_PREOP.
#include <fenv.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "two-over-pi.h"

#define DEVICE(type, name, text) type name __asm__("device." text)

// ---- The grid ----------------------------------------------------------------------------------

#define ONE_OF(name, text, value)                                                                  \
    DEVICE(int, name(void), text);                                                                 \
    int name(void) {                                                                               \
        return value;                                                                              \
    }
ONE_OF(nv_thread, "nvvm.read.ptx.sreg.tid.x", 0)
ONE_OF(nv_block, "nvvm.read.ptx.sreg.ctaid.x", 0)
ONE_OF(nv_size, "nvvm.read.ptx.sreg.ntid.x", 1)
ONE_OF(nv_count, "nvvm.read.ptx.sreg.nctaid.x", 1)
ONE_OF(amd_thread, "amdgcn.workitem.id.x", 0)
ONE_OF(amd_block, "amdgcn.workgroup.id.x", 0)

// AMDGPUUsage, "Code Object V5 Kernel Argument Metadata": the hidden arguments.
DEVICE(void *, amd_arguments(void), "amdgcn.implicitarg.ptr");
void *amd_arguments(void) {
    static _Alignas(8) struct {
        uint32_t blocks[3];
        uint16_t sizes[3], rest[3];
        char more[256];
    } arguments = {{1, 1, 1}, {1, 1, 1}, {0}, {0}};
    return &arguments;
}

// ---- Numbers as bits ---------------------------------------------------------------------------

static uint64_t bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double number_of(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

DEVICE(int, d2i_hi(double), "nvvm.d2i.hi");
int d2i_hi(double x) {
    return (int)(bits_of(x) >> 32);
}
DEVICE(int, d2i_lo(double), "nvvm.d2i.lo");
int d2i_lo(double x) {
    return (int)bits_of(x);
}
DEVICE(double, lohi_i2d(int, int), "nvvm.lohi.i2d");
double lohi_i2d(int low, int high) {
    return number_of((uint64_t)(uint32_t)high << 32 | (uint32_t)low);
}

// ---- Instructions of NVIDIA's ------------------------------------------------------------------

static int to_int(double x) {
    return isnan(x) ? 0 : x >= 0x1p31 ? INT32_MAX : x < -0x1p31 ? INT32_MIN : (int)x;
}

#define FUNCTION(type, name, text, parameters, value)                                              \
    DEVICE(type, name parameters, text);                                                           \
    type name parameters {                                                                         \
        return value;                                                                              \
    }
FUNCTION(int, d2i_rn, "nvvm.d2i.rn", (double x), to_int(rint(x)))
FUNCTION(int, d2i_rz, "nvvm.d2i.rz", (double x), to_int(trunc(x)))
FUNCTION(int, f2i_rn, "nvvm.f2i.rn", (float x), to_int(rintf(x)))
FUNCTION(int, f2i_rz, "nvvm.f2i.rz", (float x), to_int(truncf(x)))
FUNCTION(double, nv_add, "nvvm.add.rn.d", (double x, double y), x + y)
FUNCTION(double, nv_mul, "nvvm.mul.rn.d", (double x, double y), x *y)
FUNCTION(float, nv_addf, "nvvm.add.rn.f", (float x, float y), x + y)
FUNCTION(float, nv_mulf, "nvvm.mul.rn.f", (float x, float y), x *y)
FUNCTION(float, nv_divf, "nvvm.div.rn.f", (float x, float y), x / y)
FUNCTION(float, nv_sqrtf, "nvvm.sqrt.rn.f", (float x), sqrtf(x))
FUNCTION(double, nv_fabs, "nvvm.fabs.f64", (double x), fabs(x))
FUNCTION(float, nv_fabsf, "nvvm.fabs.f32", (float x), fabsf(x))
FUNCTION(double, nv_round, "nvvm.round.d", (double x), rint(x))
FUNCTION(float, nv_roundf, "nvvm.round.f", (float x), rintf(x))
FUNCTION(float, nv_saturate, "nvvm.saturate.f", (float x), x > 0 ? x < 1 ? x : 1 : 0)

// In another rounding mode: compiled with -frounding-math.
#define ROUNDED(type, name, text, mode, parameters, value)                                         \
    DEVICE(type, name parameters, text);                                                           \
    type name parameters {                                                                         \
        int before = fegetround();                                                                 \
        fesetround(mode);                                                                          \
        volatile type result = value;                                                              \
        fesetround(before);                                                                        \
        return result;                                                                             \
    }
ROUNDED(double, add_rz, "nvvm.add.rz.d", FE_TOWARDZERO, (double x, double y), x + y)
ROUNDED(float, addf_rz, "nvvm.add.rz.f", FE_TOWARDZERO, (float x, float y), x + y)
ROUNDED(float, fmaf_rz, "nvvm.fma.rz.f", FE_TOWARDZERO, (float x, float y, float z), fmaf(x, y, z))
ROUNDED(float, fmaf_rm, "nvvm.fma.rm.f", FE_DOWNWARD, (float x, float y, float z), fmaf(x, y, z))

// Approximate ones; with "ftz", denormal numbers are zeros.
static double flushed(double x) {
    return fpclassify(x) == FP_SUBNORMAL ? copysign(0, x) : x;
}
static float flushedf(float x) {
    return fpclassify(x) == FP_SUBNORMAL ? copysignf(0, x) : x;
}
// Of double, the upper halves.
static double upper_half(double x) {
    return number_of(bits_of(x) >> 32 << 32);
}
FUNCTION(double, rcp_approx, "nvvm.rcp.approx.ftz.d", (double x),
         upper_half(flushed(1 / flushed(upper_half(x)))))
FUNCTION(float, ex2_ftz, "nvvm.ex2.approx.ftz.f32", (float x), flushedf(exp2f(flushedf(x))))
FUNCTION(float, ex2, "nvvm.ex2.approx.f32", (float x), exp2f(x))
FUNCTION(float, lg2_ftz, "nvvm.lg2.approx.ftz.f", (float x), log2f(flushedf(x)))
FUNCTION(float, lg2, "nvvm.lg2.approx.f", (float x), log2f(x))
FUNCTION(float, sin_approx, "nvvm.sin.approx.f", (float x), sinf(x))
FUNCTION(float, cos_approx, "nvvm.cos.approx.f", (float x), cosf(x))
FUNCTION(float, div_approx, "nvvm.div.approx.f", (float x, float y), x / y)
FUNCTION(float, div_ftz, "nvvm.div.approx.ftz.f", (float x, float y),
         flushedf(flushedf(x) / flushedf(y)))
FUNCTION(float, rsqrtf_ftz, "nvvm.rsqrt.approx.ftz.f", (float x),
         (float)(1 / sqrt((double)flushedf(x))))
FUNCTION(float, rsqrtf_, "nvvm.rsqrt.approx.f", (float x), (float)(1 / sqrt((double)x)))
static float toward_zero(double exact) {
    float near = (float)exact;
    return fabs((double)near) > fabs(exact) ? nextafterf(near, 0) : near;
}
FUNCTION(float, mul_rz, "nvvm.mul.rz.f", (float x, float y), toward_zero((double)x * y))
FUNCTION(float, mul_rz_ftz, "nvvm.mul.rz.ftz.f", (float x, float y),
         flushedf(toward_zero((double)flushedf(x) * flushedf(y))))

// libdevice's inline assembly.
FUNCTION(double, rsqrt_, "nvvm.rsqrt.approx.d", (double x), 1 / sqrt(x))
FUNCTION(double, asm_rsqrt, "asm.rsqrt", (double x), upper_half(1 / sqrt(flushed(upper_half(x)))))
FUNCTION(float, asm_rcp, "asm.rcp", (float x), flushedf(1 / flushedf(x)))
FUNCTION(double, asm_sub, "asm.sub", (double x, double y), x - y)
FUNCTION(float, asm_subf, "asm.subf", (float x, float y), x - y)
FUNCTION(double, asm_select, "asm.select", (double x, double y, double same, double other),
         isunordered(x, y) || x == y ? same : other)

// Two results come in two registers.
struct two {
    uint64_t low, high;
};
#define WIDE(name, text, parameters, value)                                                        \
    DEVICE(struct two, name parameters, text);                                                     \
    struct two name parameters {                                                                   \
        unsigned __int128 wide = value;                                                            \
        return (struct two){(uint64_t)wide, (uint64_t)(wide >> 64)};                               \
    }
#define JOINED(low, high) ((unsigned __int128)(high) << 64 | (low))
WIDE(asm_add, "asm.add128", (uint64_t a, uint64_t b, uint64_t c, uint64_t d),
     JOINED(a, b) + JOINED(c, d))
WIDE(asm_sub128, "asm.sub128", (uint64_t a, uint64_t b, uint64_t c, uint64_t d),
     JOINED(a, b) - JOINED(c, d))
WIDE(asm_mad, "asm.mad128", (uint64_t a, uint64_t b, uint64_t c), (unsigned __int128)a *b + c)
WIDE(asm_mul, "asm.mul128", (uint64_t a, uint64_t b), (unsigned __int128)a *b)

DEVICE(struct two, asm_mad64(uint32_t, uint32_t, uint32_t), "asm.mad64");
struct two asm_mad64(uint32_t a, uint32_t b, uint32_t c) {
    uint64_t wide = (uint64_t)a * b + c;
    return (struct two){(uint32_t)wide, wide >> 32};
}

// ---- Instructions of AMD's ---------------------------------------------------------------------

FUNCTION(double, amd_rcp, "amdgcn.rcp.f64", (double x), 1 / x)
FUNCTION(float, amd_rcpf, "amdgcn.rcp.f32", (float x), 1 / x)
FUNCTION(double, amd_rsq, "amdgcn.rsq.f64", (double x), (double)(1 / sqrtl(x)))
FUNCTION(float, amd_rsqf, "amdgcn.rsq.f32", (float x), (float)(1 / sqrt((double)x)))
FUNCTION(double, amd_fract, "amdgcn.fract.f64", (double x),
         fmin(x - floor(x), 0x1.fffffffffffffp-1))
FUNCTION(float, amd_fractf, "amdgcn.fract.f32", (float x), fminf(x - floorf(x), 0x1.fffffep-1f))
FUNCTION(float, amd_sinf, "amdgcn.sin.f32", (float x), (float)sin(x * 6.28318530717958647692))
FUNCTION(float, amd_cosf, "amdgcn.cos.f32", (float x), (float)cos(x * 6.28318530717958647692))
FUNCTION(float, amd_exp2f, "amdgcn.exp2.f32", (float x), exp2f(x))
FUNCTION(float, amd_logf, "amdgcn.log.f32", (float x), log2f(x))

static int exponent_of(double x) {
    int exponent;
    return isfinite(x) ? (frexp(x, &exponent), exponent) : 0;
}
static double mantissa_of(double x) {
    int exponent;
    return isfinite(x) ? frexp(x, &exponent) : x;
}
FUNCTION(int, amd_frexp_exp, "amdgcn.frexp.exp.i32.f64", (double x), exponent_of(x))
FUNCTION(int, amd_frexp_expf, "amdgcn.frexp.exp.i32.f32", (float x), exponent_of(x))
FUNCTION(double, amd_frexp_mant, "amdgcn.frexp.mant.f64", (double x), mantissa_of(x))
FUNCTION(float, amd_frexp_mantf, "amdgcn.frexp.mant.f32", (float x), (float)mantissa_of(x))

// 53 bits of 2/pi, where those of a product with x begin that do not make whole turns.
DEVICE(double, amd_trig_preop(double, int), "amdgcn.trig.preop.f64");
double amd_trig_preop(double x, int segment) {
    int exponent = (int)(bits_of(x) >> 52 & 2047), shift = (segment & 31) * 53;
    uint64_t digits = 0;
    if (exponent > 1077)
        shift += exponent - 1077;
    for (int i = shift; i < shift + 53; i++)
        digits = digits << 1 | (i < TWO_OVER_PI_BITS ? two_over_pi[i / 8] >> (7 - i % 8) & 1 : 0);
    return ldexp((double)digits, -53 - shift + (exponent >= 1968 ? 128 : 0));
}
