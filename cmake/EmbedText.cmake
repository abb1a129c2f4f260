# oc_embed_text(target file name): `target` can `#include "name"` to get the text of `file` as a C
# string literal. Run as a script, with IN and OUT, this file writes such an include file.
if(CMAKE_SCRIPT_MODE_FILE)
    file(READ ${IN} text)
    # Semicolons and brackets are plain characters as long as nothing here is a list.
    string(REPLACE "\\" "\\\\" text "${text}")
    string(REPLACE "\"" "\\\"" text "${text}")
    string(REPLACE "?" "\\?" text "${text}") # no trigraphs
    string(REPLACE "\t" "\\t" text "${text}")
    string(REPLACE "\n" "\\n\"\n\"" text "${text}")
    file(WRITE ${OUT} "\"${text}\"\n")
    return()
endif()

set(OC_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

function(oc_embed_text target file name)
    get_target_property(is_imported ${target} IMPORTED)
    if(is_imported)
        return()
    endif()
    set(out ${PROJECT_BINARY_DIR}/generated/${name})
    add_custom_command(OUTPUT ${out}
        COMMAND ${CMAKE_COMMAND} -DIN=${PROJECT_SOURCE_DIR}/${file} -DOUT=${out} -P ${OC_EMBED_SCRIPT}
        DEPENDS ${file} ${OC_EMBED_SCRIPT}
        COMMENT "Embedding ${file}" VERBATIM)
    target_sources(${target} PRIVATE ${out})
    target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/generated)
endfunction()
