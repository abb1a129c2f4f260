# Finds LLVM 22 and what else we are built on. Sets
#   OC_LLVM_BINDIR, OC_LLVM_LIBDIR, OC_LLVM_INCLUDEDIR, OC_CLANG_RESOURCE_DIR
#   OC_LLVM_LIBRARY, OC_CLANG_LIBRARY, OC_JANSSON_LIBRARY
#   OC_LIBOMPTARGET: what programs load
#   OC_LINKER: the option by which programs are linked by lld, or nothing
#   OC_LLVM_ARCHIVES: what links LLVM into a program, or nothing where that cannot be had, or is not wanted
#   OC_LLD_ARCHIVES: what links lld into a program that has OC_LLVM_ARCHIVES, or nothing
#   OC_LLD_ABSENT_SOURCE: a source file that this needs: functions for LLVM's back ends that are not linked
#   OC_CLANG: the clang that compiles device code and the runtime, whatever compiles the rest.
# llvm-config knows all of it; LLVM's CMake package would look for the libraries that LLVM itself was
# built with (zlib, zstd, ...), which nothing here needs.
find_program(OC_LLVM_CONFIG NAMES llvm-config-22 llvm-config
    HINTS /usr/lib/llvm-22/bin DOC "llvm-config of LLVM 22")
if(NOT OC_LLVM_CONFIG)
    message(FATAL_ERROR "LLVM 22 is missing: run scripts/install-deps, or set OC_LLVM_CONFIG")
endif()

