// What LLVM makes of divisions, square roots, remainders, conversions and functions, executed and
// compared with what the host computes: the instructions that are only steps on the way there have
// to fit together.
#include "machine_test.h"

#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Object.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <math.h>

#include "float_reference.h"

enum { ROUNDS = 12, FAST_ROUNDS = 400 };

// The end of a function: where it returns to.
enum { RETURN_ADDRESS = 0x7FFF0000 };

static struct test_wave t;

// ---- Functions ---------------------------------------------------------------------------------

typedef uint64_t reference(uint64_t a, uint64_t b);

// What a reference gives where C does not say what the result is.
#define UNDEFINED 0xF0F1F2F3F4F5F6F7u

static float single_of(uint64_t bits) {
    uint32_t low = (uint32_t)bits;
    float value;
    memcpy(&value, &low, sizeof value);
    return value;
}

static uint64_t of_single(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double double_of(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t of_double(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double half_of(uint64_t bits) {
    if (nan_in(half_format, bits))
        return NAN;
    return (double)value_of(half_format, bits & 0xFFFF);
}

// Of a number whose rounding to f64 does not matter.
static uint64_t of_half(double value) {
    return value != value ? quiet_of(half_format) : rounded_to(half_format, value, TO_NEAREST);
}

#define SINGLE(name, expression)                                                                   \
    static uint64_t name(uint64_t bits_a, uint64_t bits_b) {                                       \
        float a = single_of(bits_a), b = single_of(bits_b);                                        \
        (void)b;                                                                                   \
        return of_single(expression);                                                              \
    }
#define DOUBLE(name, expression)                                                                   \
    static uint64_t name(uint64_t bits_a, uint64_t bits_b) {                                       \
        double a = double_of(bits_a), b = double_of(bits_b);                                       \
        (void)b;                                                                                   \
        return of_double(expression);                                                              \
    }
#define HALF(name, expression)                                                                     \
    static uint64_t name(uint64_t bits_a, uint64_t bits_b) {                                       \
        double a = half_of(bits_a), b = half_of(bits_b);                                           \
        (void)b;                                                                                   \
        return of_half(expression);                                                                \
    }
#define INTEGER(name, type, expression)                                                            \
    static uint64_t name(uint64_t bits_a, uint64_t bits_b) {                                       \
        type a = (type)bits_a, b = (type)bits_b;                                                   \
        (void)b;                                                                                   \
        return (uint64_t)(expression);                                                             \
    }
#define OTHER(name, expression)                                                                    \
    static uint64_t name(uint64_t a, uint64_t b) {                                                 \
        (void)b;                                                                                   \
        return (uint64_t)(expression);                                                             \
    }

SINGLE(divide, a / b)
SINGLE(invert, 1 / a)
SINGLE(root, sqrtf(a))
SINGLE(remainder_of, fmodf(a, b))
SINGLE(away, roundf(a))
SINGLE(binary_power, (float)exp2((double)a))
SINGLE(natural_power, (float)exp((double)a))
SINGLE(decimal_power, (float)pow(10, (double)a))
SINGLE(binary_logarithm, (float)log2((double)a))
SINGLE(natural_logarithm, (float)log((double)a))
SINGLE(decimal_logarithm, (float)log10((double)a))
DOUBLE(divide_d, a / b)
DOUBLE(invert_d, 1 / a)
DOUBLE(root_d, sqrt(a))
DOUBLE(remainder_d, fmod(a, b))
DOUBLE(away_d, round(a))
DOUBLE(nearest_d, rint(a))
HALF(divide_h, a / b)
HALF(invert_h, 1 / a)
HALF(root_h, sqrt(a))
HALF(remainder_h, fmod(a, b))
INTEGER(quotient_u32, uint32_t, b ? a / b : UNDEFINED)
INTEGER(rest_u32, uint32_t, b ? a % b : UNDEFINED)
INTEGER(quotient_i32, int32_t, b && !(a == INT32_MIN && b == -1) ? (uint32_t)(a / b) : UNDEFINED)
INTEGER(rest_i32, int32_t, b && !(a == INT32_MIN && b == -1) ? (uint32_t)(a % b) : UNDEFINED)
INTEGER(quotient_u64, uint64_t, b ? a / b : UNDEFINED)
INTEGER(rest_u64, uint64_t, b ? a % b : UNDEFINED)
INTEGER(quotient_i64, int64_t, b && !(a == INT64_MIN && b == -1) ? a / b : UNDEFINED)
INTEGER(single_of_i64, int64_t, of_single((float)a))
INTEGER(single_of_u64, uint64_t, of_single((float)a))
INTEGER(double_of_i64, int64_t, of_double((double)a))
INTEGER(double_of_u64, uint64_t, of_double((double)a))
INTEGER(half_of_i32, int32_t, of_half(a))
OTHER(i64_of_single, fabsf(single_of(a)) < 0x1p63f ? (int64_t)single_of(a) : UNDEFINED)
OTHER(u64_of_double,
      double_of(a) > -1 && double_of(a) < 0x1p64 ? (uint64_t)double_of(a) : UNDEFINED)
OTHER(i64_of_double, fabs(double_of(a)) < 0x1p63 ? (int64_t)double_of(a) : UNDEFINED)
OTHER(half_of_double, isnan(double_of(a)) ? quiet_of(half_format)
                                          : rounded_to(half_format, double_of(a), TO_NEAREST))

static uint64_t flushing_divide(uint64_t a, uint64_t b) {
    return flushed_in(single_format,
                      divide(flushed_in(single_format, a), flushed_in(single_format, b)));
}

static uint64_t bf16_sum(uint64_t a, uint64_t b) {
    float sum = single_of(a << 16) + single_of(b << 16);
    uint64_t bits = of_single(sum);
    return (isnan(sum) ? bits : bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
}

// What arguments and results are. An 'i' or 'l' is an integer of 32 or 64 bits.
static const struct format *format_of(char type) {
    return type == 'f'   ? &single_format
           : type == 'd' ? &double_format
           : type == 'h' ? &half_format
                         : NULL;
}

static unsigned bits_of_type(char type) {
    return type == 'd' || type == 'l' ? 64 : type == 'h' || type == 'b' ? 16 : 32;
}

static const struct {
    const char *name;
    const char *types; // the result's, then the arguments'
    reference *wanted;
    unsigned tolerance; // of so many units in the last place
    const char *body;   // of a function with the arguments %a and %b
} functions[] = {
    {"div", "fff", divide, 0, "%r = fdiv float %a, %b"},
    {"inv", "ff", invert, 0, "%r = fdiv float 1.0, %a"},
    {"root", "ff", root, 0, "%r = call float @llvm.sqrt.f32(float %a)"},
    {"rem", "fff", remainder_of, 0, "%r = frem float %a, %b"},
    {"round", "ff", away, 0, "%r = call float @llvm.round.f32(float %a)"},
    {"exp2", "ff", binary_power, 1, "%r = call float @llvm.exp2.f32(float %a)"},
    {"exp", "ff", natural_power, 2, "%r = call float @llvm.exp.f32(float %a)"},
    {"exp10", "ff", decimal_power, 2, "%r = call float @llvm.exp10.f32(float %a)"},
    {"log2", "ff", binary_logarithm, 1, "%r = call float @llvm.log2.f32(float %a)"},
    {"log", "ff", natural_logarithm, 2, "%r = call float @llvm.log.f32(float %a)"},
    {"log10", "ff", decimal_logarithm, 2, "%r = call float @llvm.log10.f32(float %a)"},
    {"flushing_div", "fff", flushing_divide, 0, "%r = fdiv float %a, %b"},
    {"div_d", "ddd", divide_d, 0, "%r = fdiv double %a, %b"},
    {"inv_d", "dd", invert_d, 0, "%r = fdiv double 1.0, %a"},
    {"root_d", "dd", root_d, 0, "%r = call double @llvm.sqrt.f64(double %a)"},
    {"rem_d", "ddd", remainder_d, 0, "%r = frem double %a, %b"},
    {"round_d", "dd", away_d, 0, "%r = call double @llvm.round.f64(double %a)"},
    {"rint_d", "dd", nearest_d, 0, "%r = call double @llvm.rint.f64(double %a)"},
    {"div_h", "hhh", divide_h, 0, "%r = fdiv half %a, %b"},
    {"inv_h", "hh", invert_h, 1, "%r = fdiv half 1.0, %a"},
    {"root_h", "hh", root_h, 1, "%r = call half @llvm.sqrt.f16(half %a)"},
    {"rem_h", "hhh", remainder_h, 0, "%r = frem half %a, %b"},
    {"add_b", "bbb", bf16_sum, 0, "%r = fadd bfloat %a, %b"},
    {"udiv", "iii", quotient_u32, 0, "%r = udiv i32 %a, %b"},
    {"urem", "iii", rest_u32, 0, "%r = urem i32 %a, %b"},
    {"sdiv", "iii", quotient_i32, 0, "%r = sdiv i32 %a, %b"},
    {"srem", "iii", rest_i32, 0, "%r = srem i32 %a, %b"},
    {"udiv_l", "lll", quotient_u64, 0, "%r = udiv i64 %a, %b"},
    {"urem_l", "lll", rest_u64, 0, "%r = urem i64 %a, %b"},
    {"sdiv_l", "lll", quotient_i64, 0, "%r = sdiv i64 %a, %b"},
    {"f_of_l", "fl", single_of_i64, 0, "%r = sitofp i64 %a to float"},
    {"f_of_ul", "fl", single_of_u64, 0, "%r = uitofp i64 %a to float"},
    {"d_of_l", "dl", double_of_i64, 0, "%r = sitofp i64 %a to double"},
    {"d_of_ul", "dl", double_of_u64, 0, "%r = uitofp i64 %a to double"},
    {"h_of_i", "hi", half_of_i32, 0, "%r = sitofp i32 %a to half"},
    {"l_of_f", "lf", i64_of_single, 0, "%r = fptosi float %a to i64"},
    {"ul_of_d", "ld", u64_of_double, 0, "%r = fptoui double %a to i64"},
    {"l_of_d", "ld", i64_of_double, 0, "%r = fptosi double %a to i64"},
    {"h_of_d", "hd", half_of_double, 0, "%r = fptrunc double %a to half"},
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

// ---- Making code -------------------------------------------------------------------------------

static const char *type_name(char type) {
    switch (type) {
    case 'f':
        return "float";
    case 'd':
        return "double";
    case 'h':
        return "half";
    case 'b':
        return "bfloat";
    case 'i':
        return "i32";
    default:
        return "i64";
    }
}

static char *module_text(void) {
    static char text[1 << 16];
    size_t length = 0;
    for (size_t i = 0; i < FUNCTIONS; i++) {
        const char *types = functions[i].types;
        bool flushes = functions[i].wanted == flushing_divide;
        length += (size_t)snprintf(text + length, sizeof text - length,
                                   "define %s @%s(%s %%a, %s %%b) %s{\n %s\n ret %s %%r\n}\n",
                                   type_name(types[0]), functions[i].name, type_name(types[1]),
                                   type_name(types[2] ? types[2] : types[1]), flushes ? "#0 " : "",
                                   functions[i].body, type_name(types[0]));
    }
    snprintf(text + length, sizeof text - length,
             "attributes #0 = { \"denormal-fp-math-f32\"=\"preserve-sign,preserve-sign\" }\n");
    return text;
}

static LLVMMemoryBufferRef object_of(const char *arch, const char *features) {
    char *why = NULL, *text = module_text();
    const char *triple = "amdgcn-amd-amdhsa";
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef module;
    LLVMTargetRef target = NULL;
    LLVMMemoryBufferRef object;
    LLVMMemoryBufferRef source =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "test");
    if (LLVMParseIRInContext(context, source, &module, &why) ||
        LLVMGetTargetFromTriple(triple, &target, &why))
        fail_msg("%s", why);
    LLVMTargetMachineRef machine =
        LLVMCreateTargetMachine(target, triple, arch, features, LLVMCodeGenLevelDefault,
                                LLVMRelocPIC, LLVMCodeModelDefault);
    LLVMSetTarget(module, triple);
    if (LLVMTargetMachineEmitToMemoryBuffer(machine, module, LLVMObjectFile, &why, &object))
        fail_msg("%s", why);
    LLVMDisposeTargetMachine(machine);
    LLVMDisposeModule(module);
    LLVMContextDispose(context);
    return object;
}

static bool is_named(const char *name, const char *wanted) {
    return name && strcmp(name, wanted) == 0;
}

// The code of an object, and where its functions begin.
struct compiled {
    const uint8_t *bytes;
    size_t size;
    uint64_t starts[FUNCTIONS];
    struct instruction **decoded;
    struct decoder *decoder;
};

static void find_functions(LLVMMemoryBufferRef object, struct compiled *code) {
    char *why = NULL;
    LLVMBinaryRef binary = LLVMCreateBinary(object, NULL, &why);
    if (!binary)
        fail_msg("%s", why);
    LLVMSectionIteratorRef section = LLVMObjectFileCopySectionIterator(binary);
    for (; !LLVMObjectFileIsSectionIteratorAtEnd(binary, section); LLVMMoveToNextSection(section))
        if (is_named(LLVMGetSectionName(section), ".text")) {
            code->bytes = (const uint8_t *)LLVMGetSectionContents(section);
            code->size = LLVMGetSectionSize(section);
        }
    LLVMSymbolIteratorRef symbol = LLVMObjectFileCopySymbolIterator(binary);
    for (; !LLVMObjectFileIsSymbolIteratorAtEnd(binary, symbol); LLVMMoveToNextSymbol(symbol))
        for (size_t i = 0; i < FUNCTIONS; i++)
            if (is_named(LLVMGetSymbolName(symbol), functions[i].name))
                code->starts[i] = LLVMGetSymbolAddress(symbol);
    LLVMDisposeSymbolIterator(symbol);
    LLVMDisposeSectionIterator(section);
}

// ---- Running -----------------------------------------------------------------------------------

static void call(struct compiled *code, uint64_t start) {
    struct wave *w = &t.wave;
    write_pair(&w->scalars[30], RETURN_ADDRESS);
    for (w->pc = start; w->pc != RETURN_ADDRESS;) {
        struct instruction **in = &code->decoded[w->pc / 4];
        if (w->pc >= code->size)
            fail_msg("there is no code at %#llx", (unsigned long long)w->pc);
        if (!*in)
            *in = decode(code->decoder, code->bytes + w->pc, code->size - w->pc);
        if (!(*in)->operation)
            fail_msg("not understood: '%s'", (*in)->text);
        w->now = *in;
        enum outcome outcome = (*in)->operation->run(w, *in);
        if (outcome == GO_ON)
            w->pc += (*in)->size;
        else if (outcome != JUMPED)
            fail_msg("the wave stops at '%s'", (*in)->text);
    }
}

static uint64_t argument_of(char type) {
    const struct format *f = format_of(type);
    if (f)
        return number_from(*f, test_random(), test_random());
    uint64_t bits = test_number();
    return bits_of_type(type) == 64 ? bits : bits & ((1ull << bits_of_type(type)) - 1);
}

// Whether a result is as near to the right one as the function promises.
static bool is_near(size_t i, uint64_t got, uint64_t wanted) {
    const struct format *f = format_of(functions[i].types[0]);
    if (functions[i].types[0] == 'b' && (wanted & 0x7FFF) > 0x7F80)
        return (got & 0x7FFF) > 0x7F80;
    if (!f)
        return got == wanted;
    if (nan_in(*f, wanted) || nan_in(*f, got))
        return nan_in(*f, wanted) && nan_in(*f, got);
    i128 distance = place_of(*f, got) - place_of(*f, wanted);
    return distance <= functions[i].tolerance && -distance <= functions[i].tolerance;
}

static void check_function(struct compiled *code, size_t i, const char *arch, unsigned rounds) {
    const char *types = functions[i].types;
    uint64_t given[2][MAX_LANES];
    t.wave.mode = functions[i].wanted == flushing_divide ? 0x3C0 : 0x3F0;
    for (unsigned round = 0; round < rounds; round++) {
        write_pair(&t.wave.scalars[S_EXEC], t.wave.present);
        for (unsigned l = 0; l < t.wave.lanes; l++)
            for (unsigned k = 0, reg = 0; k < 2 && types[1 + k]; k++) {
                given[k][l] = argument_of(types[1 + k]);
                // Remainders of distant exponents take long.
                if (k && round % 4 && strchr("rd", functions[i].name[0]) && format_of(types[2]))
                    given[k][l] =
                        given[0][l] ^
                        (test_random() & (sign_of(*format_of(types[2])) - 1) >> (round % 3 + 1));
                t.vectors[reg++][l] = (uint32_t)given[k][l];
                if (bits_of_type(types[1 + k]) == 64)
                    t.vectors[reg++][l] = (uint32_t)(given[k][l] >> 32);
            }
        call(code, code->starts[i]);
        for (unsigned l = 0; l < t.wave.lanes; l++) {
            unsigned bits = bits_of_type(types[0]);
            uint64_t a = given[0][l], b = types[2] ? given[1][l] : 0, got = t.vectors[0][l];
            uint64_t wanted = functions[i].wanted(a, b);
            got = bits == 16   ? got & 0xFFFF
                  : bits == 64 ? got | (uint64_t)t.vectors[1][l] << 32
                               : got;
            if (wanted != UNDEFINED && !is_near(i, got, wanted))
                fail_msg("%s: %s(%#llx, %#llx) is %#llx, not %#llx", arch, functions[i].name,
                         (unsigned long long)a, (unsigned long long)b, (unsigned long long)got,
                         (unsigned long long)wanted);
        }
    }
}

static void check_architecture(const char *arch, unsigned generation, unsigned lanes) {
    struct compiled code = {0};
    const char *features = generation == 9 ? ""
                           : lanes == 64   ? "+wavefrontsize64"
                                           : "+wavefrontsize32";
    find_functions(object_of(arch, features), &code);
    code.decoder = decoder_make(arch, lanes);
    code.decoded = calloc(code.size / 4 + 1, sizeof *code.decoded);
    assert_non_null(code.decoded);
    test_wave_begin(&t, generation, lanes);
    t.machine.is_gfx90a = generation == 9;
    t.machine.is_gfx940 = strcmp(arch, "gfx942") == 0;
    for (size_t i = 0; i < FUNCTIONS; i++)
        check_function(&code, i, arch,
                       strncmp(functions[i].name, "rem", 3) == 0 ? ROUNDS : FAST_ROUNDS);
}

static void compiled_code_computes(void **state) {
    (void)state;
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTarget();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUAsmPrinter();
    check_architecture("gfx90a", 9, 64);
    check_architecture("gfx942", 9, 64);
    check_architecture("gfx1030", 10, 32);
    check_architecture("gfx1030", 10, 64);
    check_architecture("gfx1100", 11, 32);
    check_architecture("gfx1100", 11, 64);
    check_architecture("gfx1201", 12, 32);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(compiled_code_computes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
