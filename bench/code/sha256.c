// SHA-256 (FIPS 180-4) of messages of one block each, and of messages of any length.
#include <offload.h>

#include <stdint.h>

static const uint32_t rounds[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate(uint32_t x, int by) {
    return x >> by | x << (32 - by);
}

static void digest_block(const uint32_t block[16], uint32_t state[8]) {
    uint32_t words[64];
    for (int i = 0; i < 16; i++)
        words[i] = block[i];
    for (int i = 16; i < 64; i++) {
        uint32_t before = words[i - 15], last = words[i - 2];
        words[i] = words[i - 16] + words[i - 7] +
                   (rotate(before, 7) ^ rotate(before, 18) ^ before >> 3) +
                   (rotate(last, 17) ^ rotate(last, 19) ^ last >> 10);
    }
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    for (int i = 0; i < 64; i++) {
        uint32_t first = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) +
                         rounds[i] + words[i];
        uint32_t second =
            (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + first;
        d = c;
        c = b;
        b = a;
        a = first + second;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
}

static void begin(uint32_t state[8]) {
    static const uint32_t first[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    for (int i = 0; i < 8; i++)
        state[i] = first[i];
}

offload_kernel void digest_blocks(size_t n, const uint32_t blocks[n * 16],
                                  uint32_t digests[n * 8]) {
    size_t thread = offload_global_id(0);
    if (thread >= n)
        return;
    uint32_t state[8];
    begin(state);
    digest_block(&blocks[thread * 16], state);
    for (int i = 0; i < 8; i++)
        digests[thread * 8 + (size_t)i] = state[i];
}

// Message i is the bytes from starts[i] to starts[i + 1] - 1.
offload_kernel void digest_bytes(size_t n, size_t bytes, const size_t starts[n + 1],
                                 const unsigned char messages[bytes], uint32_t digests[n * 8]) {
    size_t thread = offload_global_id(0);
    if (thread >= n)
        return;
    const unsigned char *message = messages + starts[thread];
    size_t length = starts[thread + 1] - starts[thread];
    uint32_t state[8], block[16] = {0};
    begin(state);
    unsigned int used = 0;
    for (size_t i = 0; i < length; i++) {
        block[used / 4] |= (uint32_t)message[i] << (24 - used % 4 * 8);
        if (++used == 64) {
            digest_block(block, state);
            for (int k = 0; k < 16; k++)
                block[k] = 0;
            used = 0;
        }
    }
    block[used / 4] |= 0x80u << (24 - used % 4 * 8);
    if (used >= 56) {
        digest_block(block, state);
        for (int k = 0; k < 16; k++)
            block[k] = 0;
    }
    block[14] = (uint32_t)(length >> 29);
    block[15] = (uint32_t)(length << 3);
    digest_block(block, state);
    for (int i = 0; i < 8; i++)
        digests[thread * 8 + (size_t)i] = state[i];
}
