// names.h - the names of offload.h that the compiler looks for: in C, with libclang, and in LLVM's
// IR.
//
//   OC_USER_...        a function or macro as the user writes it: offload_thread_id
//   OC_NAME_...        a function that offload.h makes of that, or one of src/builtins. Its name is
//                      the same in C and in IR
//   OC_ANNOTATION_...  the text of the annotation that a mark of offload.h is in C
//
// A name that ends with '_' is the beginning of several. test/Build/names-of-offload-h.test checks
// that each name is there, and that no module writes one of them itself. What the glue names, such
// as the functions of one kernel, is in glue/names.h.
#ifndef OC_NAMES_H
#define OC_NAMES_H

// What all names of ours that users write begin with.
#define OC_USER_PREFIX "offload_"

// What all names of ours that users do not write begin with.
#define OC_NAME_PREFIX "__offloadcc_"

// ---- Indices and sizes: functions of a dimension, 0 to 2 ---------------------------------------

#define OC_NAME_THREAD_ID "__offloadcc_thread_id"         // the thread's number in its block
#define OC_NAME_BLOCK_ID "__offloadcc_block_id"           // the block's number in the grid
#define OC_NAME_BLOCK_SIZE "__offloadcc_block_size"       // threads of a block
#define OC_NAME_BLOCK_COUNT "__offloadcc_block_count"     // blocks of the grid
#define OC_NAME_GLOBAL_ID "__offloadcc_global_id"         // the thread's number in the grid
#define OC_NAME_GLOBAL_ID_LOW "__offloadcc_global_id_low" // its lower half, on GPUs

#define OC_USER_THREAD_ID "offload_thread_id"
#define OC_USER_BLOCK_ID "offload_block_id"
#define OC_USER_BLOCK_SIZE "offload_block_size"
#define OC_USER_BLOCK_COUNT "offload_block_count"
#define OC_USER_GLOBAL_ID "offload_global_id"
#define OC_USER_GLOBAL_SIZE "offload_global_size" // threads of the grid
#define OC_USER_LANE_ID "offload_lane_id"         // the thread's number in its group of lanes

// ---- In a block --------------------------------------------------------------------------------

#define OC_NAME_BARRIER "__offloadcc_barrier" // waits for all threads of the block
#define OC_NAME_BARRIER_OF_GROUPS OC_NAME_PREFIX "barrier_of_groups" // the same (cpu/groups.h)
#define OC_NAME_GRID_BARRIER "__offloadcc_grid_barrier"     // waits for all threads of the grid
#define OC_NAME_GRID_WAIT "__offloadcc_grid_wait"           // CPU: a block waits for the others
#define OC_NAME_DYNAMIC_SHARED "__offloadcc_dynamic_shared" // the block's dynamic shared memory
#define OC_NAME_THREAD_NUMBER "__offloadcc_thread_number"   // in the block, over all dimensions
#define OC_NAME_STRETCH "__offloadcc_stretch" // the part of offload_for's range that a block takes
#define OC_NAME_REDUCE "__offloadcc_reduce_"  // reductions over a block, one for each type
#define OC_NAME_LANE "__offloadcc_lane_"      // functions of a group of lanes, on GPUs
#define OC_NAME_LANE_ID "__offloadcc_lane_id" // its number in the group
#define OC_NAME_GROUP "__offloadcc_group_"    // and on the CPU, where they wait for the group
#define OC_NAME_GROUP_BALLOT OC_NAME_GROUP "ballot"
#define OC_NAME_GROUP_EXCHANGE OC_NAME_GROUP "exchange_" // and the number of bits
#define OC_NAME_GROUP_MATCH OC_NAME_GROUP "match"
#define OC_NAME_GROUP_REDUCE OC_NAME_GROUP "reduce_"  // and the number of bits
#define OC_NAME_GROUP_PACK OC_NAME_GROUP "pack_"      // and the number of bits (cpu/packing.h)
#define OC_NAME_NOTHING OC_NAME_PREFIX "nothing"      // a zero that lanes load that need no value
#define OC_NAME_AWAIT_LANES "__offloadcc_await_lanes" // before a lane function that has a mask
#define OC_NAME_OF_GROUP OC_NAME_PREFIX "of_group_"   // a group's place (cpu/groups.h)
#define OC_NAME_PRESENT_IN_GROUP OC_NAME_PREFIX "present_in_group" // (cpu/grouppaths.h)
#define OC_NAME_STEP_OF_GROUP OC_NAME_PREFIX "step_of_group"       // (cpu/groupsteps.h)

