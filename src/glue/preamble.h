// glue/preamble.h - the ABI between generated code and our runtime.
//
// src/runtime includes this text, and glue.c puts it at the end of users' source files, before the
// generated functions. So both have the same declarations. User macros must not affect it: it uses
// only keywords and names that begin with __offloadcc_, and glue.c undefines each name first.
// `#pragma pack` must not affect it either, so all padding in its structs is explicit. It includes
// nothing.
//
// Objects that are already compiled do not know of a change to this text, or to the functions that
// include/ declares: docs/abi.md says what a change needs.
//
// Layout of __offloadcc_entry: LLVM 22's llvm/Frontend/Offloading/Utility.h.

// The version of the declarations below.
enum { __offloadcc_abi = 1 };

// A kernel in libomptarget's tables (__tgt_offload_entry, 56 bytes).
struct __offloadcc_entry {
    unsigned long __offloadcc_reserved;
    unsigned short __offloadcc_version; // 1
    unsigned short __offloadcc_kind;    // OpenMP: 1
    unsigned int __offloadcc_flags;
    const void *__offloadcc_address; // what __tgt_target_kernel is given: our kernel description
    const char *__offloadcc_name;    // the symbol in the device images
    unsigned long __offloadcc_size;  // 0: a function
    unsigned long __offloadcc_data;
    void *__offloadcc_aux;
};

// Code for a device.
struct __offloadcc_image {
    const void *__offloadcc_start;
    const void *__offloadcc_end;
    const char *__offloadcc_arch;   // "sm_90", "gfx90a:xnack+", "x86-64"
    unsigned long __offloadcc_form; // a set of the values below
};
enum {
    __offloadcc_form_elf = 0,       // an ELF file that the device loads
    __offloadcc_form_ptx = 1,       // PTX with a null byte at its end, for CUDA's driver
    __offloadcc_form_compressed = 2 // either of these, compressed as one zstd frame
};

// A unit's images, in order of preference, and the kernels and variables that each contains.
struct __offloadcc_descriptor {
    int __offloadcc_image_count;
    int __offloadcc_padding;
    const struct __offloadcc_image *__offloadcc_images;
    const struct __offloadcc_entry *__offloadcc_entries;
    const struct __offloadcc_entry *__offloadcc_entries_end;
};

// The grid of a launch (below) and the functions that run its blocks on the CPU.
//
// A blocks function runs the blocks first to last - 1 of the grid, numbered with x fastest. No
// other call uses its memory at the same time. The memory is aligned to 64 bytes. Its first 64
// bytes have a pointer to the block's dynamic shared memory, which is elsewhere, and then one to
// the function that waits at a barrier of the grid; the frame follows. That holds if
// __offloadcc_frame_apart is set. Without it, as in objects of older compilers, the dynamic shared
// memory itself comes first, rounded up to 64 bytes.
struct __offloadcc_grid;
typedef void __offloadcc_blocks_fn(void *const *__offloadcc_slots,
                                   const struct __offloadcc_grid *__offloadcc_grid,
                                   unsigned long __offloadcc_first, unsigned long __offloadcc_last,
                                   void *__offloadcc_memory);

struct __offloadcc_place;
typedef void *__offloadcc_fibre_fn(void *const *__offloadcc_slots,
                                   struct __offloadcc_place *__offloadcc_place);

// The size of the memory in which a blocks function keeps values across barriers. src/cpu/cpu.c
// fills it in. It takes the kernel's fibre function (see below) from the last member, which is the
// only reference to that function, and sets the member to null.
struct __offloadcc_frame {
    unsigned long __offloadcc_bytes;        // for a block
    unsigned long __offloadcc_thread_bytes; // more, for each thread of a block
    // A set: 1 if the code depends on the block's size, and the constants below.
    unsigned long __offloadcc_variants;
    __offloadcc_fibre_fn *__offloadcc_fibre;
};

enum {
    __offloadcc_frame_apart = 2,     // the dynamic shared memory is elsewhere
    __offloadcc_frame_start = 64,    // then: the frame's offset in the memory, in bytes
    __offloadcc_frame_polls = 4,     // a block may wait for what another block writes
    __offloadcc_frame_divisible = 8, // only the number of threads in x matters, not how it is
                                     // divided into blocks
    // Threads take turns at an array's elements, and a turn's loop runs over the threads of several
    // blocks: the more of them, the longer the stretches of the array that it goes through.
    __offloadcc_frame_strides = 16,
};

