# oc_link_with_musl(program library...): the program and the sources of our `library`s, which it would link
# with, compiled for musl and linked statically. glibc's start-up is longer than what the driver does for a
# link: it loads a library and asks the processor for its features, which a virtual machine answers slowly.
# OC_MUSL is off where Debian's musl-dev is not installed, and for sanitizers, which need glibc.
string(REPLACE -gnu -musl musl "${CMAKE_LIBRARY_ARCHITECTURE}")
find_file(OC_MUSL_ARCHIVE libc.a PATHS /usr/lib/${musl} NO_DEFAULT_PATH)
find_path(OC_MUSL_INCLUDEDIR stdio.h PATHS /usr/include/${musl} NO_DEFAULT_PATH)
set(OC_MUSL OFF)
if(musl AND OC_MUSL_ARCHIVE AND OC_MUSL_INCLUDEDIR AND NOT OC_SANITIZE AND NOT OC_FUZZERS)
    set(OC_MUSL ON)
endif()

function(oc_link_with_musl program)
    foreach(library ${ARGN})
        target_sources(${program} PRIVATE $<TARGET_PROPERTY:${library},SOURCES>)
    endforeach()
    execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=include OUTPUT_VARIABLE freestanding
        OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    target_compile_options(${program} PRIVATE -nostdinc
        "SHELL:-isystem ${OC_MUSL_INCLUDEDIR}" "SHELL:-isystem ${freestanding}")
    cmake_path(GET OC_MUSL_ARCHIVE PARENT_PATH libdir)
    target_link_libraries(${program} PRIVATE oc_options ${libdir}/crt1.o ${OC_MUSL_ARCHIVE})
    target_link_options(${program} PRIVATE -static -nostdlib)
endfunction()
