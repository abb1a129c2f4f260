// processors.h - AMD's GPUs that can be emulated, each with what a product of its kind says of
// itself.
#ifndef AMD_HSA_PROCESSORS_H
#define AMD_HSA_PROCESSORS_H

#include <stdbool.h>
#include <stdint.h>

struct processor {
    const char *name;           // "gfx90a"
    const char *product;        // one of those that have it
    const char *generic;        // the generic processor whose code it runs too, or NULL
    uint8_t mach, generic_mach; // EF_AMDGPU_MACH of code objects (LLVM's AMDGPUUsage, "Header")
    bool has_features;          // sramecc and xnack can be on or off
    uint8_t wave;               // lanes
    uint16_t units, engines;    // compute units; shader engines
    uint8_t arrays;             // shader arrays of an engine
    uint8_t simds, waves;       // of a unit; of a SIMD
    uint8_t parts;              // dies with compute units (XCC)
    uint32_t shared;            // bytes of LDS that a work-group may have
    uint32_t chip;              // PCI's device id
    uint32_t clock, memory_clock, memory_width; // MHz, MHz, bits
    uint64_t memory;                            // bytes
    uint32_t caches[4];                         // bytes, from the first level on
    uint32_t cache_line;
};

// The processor of a name without features, or NULL.
const struct processor *processor_find(const char *name);

#endif