struct __offloadcc_grid {
    unsigned int __offloadcc_block_size[3];  // threads in x, y, z
    unsigned int __offloadcc_block_count[3]; // blocks in x, y, z
    unsigned long __offloadcc_shared_bytes;  // dynamic shared memory of a block
    // Runs all blocks of the grid, on all cores. An entry in an x86-64 image gets the grid as its
    // last argument and calls this function, so that the image needs no threads of its own.
    void (*__offloadcc_run)(__offloadcc_blocks_fn *__offloadcc_blocks,
                            void *const *__offloadcc_slots,
                            const struct __offloadcc_grid *__offloadcc_grid,
                            const struct __offloadcc_frame *__offloadcc_frame);
};

// A kernel's parameter, or an array that a pointer in it points to, for messages.
struct __offloadcc_parameter {
    const char *__offloadcc_name;
    const char *const *__offloadcc_bounds; // as written, outermost first
    // Size of an element, if there is one bound, else 0.
    unsigned long __offloadcc_element_bytes;
    unsigned long __offloadcc_alignment; // of a struct by value, else 0
};

// The conditions (needs) under which a launch writes an array whole, so that the array need not be
// copied to the device. A kernel has a list of numbers, ended by -1. For each such array it has the
// parameter, the number of its needs, and the needs. A need compares a sum of products:
//     kind, dimension, number of products, and for each product
//         its coefficient, number of factors, and for each factor
//             a parameter, an offset into it and a number of bytes: an unsigned integer there
// If a factor is not less than 2^(bits - 1), or than 2^__offloadcc_argument_bits, no need is met.
enum {
    __offloadcc_need_bytes = 1,   // the sum is the number of bytes that are written
    __offloadcc_need_threads = 2, // the grid has no fewer threads in the dimension than the sum
    __offloadcc_need_blocks = 3,  // likewise, blocks
    __offloadcc_need_value = 4,   // the sum is not negative, and less than 2^63
    __offloadcc_argument_bits = 47
};

// In a map type: no code uses the array that the pointer points to. It is not mapped; if the
// pointer is in a struct, its count is not evaluated.
enum { __offloadcc_unused = 0x800 }; // libomptarget does not use this bit

// A translation unit's kernels at run time. The members before the descriptor are the same in all
// versions of the ABI: from them a runtime sees whether it can serve the unit, and its name.
struct __offloadcc_registration;
struct __offloadcc_unit {
    unsigned int __offloadcc_version;    // __offloadcc_abi
    unsigned int __offloadcc_bytes;      // of this struct
    const char *__offloadcc_source;      // as it was given to the compiler, for messages
    unsigned short __offloadcc_sizes[8]; // of the structs in this text, in versions.c's order
    struct __offloadcc_descriptor *__offloadcc_descriptor;
    // Bit n: whether it is known if device n has loaded one of the unit's images, and if it has.
    unsigned long __offloadcc_known;
    unsigned long __offloadcc_present;
    // The host's copy of the marker that every image defines (units/messages.h). If it is mapped on
    // a device, the device has loaded an image of the unit.
    unsigned long __offloadcc_marker[2];
    struct __offloadcc_unit *__offloadcc_next; // in the runtime's list
    // For the runtime: the unit's registration with libomptarget (register.c).
    int __offloadcc_state;
    int __offloadcc_added; // 1: it is in the runtime's list
    struct __offloadcc_registration *__offloadcc_registration;
};

// Lists the arrays that pointers in arrays of structs point to: calls __offloadcc_reach for each
// pointer in each element.
struct __offloadcc_entries;
typedef void __offloadcc_walk_fn(void *const *__offloadcc_slots, const long *__offloadcc_sizes,
                                 struct __offloadcc_entries *__offloadcc_entries);

// A kernel. Its address is the kernel's identity for libomptarget (the "region id").
struct __offloadcc_kernel {
    struct __offloadcc_unit *__offloadcc_unit;
    const char *__offloadcc_name;
    const char *__offloadcc_file; // of its definition
    unsigned int __offloadcc_line;
    // The number of arguments: the parameters, and then the arrays that members of structs passed
    // by value point to.
    unsigned int __offloadcc_count;
    // One for each argument, and then one for each pointer member in arrays of structs.
    const struct __offloadcc_parameter *__offloadcc_parameters;
    // One for each of these: its map type; for members only directions and __offloadcc_unused.
    const long *__offloadcc_types;
    __offloadcc_walk_fn *__offloadcc_walk; // null: arrays of structs have no pointers
    // Points to the pointer to the list of needs (see above), which is null if there are none.
    const long *const *__offloadcc_whole;
    __offloadcc_blocks_fn *__offloadcc_blocks; // runs blocks of the kernel on the host's CPU
    const struct __offloadcc_frame *__offloadcc_frame;
    void (*__offloadcc_call)(void *const *__offloadcc_slots); // calls the kernel as a function
    unsigned int __offloadcc_block_limit;                     // the most threads of a block
    unsigned int __offloadcc_uses;                            // a set of the values below
};

