// functions.h - the functions of <math.h> and offload_math.h that kernels may call, as lists of what to measure.
//
//   UNARY(F)      F(name)        real name(real)
//   BINARY(F)     F(name)        real name(real, real)
//   PARTS(F)      F(label, reference, expression)
//                                a result of functions with another form, of x; `whole` and `count`
//                                are variables for it
//   PARTS2(F)     F(label, reference, expression)            likewise of x and y
//   EXACT_NAMES   those whose result is a number of the type, which C says: the host's function for
//                 the same type is the reference, not that for long double
#ifndef MATH_FUNCTIONS_H
#define MATH_FUNCTIONS_H

#define UNARY(F)                                                                                   \
    F(acos)                                                                                        \
    F(acosh)                                                                                       \
    F(asin) F(asinh) F(atan) F(atanh) F(cbrt) F(ceil) F(cos) F(cosh) F(erf) F(erfc) F(exp)         \
        F(exp10) F(exp2) F(expm1) F(fabs) F(floor) F(lgamma) F(log) F(log10) F(log1p) F(log2)      \
            F(logb) F(nearbyint) F(rint) F(round) F(sin) F(sinh) F(sqrt) F(tan) F(tanh) F(tgamma)  \
                F(trunc)

#define BINARY(F)                                                                                  \
    F(atan2) F(copysign) F(fdim) F(fmax) F(fmin) F(fmod) F(hypot) F(nextafter) F(pow) F(remainder)

#define PARTS(F)                                                                                   \
    F(frexp, REAL(frexp)(x, &count), REAL(frexp)(x, &count))                                       \
    F(frexp_exponent, (REAL(frexp)(x, &count), (real)count),                                       \
      (REAL(frexp)(x, &count), (real)count))                                                       \
    F(ilogb, (real)REAL(ilogb)(x), (real)REAL(ilogb)(x))                                           \
    F(ldexp, REAL(ldexp)(x, -7), REAL(ldexp)(x, -7))                                               \
    F(llrint, (real)REAL(llrint)(SMALL(x)), (real)REAL(llrint)(SMALL(x)))                          \
    F(llround, (real)REAL(llround)(SMALL(x)), (real)REAL(llround)(SMALL(x)))                       \
    F(lrint, (real)REAL(lrint)(SMALL(x)), (real)REAL(lrint)(SMALL(x)))                             \
    F(lround, (real)REAL(lround)(SMALL(x)), (real)REAL(lround)(SMALL(x)))                          \
    F(modf, REAL(modf)(x, &whole), REAL(modf)(x, &whole))                                          \
    F(modf_whole, (REAL(modf)(x, &whole), whole), (REAL(modf)(x, &whole), whole))                  \
    F(scalbln, REAL(scalbln)(x, 40000000000L), REAL(scalbln)(x, 40000000000L))                     \
    F(scalbn, REAL(scalbn)(x, 40), REAL(scalbn)(x, 40))                                            \
    F(rsqrt, 1 / EXACT(sqrt)((exact)x), REAL(offload_rsqrt)(x))                                    \
    F(rcbrt, 1 / EXACT(cbrt)((exact)x), REAL(offload_rcbrt)(x))                                    \
    F(sinpi, EXACT(sinpi)((exact)x), REAL(offload_sinpi)(x))                                       \
    F(cospi, EXACT(cospi)((exact)x), REAL(offload_cospi)(x))                                       \
    F(tanpi, EXACT(sinpi)((exact)x) / EXACT(cospi)((exact)x), REAL(offload_tanpi)(x))              \
    F(acospi, EXACT(acos)((exact)x) / PI_L, REAL(offload_acospi)(x))                               \
    F(asinpi, EXACT(asin)((exact)x) / PI_L, REAL(offload_asinpi)(x))                               \
    F(atanpi, EXACT(atan)((exact)x) / PI_L, REAL(offload_atanpi)(x))                               \
    F(exp2m1, EXACT(exp2m1_of)((exact)x), REAL(offload_exp2m1)(x))                                 \
    F(exp10m1, EXACT(exp10m1_of)((exact)x), REAL(offload_exp10m1)(x))                              \
    F(log2p1, EXACT(log1p)((exact)x) / LN2_L, REAL(offload_log2p1)(x))                             \
    F(log10p1, EXACT(log1p)((exact)x) / LN10_L, REAL(offload_log10p1)(x))                          \
    F(erfcx, EXACT(erfcx)((exact)x), REAL(offload_erfcx)(x))                                       \
    F(erfinv, EXACT(erfinv)((exact)x), REAL(offload_erfinv)(x))                                    \
    F(erfcinv, EXACT(erfcinv)((exact)x), REAL(offload_erfcinv)(x))                                 \
    F(normcdf, EXACT(normcdf)((exact)x), REAL(offload_normcdf)(x))                                 \
    F(normcdfinv, EXACT(normcdfinv)((exact)x), REAL(offload_normcdfinv)(x))                        \
    F(cyl_bessel_i0, EXACT(cyl_bessel_i0)((exact)x), REAL(offload_cyl_bessel_i0)(x))               \
    F(cyl_bessel_i1, EXACT(cyl_bessel_i1)((exact)x), REAL(offload_cyl_bessel_i1)(x))               \
    F(sincos_cos, EXACT(cos)((exact)x), (REAL(sincos)(x, &rest, &whole), whole))                   \
    F(sincos_sin, EXACT(sin)((exact)x), (REAL(sincos)(x, &rest, &whole), rest))

