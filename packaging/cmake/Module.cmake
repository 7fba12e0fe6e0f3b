# One folder, one static library. A module's headers are reachable only through its own include root, a folder that
# holds a single symbolic link to the source folder; a target that does not link the module cannot include it.

# sandglass_link_folder(<folder> <link>): makes the link. Windows lets only administrators make symbolic links, but
# everybody make junctions.
function(sandglass_link_folder folder link)
    if(NOT CMAKE_HOST_WIN32)
        file(CREATE_LINK ${folder} ${link} SYMBOLIC)
    elseif(NOT EXISTS ${link})
        file(TO_NATIVE_PATH ${folder} folder)
        file(TO_NATIVE_PATH ${link} link)
        execute_process(COMMAND cmd /c mklink /J ${link} ${folder} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    endif()
endfunction()

# With include paths, moc reads every header that a file includes, Qt's too, to find macros that declare members; ours
# have none, and it takes 80 times as long. A shell script leaves the paths out.
if(UNIX)
    get_target_property(SANDGLASS_MOC Qt6::moc LOCATION)
    configure_file(${CMAKE_CURRENT_LIST_DIR}/moc-alone.in ${PROJECT_BINARY_DIR}/moc-alone @ONLY
                   FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
endif()

# sandglass_moc(<target>): runs moc on the target's sources.
function(sandglass_moc target)
    set_target_properties(${target} PROPERTIES AUTOMOC ON)
    if(UNIX)
        set_target_properties(${target} PROPERTIES AUTOMOC_EXECUTABLE ${PROJECT_BINARY_DIR}/moc-alone
                                                   AUTOMOC_COMPILER_PREDEFINES OFF)
    endif()
    # it is empty, because every source includes what moc made of its header; reading precompiled headers takes seconds
    set_source_files_properties(${CMAKE_CURRENT_BINARY_DIR}/${target}_autogen/mocs_compilation.cpp
                                PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
endfunction()

# sandglass_module(<name> [QT] [PLAIN] FOLDER <folder> [SOURCES …] [PUBLIC …] [PRIVATE …] [DEFINITIONS …])
#   name        target sandglass_<name>, alias sandglass::<name>
#   FOLDER      from the repository root; includes are written from there too: "app/ttl/forecast.h"
#   QT          runs moc, uic and rcc on the sources
#   PLAIN       takes no precompiled headers: its compiler flags are its own
#   PUBLIC      dependencies that the headers need; PRIVATE those that only the sources need
function(sandglass_module name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "QT;PLAIN" "FOLDER" "SOURCES;PUBLIC;PRIVATE;DEFINITIONS")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "sandglass_module(${name}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
    endif()

    set(target sandglass_${name})
    set(root ${PROJECT_BINARY_DIR}/include/${name})
    get_filename_component(parent ${root}/${arg_FOLDER} DIRECTORY)
    file(MAKE_DIRECTORY ${parent})
    sandglass_link_folder(${PROJECT_SOURCE_DIR}/${arg_FOLDER} ${root}/${arg_FOLDER})

    set(scope PUBLIC)
    set(private PRIVATE)
    if(arg_SOURCES)
        add_library(${target} STATIC ${arg_SOURCES})
    else()
        add_library(${target} INTERFACE)
        set(scope INTERFACE)
        set(private INTERFACE)
    endif()
    add_library(sandglass::${name} ALIAS ${target})
    target_include_directories(${target} ${scope} ${root})
    target_link_libraries(${target} ${scope} ${arg_PUBLIC} ${private} ${arg_PRIVATE} sandglass::flags)
    if(arg_DEFINITIONS)
        target_compile_definitions(${target} ${private} ${arg_DEFINITIONS})
    endif()
    set(precompiled standard)
    if(arg_QT)
        sandglass_moc(${target})
        set_target_properties(${target} PROPERTIES AUTOUIC ON AUTORCC ON)
        target_link_libraries(${target} ${private} sandglass::qt_flags)
        set(precompiled core)
        if(Qt6::Widgets IN_LIST arg_PUBLIC OR Qt6::Widgets IN_LIST arg_PRIVATE)
            set(precompiled widgets)
        endif()
    endif()
    if(arg_SOURCES AND NOT arg_PLAIN)
        target_precompile_headers(${target} REUSE_FROM sandglass_precompiled_${precompiled})
    endif()
endfunction()

# sandglass_program(<name> [QT] SOURCES … LINK …): an executable with the project's flags.
function(sandglass_program name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "QT" "" "SOURCES;LINK")
    add_executable(${name} ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE ${arg_LINK} sandglass::flags)
    if(arg_QT)
        sandglass_moc(${name})
        set_target_properties(${name} PROPERTIES AUTORCC ON)
        target_link_libraries(${name} PRIVATE sandglass::qt_flags)
    endif()
endfunction()

# sandglass_test_headers(<target> <gui> <alone>): the precompiled headers, and the flags that go with them, of a program
# with tests. gui: its test needs widgets; alone: it has no other test.
function(sandglass_test_headers target gui alone)
    # Qt defines QT_WIDGETS_LIB for all sources of a program of which a part links widgets
    set(with_widgets "/tests/((app/presenters|app/platform/desktop|integration|resources)$|(ui|widgets)/)")
    if(gui OR (NOT alone AND CMAKE_CURRENT_SOURCE_DIR MATCHES "${with_widgets}"))
        set(precompiled widget_test)
    else()
        set(precompiled test)
    endif()
    # integration tests compute: they hold a model of the engine, or its data
    if(CMAKE_CURRENT_SOURCE_DIR MATCHES "/tests/integration")
        set(precompiled core)
    else()
        target_link_libraries(${target} PRIVATE sandglass::test_flags)
    endif()
    target_precompile_headers(${target} REUSE_FROM sandglass_precompiled_${precompiled})
endfunction()

# sandglass_test(<name> [GUI] [ALONE] [UNLISTED] [LABELS …] [ARGS …] [SOURCES …] LINK …): registers tst_<name>.cpp as a ctest. All tests of
# a CMakeLists.txt share one program, tests_<folder>, which runs a test by its name. The name may stand in a folder below:
# "forecast/services_alert" is the test services_alert in forecast/tst_services_alert.cpp.
#   GUI    the test needs widgets
#   ALONE  the source has a main() of its own, and so a program of its own, tst_<name>
#   UNLISTED  the caller registers its functions with ctest, one by one
# Tests link libraries, never sources; helpers come from sandglass::test_support.
function(sandglass_test path)
    cmake_parse_arguments(PARSE_ARGV 1 arg "GUI;ALONE;UNLISTED" "" "LINK;LABELS;SOURCES;ARGS")
    get_filename_component(name ${path} NAME)
    string(REGEX REPLACE "[^/]+$" "tst_${name}.cpp" source ${path})
    if(arg_ALONE)
        set(target tst_${name})
        set(command ${target})
        add_executable(${target})
    else()
        file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
        string(REPLACE "/" "_" target ${folder})
        set(command ${target} ${name})
        if(NOT TARGET ${target})
            add_executable(${target} ${PROJECT_SOURCE_DIR}/tests/support/test_program.cpp)
        endif()
    endif()
    sandglass_moc(${target})
    target_sources(${target} PRIVATE ${source} ${arg_SOURCES})
    target_link_libraries(${target} PRIVATE ${arg_LINK} sandglass::test_support Qt6::Test sandglass::flags sandglass::qt_flags)
    get_target_property(precompiled ${target} PRECOMPILE_HEADERS_REUSE_FROM)
    if(NOT precompiled)
        sandglass_test_headers(${target} "${arg_GUI}" "${arg_ALONE}")
    endif()
    if(arg_GUI)
        target_link_libraries(${target} PRIVATE Qt6::Widgets)
    endif()
    if(arg_LABELS STREQUAL engine)
        # what the sanitizers run over
        list(APPEND arg_LABELS engine_unit)
        add_dependencies(engine_unit_tests ${target})
    endif()
    if(arg_UNLISTED)
        return()
    endif()
    add_test(NAME ${name} COMMAND ${command} ${arg_ARGS})
    set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}" TIMEOUT 300
                         ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;SANDGLASS_ENGINE=$<TARGET_FILE:sandglass-engine>")
endfunction()
