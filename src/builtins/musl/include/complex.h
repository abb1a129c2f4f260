// complex.h - for musl's sources (features.h).
#ifndef MUSL_COMPLEX_H
#define MUSL_COMPLEX_H

#define complex _Complex
#define creal(z) (__real__(double complex)(z))
#define cimag(z) (__imag__(double complex)(z))
#define crealf(z) (__real__(float complex)(z))
#define cimagf(z) (__imag__(float complex)(z))

double cabs(double complex), carg(double complex);
float cabsf(float complex), cargf(float complex);

#define DECLARE(name)                                                                                 \
    float complex name##f(float complex);                                                             \
    double complex name(double complex)
DECLARE(cacos);
DECLARE(cacosh);
DECLARE(casin);
DECLARE(casinh);
DECLARE(catan);
DECLARE(catanh);
DECLARE(ccos);
DECLARE(ccosh);
DECLARE(cexp);
DECLARE(clog);
DECLARE(cproj);
DECLARE(csin);
DECLARE(csinh);
DECLARE(csqrt);
DECLARE(ctan);
DECLARE(ctanh);
#undef DECLARE

double complex cpow(double complex, double complex);
float complex cpowf(float complex, float complex);

#endif
