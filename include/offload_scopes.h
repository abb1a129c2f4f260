/* offload_scopes.h - the scopes of clang's __scoped_atomic_ builtins on NVIDIA GPUs. clang 22 drops
 * the scope there. offload.h includes this file when it is compiled for NVIDIA GPUs.
 *
 * A macro with the name of each builtin passes the scope through a call that stays in the code,
 * where offloadcc finds it. A use that is not seen by these macros, such as one before this file is
 * included, has the scope of the whole system, which is always enough.
 */
#ifndef OFFLOAD_H
#include "offload.h" /* which includes this file */
#endif

#if !defined(OFFLOAD_SCOPES_H) && defined(__NVPTX__)
#define OFFLOAD_SCOPES_H

#define __OFFLOADCC_SCOPE(scope) __builtin_annotation((scope), "offload_scope")

/* clang-format off */
#define __scoped_atomic_load(address, result, order, scope) \
    __scoped_atomic_load(address, result, order, __OFFLOADCC_SCOPE(scope))
#define __scoped_atomic_load_n(address, order, scope) \
    __scoped_atomic_load_n(address, order, __OFFLOADCC_SCOPE(scope))
#define __scoped_atomic_store(address, value, order, scope) \
    __scoped_atomic_store(address, value, order, __OFFLOADCC_SCOPE(scope))
#define __scoped_atomic_store_n(address, value, order, scope) \
    __scoped_atomic_store_n(address, value, order, __OFFLOADCC_SCOPE(scope))
#define __scoped_atomic_exchange(address, value, result, order, scope) \
    __scoped_atomic_exchange(address, value, result, order, __OFFLOADCC_SCOPE(scope))
#define __scoped_atomic_exchange_n(address, value, order, scope) \
    __scoped_atomic_exchange_n(address, value, order, __OFFLOADCC_SCOPE(scope))
#define __scoped_atomic_fetch_add(address, value, order, scope) \
    __scoped_atomic_fetch_add(address, value, order, __OFFLOADCC_SCOPE(scope))
#define __scoped_atomic_fetch_sub(address, value, order, scope) \
    __scoped_atomic_fetch_sub(address, value, order, __OFFLOADCC_SCOPE(scope))
#define __scoped_atomic_fetch_and(address, value, order, scope) \
    __scoped_atomic_fetch_and(address, value, order, __OFFLOADCC_SCOPE(scope))
#define __scoped_atomic_fetch_or(address, value, order, scope) \
    __scoped_atomic_fetch_or(address, value, order, __OFFLOADCC_SCOPE(scope))
#define __scoped_atomic_fetch_xor(address, value, order, scope) \
    __scoped_atomic_fetch_xor(address, value, order, __OFFLOADCC_SCOPE(scope))
#define __scoped_atomic_fetch_nand(address, value, order, scope) \
    __scoped_atomic_fetch_nand(address, value, order, __OFFLOADCC_SCOPE(scope))
#define __scoped_atomic_fetch_min(address, value, order, scope) \
    __scoped_atomic_fetch_min(address, value, order, __OFFLOADCC_SCOPE(scope))
#define __scoped_atomic_fetch_max(address, value, order, scope) \
    __scoped_atomic_fetch_max(address, value, order, __OFFLOADCC_SCOPE(scope))
#define __scoped_atomic_fetch_uinc(address, value, order, scope) \
    __scoped_atomic_fetch_uinc(address, value, order, __OFFLOADCC_SCOPE(scope))
#define __scoped_atomic_fetch_udec(address, value, order, scope) \
    __scoped_atomic_fetch_udec(address, value, order, __OFFLOADCC_SCOPE(scope))
#define __scoped_atomic_add_fetch(address, value, order, scope) \
    __scoped_atomic_add_fetch(address, value, order, __OFFLOADCC_SCOPE(scope))
#define __scoped_atomic_sub_fetch(address, value, order, scope) \
    __scoped_atomic_sub_fetch(address, value, order, __OFFLOADCC_SCOPE(scope))
#define __scoped_atomic_and_fetch(address, value, order, scope) \
    __scoped_atomic_and_fetch(address, value, order, __OFFLOADCC_SCOPE(scope))
#define __scoped_atomic_or_fetch(address, value, order, scope) \
    __scoped_atomic_or_fetch(address, value, order, __OFFLOADCC_SCOPE(scope))
#define __scoped_atomic_xor_fetch(address, value, order, scope) \
    __scoped_atomic_xor_fetch(address, value, order, __OFFLOADCC_SCOPE(scope))
#define __scoped_atomic_nand_fetch(address, value, order, scope) \
    __scoped_atomic_nand_fetch(address, value, order, __OFFLOADCC_SCOPE(scope))
#define __scoped_atomic_min_fetch(address, value, order, scope) \
    __scoped_atomic_min_fetch(address, value, order, __OFFLOADCC_SCOPE(scope))
#define __scoped_atomic_max_fetch(address, value, order, scope) \
    __scoped_atomic_max_fetch(address, value, order, __OFFLOADCC_SCOPE(scope))
#define __scoped_atomic_compare_exchange(address, expected, desired, weak, success, failure, scope) \
    __scoped_atomic_compare_exchange(address, expected, desired, weak, success, failure, __OFFLOADCC_SCOPE(scope))
#define __scoped_atomic_compare_exchange_n(address, expected, desired, weak, success, failure, scope) \
    __scoped_atomic_compare_exchange_n(address, expected, desired, weak, success, failure, __OFFLOADCC_SCOPE(scope))
#define __scoped_atomic_thread_fence(order, scope) \
    __scoped_atomic_thread_fence(order, __OFFLOADCC_SCOPE(scope))
/* clang-format on */

#endif
