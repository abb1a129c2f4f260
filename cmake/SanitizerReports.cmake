# A script, with DIR: shows and removes the sanitizers' reports of the tests before it, and fails if there
# were any. A test that expects offloadcc to fail cannot tell a report from a diagnostic.
file(GLOB reports ${DIR}/*)
foreach(report ${reports})
    file(READ ${report} text)
    message("${report}:\n${text}")
    file(REMOVE ${report})
endforeach()
if(reports)
    message(FATAL_ERROR "the sanitizers found errors in offloadcc")
endif()
