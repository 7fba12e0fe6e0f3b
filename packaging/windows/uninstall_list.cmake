# Writes NSIS commands that remove what the payload holds, and nothing else: the user may have chosen a folder with files
# of his own.
#
#   cmake -D PAYLOAD=<folder> -D LIST=<file> -P uninstall_list.cmake
#
# As CPACK_PRE_BUILD_SCRIPTS of packaging/cmake/Cpack.cmake: PAYLOAD is CPACK_TEMPORARY_DIRECTORY.
cmake_minimum_required(VERSION 3.25)
if(NOT PAYLOAD)
    set(PAYLOAD ${CPACK_TEMPORARY_DIRECTORY})
    set(LIST ${CPACK_TOPLEVEL_DIRECTORY}/uninstall.nsh)
endif()
file(GLOB_RECURSE entries LIST_DIRECTORIES true RELATIVE ${PAYLOAD} ${PAYLOAD}/*)
list(SORT entries)
# in reverse order a folder comes after what it holds
list(REVERSE entries)
set(commands "")
foreach(entry IN LISTS entries)
    string(REPLACE "/" "\\" name ${entry})
    # $ starts a variable in NSIS
    string(REPLACE "$" "$$" name ${name})
    if(IS_DIRECTORY ${PAYLOAD}/${entry} AND NOT IS_SYMLINK ${PAYLOAD}/${entry})
        string(APPEND commands "RMDir \"$INSTDIR\\${name}\"\n")
    else()
        string(APPEND commands "Delete \"$INSTDIR\\${name}\"\n")
    endif()
endforeach()
list(LENGTH entries count)
if(count EQUAL 0)
    message(FATAL_ERROR "${PAYLOAD} is empty")
endif()
file(WRITE ${LIST} "${commands}")
message(STATUS "${LIST}: ${count} entries")
