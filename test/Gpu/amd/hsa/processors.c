#include "processors.h"

#include <stddef.h>
#include <string.h>

#define KIB(n) ((n) * 1024u)
#define GIB(n) ((uint64_t)(n) << 30)

// clang-format off
static const struct processor processors[] = {
    {"gfx90a", "AMD Instinct MI210", NULL, 0x3f, 0, true, 64, 104, 8, 1, 4, 8, 1,
     KIB(64), 0x740f, 1700, 1600, 4096, GIB(64), {KIB(16), KIB(8192)}, 128},
    {"gfx942", "AMD Instinct MI300X", "gfx9-4-generic", 0x4c, 0x5f, true, 64, 304, 32, 1, 4, 8, 8,
     KIB(64), 0x74a1, 2100, 1300, 8192, GIB(192), {KIB(32), KIB(4096), KIB(262144)}, 128},
    {"gfx950", "AMD Instinct MI355X", "gfx9-4-generic", 0x4f, 0x5f, true, 64, 256, 32, 1, 4, 8, 8,
     KIB(160), 0x75a3, 2400, 2000, 8192, GIB(288), {KIB(32), KIB(4096), KIB(262144)}, 128},
    {"gfx1030", "AMD Radeon RX 6900 XT", "gfx10-3-generic", 0x36, 0x53, false, 32, 80, 4, 2, 2, 16,
     1, KIB(64), 0x73bf, 2660, 1000, 256, GIB(16), {KIB(16), KIB(4096), KIB(131072)}, 64},
    {"gfx1100", "AMD Radeon RX 7900 XTX", "gfx11-generic", 0x41, 0x54, false, 32, 96, 6, 2, 2, 16,
     1, KIB(64), 0x744c, 2482, 1249, 384, GIB(24), {KIB(32), KIB(6144), KIB(98304)}, 64},
    {"gfx1101", "AMD Radeon RX 7800 XT", "gfx11-generic", 0x46, 0x54, false, 32, 60, 3, 2, 2, 16, 1,
     KIB(64), 0x747e, 2565, 1218, 256, GIB(16), {KIB(32), KIB(4096), KIB(65536)}, 64},
    {"gfx1102", "AMD Radeon RX 7600", "gfx11-generic", 0x47, 0x54, false, 32, 32, 2, 2, 2, 16, 1,
     KIB(64), 0x7480, 2356, 1124, 128, GIB(8), {KIB(32), KIB(2048), KIB(32768)}, 64},
    {"gfx1200", "AMD Radeon RX 9060 XT", "gfx12-generic", 0x48, 0x59, false, 32, 32, 2, 2, 2, 16, 1,
     KIB(64), 0x7590, 3320, 1258, 128, GIB(16), {KIB(32), KIB(4096), KIB(32768)}, 256},
    {"gfx1201", "AMD Radeon RX 9070 XT", "gfx12-generic", 0x4e, 0x59, false, 32, 64, 4, 2, 2, 16, 1,
     KIB(64), 0x7550, 2970, 1258, 256, GIB(16), {KIB(32), KIB(8192), KIB(65536)}, 256},
};
// clang-format on

const struct processor *processor_find(const char *name) {
    for (size_t i = 0; i < sizeof processors / sizeof *processors; i++)
        if (strcmp(processors[i].name, name) == 0)
            return &processors[i];
    return NULL;
}