enum {
    __offloadcc_uses_dynamic_shared = 1,    // it or a function that it calls uses it
    __offloadcc_may_use_dynamic_shared = 2, // it calls functions of other files, which may use it
    __offloadcc_uses_grid_barrier = 4       // it or a function that it calls has barriers of the
                                            // grid; functions of other files may have some, too
};

// Launches the kernel with the options that offload() has set in this thread; without them, runs
// one thread of it. __offloadcc_slots has, for each argument, a value's bits, the address of an
// aggregate, or a pointer. __offloadcc_sizes has their sizes in bytes; for a pointer, its array's.
void __offloadcc_launch(const struct __offloadcc_kernel *__offloadcc_kernel,
                        void **__offloadcc_slots, long *__offloadcc_sizes);

// Maps the array that a pointer member points to, of so many bytes, for the launch. If the pointer
// is null and the size is not 0, ends the program. The argument is the one through which the member
// is reached, __offloadcc_parameter the index of the member's description, and __offloadcc_member
// the member's address.
void __offloadcc_reach(struct __offloadcc_entries *__offloadcc_entries,
                       unsigned int __offloadcc_argument, unsigned int __offloadcc_parameter,
                       void *__offloadcc_member, long __offloadcc_bytes);

// Adds a unit to the runtime's list, if it is not there: units whose device code is linked as one
// are one for the runtime, and each has a constructor. Its images are loaded when a device may be
// needed for the first time. Ends the program if this runtime cannot serve the unit's version.
// Called by a constructor. The same in all versions.
void __offloadcc_add_unit(struct __offloadcc_unit *__offloadcc_unit);

// Returns a size in bytes times a bound. Ends the program with a message that names the bound's
// value if it is negative or the product overflows.
long __offloadcc_extent(const struct __offloadcc_kernel *__offloadcc_kernel,
                        unsigned int __offloadcc_parameter, unsigned int __offloadcc_dimension,
                        long __offloadcc_bytes, __int128 __offloadcc_bound);

// Returns left <operator> right in a bound, for the operators + - * / % and < > (shifts), computed
// in an integer type of so many bytes, signed or not. Ends the program with a message if the result
// is undefined in that type.
__int128 __offloadcc_checked(const struct __offloadcc_kernel *__offloadcc_kernel,
                             unsigned int __offloadcc_parameter, unsigned int __offloadcc_dimension,
                             int __offloadcc_operator, unsigned int __offloadcc_bytes,
                             int __offloadcc_signed, __int128 __offloadcc_left,
                             __int128 __offloadcc_right);

// With -foffload-check, says that an array has so many elements of so many bytes, and whether it is
// a parameter that may be null, which then has none. No function has this name: src/ir/checks.c
// makes checks of the calls.
void __offloadcc_bounded(const void *__offloadcc_array, unsigned long __offloadcc_count,
                         unsigned long __offloadcc_bytes, const char *__offloadcc_what,
                         unsigned long __offloadcc_or_null);

// The place in the grid of a kernel thread on the CPU, for index calls that were not resolved when
// the kernel was compiled.
struct __offloadcc_place {
    unsigned int __offloadcc_index[4][3]; // thread id, block id, block size, block count
    void *__offloadcc_shared;             // the block's dynamic shared memory
};

// Calls of these two functions enclose the code of one thread and tell src/cpu/cpu.c its place. It
// removes the calls unless an index call remains in a function that cannot be inlined. Then they
// set and restore the place that such a call reads. The first one returns the place that was set
// before.
struct __offloadcc_place *__offloadcc_enter_grid(struct __offloadcc_place *__offloadcc_place);
void __offloadcc_leave_grid(struct __offloadcc_place *__offloadcc_before);

// Tells the code of a kernel that may have barriers of the grid how a block waits for the others.
void __offloadcc_set_grid_wait(void (*__offloadcc_wait)(void));

// Runs all threads of a block as coroutines (src/cpu/fibres/coroutine.h). The fibre function starts
// one thread and returns its coroutine, suspended at its first barrier or at its end. The caller
// fills in the place except the thread id, which is set here before a thread is started or resumed.
void __offloadcc_run_fibres(__offloadcc_fibre_fn *__offloadcc_fibre, void *const *__offloadcc_slots,
                            struct __offloadcc_place *__offloadcc_place);
