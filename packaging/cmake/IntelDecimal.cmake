# Intel's library for decimal numbers, which MongoDB calculates with: target sandglass::decimal. The definitions are how it
# was built: arguments and results by value, the rounding mode and the flags as arguments.
add_library(sandglass_decimal INTERFACE)
add_library(sandglass::decimal ALIAS sandglass_decimal)
if(VCPKG_TOOLCHAIN)
    find_package(unofficial-intelrdfpmathlib CONFIG REQUIRED)
    target_link_libraries(sandglass_decimal INTERFACE unofficial::intel::intel_decimal128)
else()
    # Debian has neither a package for CMake nor one for pkg-config; the digits are those definitions
    find_library(INTEL_DECIMAL_LIBRARY bidgcc000 REQUIRED)
    find_path(INTEL_DECIMAL_HEADERS bid_functions.h REQUIRED)
    mark_as_advanced(INTEL_DECIMAL_LIBRARY INTEL_DECIMAL_HEADERS)
    target_link_libraries(sandglass_decimal INTERFACE ${INTEL_DECIMAL_LIBRARY})
    target_include_directories(sandglass_decimal SYSTEM INTERFACE ${INTEL_DECIMAL_HEADERS})
endif()
target_compile_definitions(sandglass_decimal INTERFACE DECIMAL_CALL_BY_REFERENCE=0 DECIMAL_GLOBAL_ROUNDING=0
                                                       DECIMAL_GLOBAL_EXCEPTION_FLAGS=0)
