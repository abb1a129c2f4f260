// glue/preamble.h - the ABI between generated code and our runtime.
//
// This text has two readers, so that they cannot drift: src/runtime includes it, and glue.c puts it
// at the end of users' source files, before the generated functions. There it must stand any macro
// that the user may have defined: it uses only keywords and names that begin with
// __offloadcc_, and glue.c undefines each of them first. It must stand `#pragma pack` too, so its
// structs have no padding but what is written out. It includes nothing.
//
// A change to any of this, or to the functions that include/ declares, is one that objects which
// are already compiled do not expect: docs/abi.md says what then has to be done.
//
// Layout of __offloadcc_entry: LLVM 22's llvm/Frontend/Offloading/Utility.h.

// The version of all that follows.
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
    const char *__offloadcc_arch; // "sm_90", "gfx90a:xnack+", "x86-64"
    unsigned long __offloadcc_form;
};
enum {
    __offloadcc_form_elf = 0,       // what the device loads
    __offloadcc_form_ptx = 1,       // text with a null byte at its end, for CUDA's driver
    __offloadcc_form_compressed = 2 // beside these: a frame of zstd's
};

// A unit's images, those that are preferred first, and the kernels and variables in each.
struct __offloadcc_descriptor {
    int __offloadcc_image_count;
    int __offloadcc_padding;
    const struct __offloadcc_image *__offloadcc_images;
    const struct __offloadcc_entry *__offloadcc_entries;
    const struct __offloadcc_entry *__offloadcc_entries_end;
};

// How a launch is cut up, and who runs its blocks where the CPU does. Dimensions are x, y, z.
//
// A blocks function runs the blocks first to last - 1 of the grid, numbered with x fastest. The
// memory is its alone while it runs, and aligned to 64 bytes: a pointer to the block's dynamic
// shared memory, which is elsewhere, in the first 64 bytes, and after these what its frame says.
// (Where the frame's form says so. Objects of older compilers have the dynamic shared memory itself
// first, rounded up to 64 bytes.)
struct __offloadcc_grid;
typedef void __offloadcc_blocks_fn(void *const *__offloadcc_slots,
                                   const struct __offloadcc_grid *__offloadcc_grid,
                                   unsigned long __offloadcc_first, unsigned long __offloadcc_last,
                                   void *__offloadcc_memory);

struct __offloadcc_place;
typedef void *__offloadcc_fibre_fn(void *const *__offloadcc_slots,
                                   struct __offloadcc_place *__offloadcc_place);

// Memory in which a blocks function keeps values across barriers. src/cpu/cpu.c fills it in; it
// finds the kernel's fibre function here (see below), which nothing else names, and leaves null.
struct __offloadcc_frame {
    unsigned long __offloadcc_bytes;
    unsigned long __offloadcc_thread_bytes; // for each thread of a block
    // A set, filled in: 1 if the block's size makes a difference to the code, and
    // __offloadcc_frame_apart.
    unsigned long __offloadcc_variants;
    __offloadcc_fibre_fn *__offloadcc_fibre;
};

enum {
    __offloadcc_frame_apart = 2, // dynamic shared memory is apart from the frame
    __offloadcc_frame_start = 64 // of the frame in the memory, then
};

struct __offloadcc_grid {
    unsigned int __offloadcc_block_size[3];
    unsigned int __offloadcc_block_count[3];
    unsigned long __offloadcc_shared_bytes; // of dynamic shared memory
    // Runs all blocks of the grid, on all cores. An entry in an x86-64 image is handed the grid as
    // its last argument and calls this: the image needs no threads of its own.
    void (*__offloadcc_run)(__offloadcc_blocks_fn *__offloadcc_blocks,
                            void *const *__offloadcc_slots,
                            const struct __offloadcc_grid *__offloadcc_grid,
                            const struct __offloadcc_frame *__offloadcc_frame);
};

// A kernel's parameter, or what is mapped with it, for messages.
struct __offloadcc_parameter {
    const char *__offloadcc_name;
    const char *const *__offloadcc_bounds; // as written, outermost first
    // Of an element, where there is one bound, else 0.
    unsigned long __offloadcc_element_bytes;
    unsigned long __offloadcc_alignment; // of a struct by value, else 0
};

// What a launch must have for an array to be written whole, by the code that was compiled. The
// array then need not go to the device. A kernel has a list of numbers, ended by -1: a parameter,
// the number of its needs, and the needs:
//     kind, dimension, number of products, and for each product, of which the sum is meant,
//         its coefficient, number of factors, and for each factor
//             a parameter, an offset into it and a number of bytes, which are an unsigned integer
// A factor that is not less than 2^(bits - 1), or 2^__offloadcc_argument_bits, fulfils no need.
enum {
    __offloadcc_need_bytes = 1,   // the sum is the number of bytes that are written
    __offloadcc_need_threads = 2, // the grid has no fewer threads in the dimension than the sum
    __offloadcc_need_blocks = 3,  // likewise, blocks
    __offloadcc_need_value = 4,   // the sum is not negative, and less than 2^63
    __offloadcc_argument_bits = 47
};

// In a map type: no code uses what the pointer points to. It is not mapped, and its count, where it
// is in a struct, is not looked at.
enum { __offloadcc_unused = 0x800 }; // none of libomptarget's

