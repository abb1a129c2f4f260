// rpcclient.h - whom kernels on AMD GPUs ask (rpc.h).
#ifndef OC_BUILTINS_RPCCLIENT_H
#define OC_BUILTINS_RPCCLIENT_H

#include <gpuintrin.h>

#define OC_RPC_PAUSE() __builtin_amdgcn_s_sleep(2)
#define OC_RPC_NOW() __builtin_readsteadycounter() // 100 MHz
#define OC_RPC_PATIENCE 1000000000                 // 10 s
#include "rpc.h"

// libomptarget looks for it by its name (targets/amdgcn.c), but the marker says whom to ask
// (src/runtime/units/messages.h).
extern struct rpc_client __llvm_rpc_client;
extern unsigned long __offloadcc_image_marker[2];

static inline struct rpc_client *rpc_client(void) {
    unsigned long other = __offloadcc_image_marker[1];
    return other ? (struct rpc_client *)other : &__llvm_rpc_client;
}

// The code after it is executed by one lane after the other, of those that are here: one that
// waited for a lock of another of its wave would wait for ever.
#define FOR_EACH_LANE                                                                              \
    for (uint64_t left = __gpu_lane_mask(); left;                                                  \
         left &= left - 1, __builtin_amdgcn_wave_barrier())                                        \
        if (__gpu_lane_id() == (uint32_t)__builtin_ctzg(left))

#endif