#define OC_USER_BARRIER "offload_barrier"
#define OC_USER_GRID_BARRIER "offload_grid_barrier"

// ---- On the host -------------------------------------------------------------------------------

#define OC_NAME_CONFIGURE "__offloadcc_configure"   // offload(kernel, options): what is called then
#define OC_NAME_BEGIN_DATA "__offloadcc_begin_data" // the begin of an offload_data region
#define OC_NAME_END_DATA "__offloadcc_end_data"     // its end
#define OC_NAME_ENTER_DATA "__offloadcc_enter_data" // offload_enter_data
#define OC_NAME_EXIT_DATA "__offloadcc_exit_data"   // offload_exit_data
#define OC_NAME_UPDATE "__offloadcc_update"         // offload_update_to and offload_update_from
#define OC_NAME_MALLOC "__offloadcc_malloc"         // offload_malloc
#define OC_NAME_FREE "__offloadcc_free"             // offload_free
#define OC_NAME_MEMCPY "__offloadcc_memcpy"         // offload_memcpy
#define OC_NAME_SYNC "__offloadcc_sync"             // offload_sync
#define OC_NAME_ROOM "__offloadcc_room_v1"          // memory for arrays that only kernels use
#define OC_NAME_END_ROOM "__offloadcc_end_room_v1"  // its end
#define OC_NAME_REGION "__offloadcc_region"         // the struct of an offload_data region
#define OC_NAME_ITEM "__offloadcc_item_"    // the type that tells what makes a region's items
#define OC_NAME_WITHIN "__offloadcc_within" // a count, checked against the object's size
#define OC_NAME_BEYOND "__offloadcc_beyond" // the message where it is larger

// ---- What clang's errors name where macros are misused -----------------------------------------

#define OC_NAME_OPTIONS "__offloadcc_options_are_named_such_as_threads_n_or_block_size_256"
#define OC_NAME_NO_BYTE_ATOMICS "atomics_are_not_for_types_of_1_byte"
#define OC_NAME_NOT_ALIGNED "atomics_are_for_types_aligned_to_their_size"
#define OC_NAME_NO_ATOMICS "atomics_are_for_arithmetic_types_of_2_to_16_bytes"
#define OC_NAME_NO_SHUFFLES "shuffles_are_for_arithmetic_types_of_2_4_or_8_bytes"
#define OC_NAME_TOO_FEW "lane_functions_take_more_arguments"
#define OC_NAME_TOO_MANY "lane_functions_take_fewer_arguments"
#define OC_NAME_WAVE64                                                                             \
    "__OFFLOADCC_WAVE64" // defined for AMD GPUs whose waves have 64 lanes by an option
#define OC_NAME_NO_REDUCTIONS "reductions_are_for_integers_float_and_double"

#define OC_USER_PREFIX "offload_" // of all names in offload.h
#define OC_USER_ATOMIC "offload_atomic_"
#define OC_USER_SHUFFLE "offload_lane_shuffle" // and the beginning of its variants
#define OC_USER_MATCH "offload_lane_match_"
#define OC_USER_BLOCK_REDUCE "offload_block_reduce_"
#define OC_USER_LANE_REDUCE "offload_lane_reduce_"
#define OC_USER_LANES "offload_lane_" // the beginning of lane functions

// ---- Builtins that the compiler calls ----------------------------------------------------------

