# Installers for Windows (NSIS) and macOS (a disk image), and what their programs carry: icon, version, manifest, Info.plist.
# Linux packages are made by packaging/scripts/package; CPack is there only to prove the NSIS script.
set(windows ${CMAKE_CURRENT_SOURCE_DIR}/windows)
set(macos ${CMAKE_CURRENT_SOURCE_DIR}/macos)

# The icon in the container of the system, put together from the pictures that sandglass-texts draws.
# sandglass_icon(<file> <size>…)
function(sandglass_icon file)
    list(TRANSFORM ARGN REPLACE "(.+)" "${made}/\\1.png" OUTPUT_VARIABLE pictures)
    add_custom_command(
        OUTPUT ${file}
        COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/scripts/icon-file ${file} ${pictures}
        DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/scripts/icon-file ${pictures}
        VERBATIM)
    add_custom_target(icon_file ALL DEPENDS ${file})
endfunction()

# sandglass_resources(<program> <description>): icon, version and manifest of a program for Windows.
function(sandglass_resources NAME DESCRIPTION)
    set(ICON ${made}/sandglass.ico)
    set(MANIFEST ${windows}/sandglass.manifest)
    configure_file(${windows}/program.rc.in ${made}/${NAME}.rc @ONLY)
    set_source_files_properties(${made}/${NAME}.rc TARGET_DIRECTORY ${NAME} PROPERTIES OBJECT_DEPENDS ${ICON})
    target_sources(${NAME} PRIVATE ${made}/${NAME}.rc)
    add_dependencies(${NAME} icon_file)
endfunction()

# sandglass_deploy(): copies the libraries and plugins of Qt to the installed program.
function(sandglass_deploy)
    qt_generate_deploy_app_script(TARGET sandglass OUTPUT_SCRIPT script NO_UNSUPPORTED_PLATFORM_ERROR)
    install(SCRIPT ${script} COMPONENT window)
endfunction()

if(WIN32)
    sandglass_icon(${made}/sandglass.ico 16 24 32 48 64 128 256)
    sandglass_resources(sandglass "Sandglass")
    sandglass_resources(sandglass-engine "Sandglass local engine")
    # no console beside the window
    set_target_properties(sandglass PROPERTIES WIN32_EXECUTABLE ON)
    sandglass_deploy()
elseif(APPLE)
    sandglass_icon(${made}/sandglass.icns 16 32 64 128 256 512)
    target_sources(sandglass PRIVATE ${made}/sandglass.icns)
    set_source_files_properties(${made}/sandglass.icns TARGET_DIRECTORY sandglass
                                PROPERTIES MACOSX_PACKAGE_LOCATION Resources GENERATED ON)
    add_dependencies(sandglass icon_file)
    set_target_properties(sandglass PROPERTIES OUTPUT_NAME Sandglass MACOSX_BUNDLE ON MACOSX_BUNDLE_INFO_PLIST ${macos}/Info.plist.in)
    # the engine lives beside the window's program, in the bundle
    install(TARGETS sandglass-engine RUNTIME DESTINATION Sandglass.app/Contents/MacOS COMPONENT window)
    sandglass_deploy()
endif()

set(CPACK_PACKAGE_NAME Sandglass)
set(CPACK_PACKAGE_VENDOR "The Sandglass developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGE_INSTALL_DIRECTORY Sandglass)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_FILE_NAME "Sandglass-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}")
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_STRIP_FILES ON)
# one package with everything
set(CPACK_MONOLITHIC_INSTALL ON)

# NSIS: NSIS.template.in in this folder takes the place of CPack's own script
set(CPACK_MODULE_PATH ${PROJECT_SOURCE_DIR}/packaging/cmake/cpack)
set(CPACK_PRE_BUILD_SCRIPTS ${windows}/uninstall_list.cmake)
set(CPACK_SANDGLASS_NSIS_SCRIPT ${windows}/sandglass.nsi)
set(SANDGLASS_NSIS_DEFINES "!define ICON \"${made}/sandglass.ico\"")
if(NOT WIN32)
    set(SANDGLASS_NSIS_DEFINES "!define PROOF\n!define PROGRAM \"bin\\sandglass\"")
endif()
set(CPACK_SANDGLASS_NSIS_DEFINES ${SANDGLASS_NSIS_DEFINES})

# the disk image
set(CPACK_DMG_VOLUME_NAME "Sandglass ${PROJECT_VERSION}")

if(WIN32)
    set(CPACK_GENERATOR NSIS64)
elseif(APPLE)
    set(CPACK_GENERATOR DragNDrop)
else()
    # "cpack" alone must not make packages that packaging/scripts/package makes better
    set(CPACK_GENERATOR External)
endif()
set(CPACK_SOURCE_GENERATOR TXZ)
include(CPack)
