# Headers of the standard library and of Qt, compiled once for each kind of library; none of the project's own, so that the
# walls between its folders stay. CMAKE_DISABLE_PRECOMPILE_HEADERS=ON switches them off.

# sandglass_precompiled(<kind> [LINK …]): makes the target that the others reuse precompiled/<kind>.h from.
function(sandglass_precompiled kind)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINK")
    set(target sandglass_precompiled_${kind})
    set(source ${PROJECT_BINARY_DIR}/precompiled/${kind}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "// what CMake needs to compile a header\n")
    add_library(${target} OBJECT ${source})
    target_link_libraries(${target} PRIVATE ${arg_LINK} sandglass::flags)
    target_precompile_headers(${target} PRIVATE ${PROJECT_SOURCE_DIR}/packaging/cmake/precompiled/${kind}.h)
endfunction()

sandglass_precompiled(standard LINK tl::expected)
sandglass_precompiled(core LINK tl::expected Qt6::Core sandglass::qt_flags)
sandglass_precompiled(widgets LINK tl::expected Qt6::Widgets sandglass::qt_flags)
sandglass_precompiled(test LINK tl::expected Qt6::Test sandglass::qt_flags sandglass::test_flags)
sandglass_precompiled(widget_test LINK tl::expected Qt6::Test Qt6::Widgets sandglass::qt_flags sandglass::test_flags)