#define OC_NAME_ENTER_GRID "__offloadcc_enter_grid"   // CPU: begins a thread's code
#define OC_NAME_LEAVE_GRID "__offloadcc_leave_grid"   // CPU: ends a thread's code
#define OC_NAME_RUN_FIBRES "__offloadcc_run_fibres"   // CPU: runs a block's coroutines in turn
#define OC_NAME_MATCH OC_NAME_PREFIX "match_"         // of groups in loops (builtins/cpumatch.h)
#define OC_NAME_LANES_MEET "__offloadcc_lanes_meet"   // CPU: what coroutines do at lane functions
#define OC_NAME_LANES_ENTER "__offloadcc_lanes_enter" // and at calls of functions that have these
#define OC_NAME_LANES_LEAVE "__offloadcc_lanes_leave"
#define OC_NAME_LANES_TAKE "__offloadcc_lanes_take"
#define OC_NAME_LANES_VOTES "__offloadcc_lanes_votes"
#define OC_NAME_LANES_MATCH "__offloadcc_lanes_match"
#define OC_NAME_LANES_REDUCE "__offloadcc_lanes_reduce"
#define OC_NAME_FIBRE_MEMORY "__offloadcc_fibre_memory" // CPU: memory of a coroutine
#define OC_NAME_END "__offloadcc_end"                   // GPU: the end of a kernel, with a message
// A failed assertion, and calls of abort and exit, in functions that kernels call; and the same of
// a thread of a kernel on a CPU (ir/stops.h, cpu/assertions.h).
#define OC_NAME_ASSERT "__offloadcc_assert"
#define OC_NAME_ABORT "__offloadcc_abort"
#define OC_NAME_EXIT "__offloadcc_exit"
#define OC_NAME_ASSERT_FAIL "__offloadcc_assert_fail"
#define OC_NAME_ABORT_FAIL "__offloadcc_abort_fail"
#define OC_NAME_EXIT_FAIL "__offloadcc_exit_fail"
#define OC_NAME_DYNAMIC_SHARED_BYTES "__offloadcc_dynamic_shared_bytes" // its size
// CPU: a variable with that size, for coroutines (cpu/sharedplaces.h).
#define OC_NAME_FIBRES_SHARED_BYTES OC_NAME_PREFIX "fibres_shared_bytes"
#define OC_NAME_OUTSIDE "__offloadcc_outside" // an access outside of an array, and the end
#define OC_NAME_OUTSIDE_FAIL "__offloadcc_outside_fail" // CPU: the same, of a thread
#define OC_NAME_MEETS "__offloadcc_meets" // CPU: before a barrier, and the end if it is another
#define OC_NAME_MEETS_BEGIN "__offloadcc_meets_begin"   // a thread begins
#define OC_NAME_MEETS_BEFORE "__offloadcc_meets_before" // GPU: before a barrier, and after it
#define OC_NAME_MEETS_AFTER "__offloadcc_meets_after"
#define OC_NAME_MEETS_FAIL "__offloadcc_meets_fail" // GPU: threads wait at different barriers
#define OC_NAME_FRACTION "__offloadcc_fraction"     // GPU: modf's fraction
#define OC_NAME_PRINT_FORMATTED "__offloadcc_print_formatted" // GPU: printf by our snprintf
#define OC_NAME_C "__offloadcc_c_"                  // GPU: before a C library function's name
#define OC_NAME_SWAP_BYTES "__offloadcc_swap_bytes" // AMD: the bytes of 8 in reverse order
#define OC_NAME_WAVE "__offloadcc_wave_"            // AMD: what lanes read of others
#define OC_NAME_DYNAMIC_SHARED_MEMORY "__offloadcc_dynamic_shared_memory" // GPU: the variable

// In the glue of a file whose device code calls abort or exit: the front end is to leave lines in
// its code, for their messages.
#define OC_LINES_MARK OC_NAME_PREFIX "lines"

// ---- Marks -------------------------------------------------------------------------------------

#define OC_ANNOTATION_PREFIX "offload_"
#define OC_ANNOTATION_KERNEL "offload_kernel"               // a function: a kernel
#define OC_ANNOTATION_IF_USED "offload_if_used"             // a kernel: left out if unused
#define OC_ANNOTATION_DEVICE "offload_device"               // a function: other files may call it
#define OC_ANNOTATION_BLOCK_LIMIT "offload_block_limit"     // a kernel: the most threads of a block
#define OC_ANNOTATION_WAVES "amdgpu_waves_per_eu"           // a kernel: waves of a SIMD unit
#define OC_ANNOTATION_OUT "offload_out"                     // a parameter: comes back, does not go
#define OC_ANNOTATION_SCRATCH "offload_scratch"             // a parameter: is never copied
#define OC_ANNOTATION_DEVICE_PTR "offload_device_ptr"       // a parameter: an address on the device
#define OC_ANNOTATION_COUNT "offload_count"                 // a pointer: its number of elements
#define OC_ANNOTATION_COUNT_OR_NULL "offload_count_or_null" // likewise; the pointer may be null
#define OC_ANNOTATION_SHARED "offload_shared"               // a variable: a block shares it
#define OC_ANNOTATION_GLOBAL "offload_global"               // a variable: it lives on the device
#define OC_ANNOTATION_CONSTANT "offload_constant"           // likewise, and kernels only read it
#define OC_ANNOTATION_SCOPE "offload_scope"                 // an atomic: between which threads

#endif