#define PARTS2(F)                                                                                  \
    F(division, (exact)x / (exact)y, x / y)                                                        \
    F(fma, REAL(fma)(x, y, (real) - 0.3), REAL(fma)(x, y, (real) - 0.3))                           \
    F(atan2pi, EXACT(atan2)((exact)x, (exact)y) / PI_L, REAL(offload_atan2pi)(x, y))               \
    F(pown, EXACT(pow)((exact)x, (exact)WHOLE(y)), REAL(offload_pown)(x, WHOLE(y)))                \
    F(rootn, EXACT(root_of)((exact)x, WHOLE(y)), REAL(offload_rootn)(x, WHOLE(y)))                 \
    F(powr, EXACT(powr_of)((exact)x, (exact)y), REAL(offload_powr)(x, y))                          \
    F(compoundn, EXACT(compound_of)((exact)x, WHOLE(y)), REAL(offload_compoundn)(x, WHOLE(y)))     \
    F(rhypot, 1 / EXACT(hypot)((exact)x, (exact)y), REAL(offload_rhypot)(x, y))                    \
    F(norm3d, EXACT(hypot)(EXACT(hypot)((exact)x, (exact)y), 2), REAL(offload_norm3d)(x, y, 2))    \
    F(rnorm3d, 1 / EXACT(hypot)(EXACT(hypot)((exact)x, (exact)y), 2),                              \
      REAL(offload_rnorm3d)(x, y, 2))                                                              \
    F(norm4d, EXACT(hypot)(EXACT(hypot)((exact)x, (exact)y), EXACT(hypot)((exact)x, 2)),           \
      REAL(offload_norm4d)(x, y, x, 2))                                                            \
    F(rnorm4d, 1 / EXACT(hypot)(EXACT(hypot)((exact)x, (exact)y), EXACT(hypot)((exact)x, 2)),      \
      REAL(offload_rnorm4d)(x, y, x, 2))                                                           \
    F(remquo, REAL(remquo)(x, y, &count), REAL(remquo)(x, y, &count))                              \
    F(remquo_quotient, (REAL(remquo)(x, y, &count), (real)(count % 8)),                            \
      (REAL(remquo)(x, y, &count), (real)(count % 8)))

#define EXACT_NAMES                                                                                \
    "ceil", "copysign", "fabs", "fdim", "floor", "fma", "fmax", "fmin", "fmod", "frexp",           \
        "frexp_exponent", "ilogb", "ldexp", "llrint", "llround", "logb", "lrint", "lround",        \
        "modf", "modf_whole", "nearbyint", "nextafter", "remainder", "remquo", "remquo_quotient",  \
        "rint", "round", "scalbln", "scalbn", "sqrt", "trunc"

// A number that fits into a long, or a NaN's, an infinity's and a large one's place.
#define SMALL(x) (REAL(fabs)(x) < (real)0x1p62 ? (x) : (real)0.5)

// A whole number that a double has.
#define WHOLE(y) ((long long)(REAL(fabs)(y) < (real)0x1p53 ? (y) : (real)3))

#endif
