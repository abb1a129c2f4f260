# What offloadcc links into users' programs and device images. What is ours is compiled by LLVM 22's
# clang and without sanitizers, whatever the rest is built with. Each function adds its outputs to OC_LIB_FILES,
# which are installed.
set(OC_LIB_FILES "")
set(oc_clang_flags -O2 -Wall -Wextra $<$<BOOL:${OC_WERROR}>:-Werror>)

# oc_compile(output source flags...)
function(oc_compile output source)
    cmake_path(GET output PARENT_PATH dir)
    cmake_path(GET output FILENAME name)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE file)
    set(depfile ${PROJECT_BINARY_DIR}/runtime/${name}.d)
    file(MAKE_DIRECTORY ${dir} ${PROJECT_BINARY_DIR}/runtime)
    add_custom_command(OUTPUT ${output}
        COMMAND ${OC_CLANG} ${oc_clang_flags} ${ARGN} -MD -MF ${depfile}
            -c ${file} -o ${output}
        DEPENDS ${file} DEPFILE ${depfile}
        COMMENT "Compiling ${source} for users' programs"
        COMMAND_EXPAND_LISTS VERBATIM)
endfunction()

# oc_runtime(archive): src/runtime
function(oc_runtime archive)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
        src/runtime/*.c src/runtime/*.S)
    set(objects "")
    foreach(source ${sources})
        set(object ${PROJECT_BINARY_DIR}/runtime/${source}.o)
        oc_compile(${object} ${source} -fPIC -fopenmp -fcf-protection=full -fvisibility=hidden -D_GNU_SOURCE
            "-DOC_LIBOMPTARGET=\"${OC_LIBOMPTARGET}\""
            -I${PROJECT_SOURCE_DIR} -I${PROJECT_SOURCE_DIR}/src -I${PROJECT_SOURCE_DIR}/include)
        list(APPEND objects ${object})
    endforeach()
    add_custom_command(OUTPUT ${archive}
        COMMAND ${CMAKE_COMMAND} -E rm -f ${archive}
        COMMAND ${OC_LLVM_BINDIR}/llvm-ar rcsD ${archive} ${objects}
        DEPENDS ${objects} COMMENT "Archiving the runtime" VERBATIM)
    # The order of its folders. What a folder uses, those after it may use too.
    set(uses glue runtime)
    set(stamps "")
    oc_check_includes(stamp runtime glue "")
    list(APPEND stamps ${stamp})
    foreach(folder say devices units data launch)
        oc_check_includes(stamp runtime/${folder} "${uses}" "")
        list(APPEND stamps ${stamp})
        list(APPEND uses runtime/${folder})
        if(folder STREQUAL data)
            list(APPEND uses builtins) # of which launch/index.c has the CPU's
        endif()
    endforeach()
    add_custom_target(oc_runtime ALL DEPENDS ${archive} ${stamps})
    set(OC_LIB_FILES ${OC_LIB_FILES} ${archive} PARENT_SCOPE)
endfunction()

# oc_builtins(target source flags...): device functions as bitcode
function(oc_builtins target source)
    set(bitcode ${OC_LIB_DIR}/builtins-${target}.bc)
    # Unoptimised, so that no attribute says what only holds outside of the kernel it is inlined into.
    oc_compile(${bitcode} ${source} ${ARGN} -std=gnu17 -ffreestanding -emit-llvm
        -Xclang -disable-llvm-passes -I${PROJECT_SOURCE_DIR}/src)
    add_custom_target(oc_builtins_${target} ALL DEPENDS ${bitcode})
    set(OC_LIB_FILES ${OC_LIB_FILES} ${bitcode} PARENT_SCOPE)
endfunction()

# oc_math(target file flags...): of libclc's library in that file, what kernels can need
# (src/device/math/mathreduce.h), corrected
function(oc_math target file)
    set(library ${OC_LIBCLC_DIR}/${file})
    if(NOT EXISTS ${library})
        message(FATAL_ERROR "${library}, the math functions of kernels, is missing: run "
            "scripts/install-deps, or set OC_LIBCLC_DIR to where libclc of LLVM 22 is")
    endif()
    set(bitcode ${OC_LIB_DIR}/math-${target}.bc)
    set(corrections ${PROJECT_BINARY_DIR}/runtime/math-corrections-${target}.bc)
    oc_compile(${corrections} src/builtins/math.c ${ARGN} -std=gnu17 -ffreestanding
        -ffp-contract=off -emit-llvm)
    # Not on all of offloadcc-cc1: each of its links would be followed by seconds of this.
    file(GLOB sources CONFIGURE_DEPENDS src/device/math/*.[ch] src/ir/ir.[ch] src/model/libcalls.[ch] src/tools/cc1.c)
    add_custom_command(OUTPUT ${bitcode}
        COMMAND offloadcc-cc1 math --libclc=${library} --builtins=${corrections} --out=${bitcode}
        DEPENDS ${sources} ${library} ${corrections}
        COMMENT "Reducing ${file} of libclc" VERBATIM)
    add_custom_target(oc_math_${target} ALL DEPENDS ${bitcode})
    set(OC_LIB_FILES ${OC_LIB_FILES} ${bitcode} PARENT_SCOPE)
endfunction()

# oc_libc(target flags...): the C library of kernels, of which the device pass takes what they call
# (src/device/clibrary.h)
function(oc_libc target)
    set(library ${OC_LIB_DIR}/libc-${target}.bc)
    set(musl ${PROJECT_SOURCE_DIR}/src/builtins/musl)
    # The device pass may unroll loops, when it knows how often they run.
    set(flags ${ARGN} -std=gnu17 -ffreestanding -ffp-contract=off -fno-unroll-loops -fno-vectorize -fno-slp-vectorize -emit-llvm)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} src/builtins/musl/*.c)
    set(parts "")
    foreach(name libc heap complex timing)
        set(part ${PROJECT_BINARY_DIR}/runtime/libc/${name}-${target}.bc)
        oc_compile(${part} src/builtins/${name}.c ${flags} -I${PROJECT_SOURCE_DIR}/src)
        list(APPEND parts ${part})
    endforeach()
    foreach(source ${sources})
        cmake_path(GET source STEM name)
        set(part ${PROJECT_BINARY_DIR}/runtime/libc/musl-${name}-${target}.bc)
        oc_compile(${part} ${source} ${flags} -w -nostdlibinc -I${musl}/include -I${musl}/internal -include features.h)
        list(APPEND parts ${part})
    endforeach()
    add_custom_command(OUTPUT ${library}
        COMMAND ${OC_LLVM_BINDIR}/llvm-link -o ${library} ${parts}
        DEPENDS ${parts} COMMENT "Linking the C library of ${target}" VERBATIM)
    add_custom_target(oc_libc_${target} ALL DEPENDS ${library})
    set(OC_LIB_FILES ${OC_LIB_FILES} ${library} PARENT_SCOPE)
endfunction()

# oc_headers(directory): a copy of include/
function(oc_headers directory)
    file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/include include/*)
    set(copies "")
    foreach(header ${headers})
        add_custom_command(OUTPUT ${directory}/${header}
            COMMAND ${CMAKE_COMMAND} -E copy ${PROJECT_SOURCE_DIR}/include/${header}
                ${directory}/${header}
            DEPENDS include/${header} COMMENT "Copying ${header}" VERBATIM)
        list(APPEND copies ${directory}/${header})
    endforeach()
    add_custom_target(oc_headers ALL DEPENDS ${copies})
endfunction()
