# The targets of device code.
#
#   oc_target(name [LLVM component...] [BUILTINS source] [LIBCLC file] [FLAGS flag...])
#       The target oc_target_<name>, in targets/<name>.c, and oc_lowering_<name>, in src/device/targets/<name>.c. LLVM:
#       the components of LLVM's with its back end. BUILTINS: our device functions for it (builtins-<name>.bc), and
#       LIBCLC: the file of libclc's with math functions (math-<name>.bc), which clang compiles with FLAGS. Targets
#       with that have no C library, and get ours (libc-<name>.bc).
#
#   oc_extra_targets()
#       Those of OC_EXTRA_TARGETS: directories, each with a target.cmake that calls oc_target and the files target.c
#       and lowering.c.
#
#   oc_target_tables()
#       Writes the tables of all: sets OC_TARGET_SOURCES and OC_LOWERING_SOURCES to the files with oc_targets and
#       oc_lowerings and those of extra targets.
set(OC_EXTRA_TARGETS "" CACHE STRING "Directories of more targets of device code (targets/README.md)")
set(OC_TARGETS "")

function(oc_target name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "BUILTINS;LIBCLC" "LLVM;FLAGS")
    set(OC_TARGETS ${OC_TARGETS} ${name} PARENT_SCOPE)
    foreach(what LLVM BUILTINS LIBCLC FLAGS)
        set(OC_TARGET_${name}_${what} ${arg_${what}} PARENT_SCOPE)
    endforeach()
endfunction()

set(OC_TARGET_SOURCES "")
set(OC_LOWERING_SOURCES "")
macro(oc_extra_targets)
    foreach(directory ${OC_EXTRA_TARGETS})
        include(${directory}/target.cmake)
        list(APPEND OC_TARGET_SOURCES ${directory}/target.c)
        list(APPEND OC_LOWERING_SOURCES ${directory}/lowering.c)
    endforeach()
endmacro()

function(oc_target_table file header kind)
    set(declarations "")
    set(items "")
    foreach(target ${OC_TARGETS})
        string(APPEND declarations "extern const struct oc_${kind} oc_${kind}_${target};\n")
        string(APPEND items "    &oc_${kind}_${target},\n")
    endforeach()
    file(CONFIGURE OUTPUT ${file} @ONLY CONTENT "// Written by cmake/Targets.cmake.
#include \"${header}\"\n\n${declarations}
const struct oc_${kind} *const oc_${kind}s[] = {\n${items}    NULL,\n};\n")
endfunction()

function(oc_target_tables)
    set(directory ${PROJECT_BINARY_DIR}/generated)
    oc_target_table(${directory}/targets.c targets/target.h target)
    oc_target_table(${directory}/lowerings.c device/targets/lowering.h lowering)
    set(OC_TARGET_SOURCES ${directory}/targets.c ${OC_TARGET_SOURCES} PARENT_SCOPE)
    set(OC_LOWERING_SOURCES ${directory}/lowerings.c ${OC_LOWERING_SOURCES} PARENT_SCOPE)
endfunction()
