# Finds LLVM 22 and what else we are built on. Sets
#   OC_LLVM_BINDIR, OC_LLVM_LIBDIR, OC_LLVM_INCLUDEDIR, OC_CLANG_RESOURCE_DIR
#   OC_LLVM_LIBRARY, OC_CLANG_LIBRARY, OC_JANSSON_LIBRARY
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

find_library(OC_LLVM_LIBRARY LLVM-22 PATHS ${OC_LLVM_LIBDIR} NO_DEFAULT_PATH REQUIRED)
find_library(OC_CLANG_LIBRARY clang PATHS ${OC_LLVM_LIBDIR} NO_DEFAULT_PATH REQUIRED)
find_library(OC_JANSSON_LIBRARY jansson REQUIRED)