// A translation unit's kernels at run time. The members before the descriptor are the same in all
// versions: a runtime tells by them whether it can serve the unit, and names it if it cannot.
struct __offloadcc_registration;
struct __offloadcc_unit {
    unsigned int __offloadcc_version;    // __offloadcc_abi
    unsigned int __offloadcc_bytes;      // of this struct
    const char *__offloadcc_source;      // as it was given to the compiler, for messages
    unsigned short __offloadcc_sizes[8]; // of the structs below (__offloadcc_sizes)
    struct __offloadcc_descriptor *__offloadcc_descriptor;
    // Which devices have loaded one of the unit's images, as bits, and for which this is known.
    unsigned long __offloadcc_known;
    unsigned long __offloadcc_present;
    // The host's side of a variable that every image defines (units/messages.h): where it is
    // mapped, an image is loaded.
    unsigned long __offloadcc_marker[2];
    struct __offloadcc_unit *__offloadcc_next; // on the runtime's list
    // The runtime's: what libomptarget was given of it (register.c).
    int __offloadcc_state;
    int __offloadcc_padding;
    struct __offloadcc_registration *__offloadcc_registration;
};

// Lists what a kernel's arguments reach: calls __offloadcc_reach for each pointer in each element
// of an array of structs.
struct __offloadcc_entries;
typedef void __offloadcc_walk_fn(void *const *__offloadcc_slots, const long *__offloadcc_sizes,
                                 struct __offloadcc_entries *__offloadcc_entries);

// A kernel. Its address is the kernel's identity for libomptarget (the "region id").
struct __offloadcc_kernel {
    struct __offloadcc_unit *__offloadcc_unit;
    const char *__offloadcc_name;
    const char *__offloadcc_file; // of its definition
    unsigned int __offloadcc_line;
    // Its arguments: the parameters, and then what members of structs that go by value point to.
    unsigned int __offloadcc_count;
    // One for each argument, and then for each member that is reached through arrays of structs.
    const struct __offloadcc_parameter *__offloadcc_parameters;
    // Map types, those of members only their directions, and __offloadcc_unused.
    const long *__offloadcc_types;
    __offloadcc_walk_fn *__offloadcc_walk; // null: nothing is reached
    // Points to the arrays that are written whole, see above; to null if there are none.
    const long *const *__offloadcc_whole;
    __offloadcc_blocks_fn *__offloadcc_blocks; // runs blocks of the kernel on the host's CPU
    const struct __offloadcc_frame *__offloadcc_frame;
    void (*__offloadcc_call)(void *const *__offloadcc_slots); // calls the kernel as a function
    unsigned int __offloadcc_block_limit;                     // threads of a block, at most
    unsigned int __offloadcc_uses;                            // a set of the values below
};

enum {
    __offloadcc_uses_dynamic_shared = 1 // it, or what it calls, asks for dynamic shared memory
};

// Launches with the options that are armed on this thread; one thread of the kernel if none are.
// __offloadcc_slots holds, per argument, a value's bits, the address of an aggregate, or a pointer;
// __offloadcc_sizes the size of each in bytes, of a pointer that of its array.
void __offloadcc_launch(const struct __offloadcc_kernel *__offloadcc_kernel,
                        void **__offloadcc_slots, long *__offloadcc_sizes);

// Maps what a member points to, a number of bytes, with the launch. A null pointer has no bytes, or
// ends the program. The member, by its address, is in what the argument points to, or is reached
// from there; `parameter` describes it.
void __offloadcc_reach(struct __offloadcc_entries *__offloadcc_entries,
                       unsigned int __offloadcc_argument, unsigned int __offloadcc_parameter,
                       void *__offloadcc_member, long __offloadcc_bytes);

// Makes a unit known to the runtime, which loads one of its images when a device may be needed for
// the first time; ends the program if the unit is of a version that this runtime cannot serve.
// Called by a constructor. The same in all versions.
void __offloadcc_add_unit(struct __offloadcc_unit *__offloadcc_unit);

// Bytes so far times a bound, or the end of the program with a message that names the value.
long __offloadcc_extent(const struct __offloadcc_kernel *__offloadcc_kernel,
                        unsigned int __offloadcc_parameter, unsigned int __offloadcc_dimension,
                        long __offloadcc_bytes, __int128 __offloadcc_bound);

// left <operator> right in a bound, for the operators + - * / % and < > (shifts), computed in an
// integer type of so many bytes, signed or not; the end of the program where that type has no
// result.
__int128 __offloadcc_checked(const struct __offloadcc_kernel *__offloadcc_kernel,
                             unsigned int __offloadcc_parameter, unsigned int __offloadcc_dimension,
                             int __offloadcc_operator, unsigned int __offloadcc_bytes,
                             int __offloadcc_signed, __int128 __offloadcc_left,
                             __int128 __offloadcc_right);

// A CPU thread's place in the grid, for index calls that the compiler did not resolve.
struct __offloadcc_place {
    unsigned int __offloadcc_index[4][3]; // thread id, block id, block size, block count
    void *__offloadcc_shared;             // the block's dynamic shared memory
};

// The code of one thread stands between these two calls, which name its place for src/cpu/cpu.c. It
// removes them, but where an index call is left in a function that cannot be inlined: there they
// set and restore what such a call reads. Enter returns what was set before.
struct __offloadcc_place *__offloadcc_enter_grid(struct __offloadcc_place *__offloadcc_place);
void __offloadcc_leave_grid(struct __offloadcc_place *__offloadcc_before);

// Runs all threads of a block as coroutines (src/cpu/fibres/coroutine.h): the fibre function starts
// one thread and returns its coroutine, suspended at its first barrier or at its end. The place has
// all but the thread id, which this sets before it starts or resumes a thread.
void __offloadcc_run_fibres(__offloadcc_fibre_fn *__offloadcc_fibre, void *const *__offloadcc_slots,
                            struct __offloadcc_place *__offloadcc_place);
