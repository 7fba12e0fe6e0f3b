# sandglass::flags carries every compiler flag; a target gets them by linking it, never through globals.
add_library(sandglass_flags INTERFACE)
add_library(sandglass::flags ALIAS sandglass_flags)
target_compile_features(sandglass_flags INTERFACE cxx_std_20)
if(NOT WIN32 AND NOT APPLE)
    set(hardening -fstack-clash-protection -fcf-protection -fstack-protector-strong)
endif()
target_compile_options(sandglass_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual -Wcast-align
    -Wunused-result $<$<BOOL:${SANDGLASS_WERROR}>:-Werror> ${hardening}
    # gcc 12 reports false null dereferences and overflows from inlined standard library code at -O2
    $<$<CXX_COMPILER_ID:GNU>:-Wno-error=stringop-overflow -Wno-error=array-bounds -Wno-error=restrict
                             -Wno-error=stringop-overread -Wno-error=maybe-uninitialized -Wno-error=dangling-pointer>)
# In a unity build every source is an included file, so the warning about types of anonymous namespaces in headers is wrong.
if(CMAKE_UNITY_BUILD)
    target_compile_options(sandglass_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endif()
# gcc's precompiled headers keep their macros for ccache only with this
target_compile_options(sandglass_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
target_compile_definitions(sandglass_flags INTERFACE _GLIBCXX_ASSERTIONS
    $<$<NOT:$<CONFIG:Debug>>:_FORTIFY_SOURCE=2>)
if(WIN32)
    # what <windows.h> declares: Windows 10, no macros min and max, nothing rare, functions for UTF-16
    target_compile_definitions(sandglass_flags INTERFACE _WIN32_WINNT=0x0A00 NOMINMAX WIN32_LEAN_AND_MEAN UNICODE _UNICODE)
elseif(NOT APPLE)
    # A program must not offer its copies of Qt's templates to libraries: one that was built with another Qt 6 would
    # run them instead of its own, although their parts are not compatible. (QCustomPlot with Debian sid's Qt crashed.)
    target_link_options(sandglass_flags INTERFACE -Wl,-z,relro,-z,now)
    # clang's sanitizers are such archives too: hidden, their malloc would not be that of the libraries
    if(NOT (SANDGLASS_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang"))
        target_link_options(sandglass_flags INTERFACE -Wl,--exclude-libs,ALL)
    endif()
endif()

# Qt code: no implicit casts from bytes, no signal and slot macros, no foreach.
add_library(sandglass_qt_flags INTERFACE)
add_library(sandglass::qt_flags ALIAS sandglass_qt_flags)
target_compile_definitions(sandglass_qt_flags INTERFACE
    QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_URL_CAST_FROM_STRING QT_NO_FOREACH QT_STRICT_ITERATORS
    QT_DISABLE_DEPRECATED_BEFORE=0x060400)

# Tests that measure nothing and compute little compile a fifth faster without optimization. Qt defines the folder of
# each test program, and whether it uses the network: headers that were precompiled for another one would be invalid.
add_library(sandglass_test_flags INTERFACE)
add_library(sandglass::test_flags ALIAS sandglass_test_flags)
target_compile_options(sandglass_test_flags INTERFACE -O0 -U_FORTIFY_SOURCE -UQT_TESTCASE_BUILDDIR -UQT_TESTCASE_SOURCEDIR
                       -UQT_NETWORK_LIB)

# lld links a test program in a quarter of the time; what users get is linked as their system links everything.
find_program(SANDGLASS_LLD ld.lld)
if(SANDGLASS_LLD AND UNIX AND NOT APPLE)
    target_link_options(sandglass_test_flags INTERFACE -fuse-ld=lld)
endif()

# SANDGLASS_SANITIZE: empty, or what -fsanitize= takes ("address,undefined" or "thread").
set(SANDGLASS_SANITIZE "" CACHE STRING "Sanitizers to build with")
if(SANDGLASS_SANITIZE)
    target_compile_options(sandglass_flags INTERFACE -fsanitize=${SANDGLASS_SANITIZE} -fno-omit-frame-pointer
                           -fno-sanitize-recover=undefined)
    target_link_options(sandglass_flags INTERFACE -fsanitize=${SANDGLASS_SANITIZE})
endif()
