# gcc takes 500 MB and more for a batch of sources, in pages of 4 KiB, of which each costs a fault. With pages of 2 MiB a batch
# needs about a fifth less of a processor. gcc does not ask for them, and most kernels give them only to who asks
# (/sys/kernel/mm/transparent_hugepage/enabled: madvise). Sets LARGE_PAGES to what a compiler is to be started with, or to nothing.
set(LARGE_PAGES)
if(NOT CMAKE_HOST_SYSTEM_NAME STREQUAL "Linux" OR CMAKE_CROSSCOMPILING OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU"
   OR NOT CMAKE_SIZEOF_VOID_P EQUAL 8)
    return()
endif()
set(source ${CMAKE_CURRENT_LIST_DIR}/large_pages.cpp)
set(library ${PROJECT_BINARY_DIR}/liblarge_pages.so)
if(NOT EXISTS ${library} OR ${source} IS_NEWER_THAN ${library})
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -O2 -fPIC -shared ${source} -o ${library}
        RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
    if(failed)
        return() # the build only takes longer
    endif()
endif()
set(LARGE_PAGES LD_PRELOAD=${library})