execute_process(COMMAND ${OC_LLVM_CONFIG} --version --bindir --libdir --includedir
    OUTPUT_VARIABLE llvm_config OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" llvm_config "${llvm_config}")
list(POP_FRONT llvm_config OC_LLVM_VERSION OC_LLVM_BINDIR OC_LLVM_LIBDIR OC_LLVM_INCLUDEDIR)
if(OC_LLVM_VERSION VERSION_LESS 22.1 OR NOT OC_LLVM_VERSION VERSION_LESS 23)
    message(FATAL_ERROR "${OC_LLVM_CONFIG} is LLVM ${OC_LLVM_VERSION}; offloadcc needs LLVM 22")
endif()

find_program(OC_CLANG clang PATHS ${OC_LLVM_BINDIR} NO_DEFAULT_PATH REQUIRED)
execute_process(COMMAND ${OC_CLANG} -print-resource-dir
    OUTPUT_VARIABLE OC_CLANG_RESOURCE_DIR OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)

# lld links several times as fast as GNU ld.
include(CheckLinkerFlag)
check_linker_flag(C -fuse-ld=lld OC_LINKS_WITH_LLD)
set(OC_LINKER $<$<BOOL:${OC_LINKS_WITH_LLD}>:-fuse-ld=lld>)

find_library(OC_LLVM_LIBRARY LLVM-22 PATHS ${OC_LLVM_LIBDIR} NO_DEFAULT_PATH REQUIRED)
find_library(OC_CLANG_LIBRARY clang PATHS ${OC_LLVM_LIBDIR} NO_DEFAULT_PATH REQUIRED)
find_library(OC_JANSSON_LIBRARY jansson REQUIRED)
find_library(OC_ZSTD_LIBRARY NAMES zstd REQUIRED)

# Under its SONAME, which programs load it by.
find_library(OC_LIBOMPTARGET_LINK omptarget PATHS ${OC_LLVM_LIBDIR} NO_DEFAULT_PATH REQUIRED)
file(READ_SYMLINK ${OC_LIBOMPTARGET_LINK} OC_LIBOMPTARGET)
cmake_path(ABSOLUTE_PATH OC_LIBOMPTARGET BASE_DIRECTORY ${OC_LLVM_LIBDIR})

# A process that loads libLLVM.so spends 20 ms on relocations and constructors, on every step of every
# compilation. LLVM's archives, in a program that is not position-independent, need next to none. A debug build does
# without them: its links take a fifth of the time, and debuggers find our code in offloadcc-cc1.
set(OC_LLVM_ARCHIVES "")
function(oc_find_llvm_archives)
    set(backends "")
    foreach(target ${OC_TARGETS})
        list(APPEND backends ${OC_TARGET_${target}_LLVM})
    endforeach()
    execute_process(COMMAND ${OC_LLVM_CONFIG} --link-static --libfiles core bitreader bitwriter
        irreader linker passes targetparser ${backends}
        OUTPUT_VARIABLE archives OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
    execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=libstdc++.a
        OUTPUT_VARIABLE cxx OUTPUT_STRIP_TRAILING_WHITESPACE)
    find_library(OC_Z_LIBRARY NAMES z libz.so.1)
    separate_arguments(archives)
    list(GET archives 0 first)
    if(failed OR NOT EXISTS "${first}" OR NOT IS_ABSOLUTE "${cxx}" OR NOT OC_Z_LIBRARY)
        message(STATUS "offloadcc-cc1 loads libLLVM.so: LLVM's archives, libstdc++.a or libz is missing")
        return()
    endif()
    set(OC_LLVM_ARCHIVES -no-pie ${archives} ${cxx} ${OC_Z_LIBRARY} ${OC_ZSTD_LIBRARY} dl m rt PARENT_SCOPE)
endfunction()

# Starting ld.lld takes as long as the compile of an image, and linking one takes a twentieth of that. lld initialises
# all back ends that Debian's LLVM has, for link-time optimisation; those that nothing else needs become empty functions.
set(OC_LLD_ARCHIVES "")
function(oc_find_lld)
    find_library(OC_LLD_ELF liblldELF.a PATHS ${OC_LLVM_LIBDIR} NO_DEFAULT_PATH)
    find_library(OC_LLD_COMMON liblldCommon.a PATHS ${OC_LLVM_LIBDIR} NO_DEFAULT_PATH)
    find_library(OC_LLVM_DTLTO libLLVMDTLTO.a PATHS ${OC_LLVM_LIBDIR} NO_DEFAULT_PATH)
    execute_process(COMMAND ${OC_LLVM_CONFIG} --link-static --libfiles lto option
        OUTPUT_VARIABLE archives OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
    execute_process(COMMAND ${OC_LLVM_CONFIG} --targets-built OUTPUT_VARIABLE built OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(failed OR NOT OC_LLD_ELF OR NOT OC_LLD_COMMON OR NOT OC_LLVM_DTLTO)
        message(STATUS "ld.lld is started for each image: lld's archives (liblld-22-dev) are missing")
        return()
    endif()
    separate_arguments(archives)
    list(FILTER archives EXCLUDE REGEX "Polly") # which Debian has in another package
    set(linked "")
    foreach(target ${OC_TARGETS})
        list(APPEND linked ${OC_TARGET_${target}_LLVM})
    endforeach()
    set(absent "// Written by cmake/FindLLVM22.cmake.\nvoid _Z18getPollyPluginInfov(void);\nvoid _Z18getPollyPluginInfov(void) {}\n")
    separate_arguments(built)
    foreach(target ${built})
        string(TOLOWER ${target} component)
        foreach(part TargetInfo Target TargetMC AsmPrinter AsmParser)
            if(NOT component IN_LIST linked)
                string(APPEND absent "void LLVMInitialize${target}${part}(void);\n"
                    "void LLVMInitialize${target}${part}(void) {}\n")
            endif()
        endforeach()
    endforeach()
    file(CONFIGURE OUTPUT generated/absent.c CONTENT "${absent}" @ONLY)
    set(OC_LLD_ABSENT_SOURCE ${PROJECT_BINARY_DIR}/generated/absent.c PARENT_SCOPE)
    set(OC_LLD_ARCHIVES ${OC_LLD_ELF} ${OC_LLD_COMMON} ${OC_LLVM_DTLTO} ${archives} PARENT_SCOPE)
endfunction()
if(NOT OC_SANITIZE AND NOT CMAKE_BUILD_TYPE STREQUAL Debug)
    oc_find_llvm_archives()
    if(OC_LLVM_ARCHIVES)
        oc_find_lld()
    endif()
endif()
