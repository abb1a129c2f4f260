# What is installed, and the package that CPack makes of it: `cpack -G DEB` in a build tree.
include(CMakePackageConfigHelpers)

# The option table's documents.
add_executable(oc_documents driver/documents/main.c)
target_link_libraries(oc_documents PRIVATE oc_driver)
set(documents "")
foreach(form man:offloadcc.1 bash:offloadcc zsh:_offloadcc)
    string(REPLACE ":" ";" form ${form})
    list(GET form 0 kind)
    list(GET form 1 name)
    set(document ${PROJECT_BINARY_DIR}/documents/${kind}/${name})
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/documents/${kind})
    add_custom_command(OUTPUT ${document} COMMAND oc_documents ${kind} > ${document}
        DEPENDS oc_documents COMMENT "Writing ${name}" VERBATIM)
    list(APPEND documents ${document})
endforeach()
add_custom_target(oc_documents_all ALL DEPENDS ${documents})

set(OC_INSTALL_LIBDIR lib/offloadcc)
configure_package_config_file(cmake/offloadccConfig.cmake.in generated/offloadccConfig.cmake
    INSTALL_DESTINATION lib/cmake/offloadcc PATH_VARS CMAKE_INSTALL_BINDIR OC_INSTALL_LIBDIR)
write_basic_package_version_file(generated/offloadccConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
configure_file(cmake/offloadcc.pc.in generated/offloadcc.pc @ONLY)

install(TARGETS offloadcc DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS offloadcc-cc1 offloadcc-scan forkserver DESTINATION ${OC_INSTALL_LIBDIR})
install(FILES ${OC_LIB_FILES} DESTINATION ${OC_INSTALL_LIBDIR})
install(DIRECTORY include/ DESTINATION ${OC_INSTALL_LIBDIR}/include)
install(FILES ${PROJECT_BINARY_DIR}/generated/offloadccConfig.cmake
    ${PROJECT_BINARY_DIR}/generated/offloadccConfigVersion.cmake
    DESTINATION lib/cmake/offloadcc)
install(FILES ${PROJECT_BINARY_DIR}/generated/offloadcc.pc DESTINATION lib/pkgconfig)
install(FILES ${PROJECT_BINARY_DIR}/documents/man/offloadcc.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${PROJECT_BINARY_DIR}/documents/bash/offloadcc
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${PROJECT_BINARY_DIR}/documents/zsh/_offloadcc
    DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
# What the README links to is where it says.
install(FILES README.md CHANGELOG.md LICENSE LICENSE.libclc LICENSE.musl DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR}
    FILES_MATCHING REGEX "\\.[a-z]+$" PATTERN "*.o" EXCLUDE)
install(FILES include/offload.h include/offload_algorithms.h include/offload_cplusplus.h include/offload_math.h
    include/offload_grid.h include/offload_query.h
    DESTINATION ${CMAKE_INSTALL_DOCDIR}/include)
# Our licence, and those of the parts of libclc and musl which are installed.
set(copyright "")
foreach(licence LICENSE LICENSE.libclc LICENSE.musl)
    file(READ ${licence} text)
    string(APPEND copyright "${text}\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${licence})
endforeach()
file(CONFIGURE OUTPUT generated/copyright CONTENT "@copyright@" @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/generated/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "the offloadcc project <offloadcc@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# What the compiler runs and links with; libraries are found by shlibdeps.
set(CPACK_DEBIAN_PACKAGE_DEPENDS
    "clang-22, lld-22, binutils, libomp-22-dev, liboffload-22-dev, libc6-dev")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "clang-tools-22")
set(CPACK_STRIP_FILES ON)
include(CPack)
