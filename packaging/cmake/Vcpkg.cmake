# Windows and macOS take their libraries from vcpkg (vcpkg.json). Most have the names that Debian uses; this is for the others.

# FindPkgConfig looks for a program in the PATH, and Windows has none there.
set(PKG_CONFIG_EXECUTABLE ${VCPKG_INSTALLED_DIR}/${VCPKG_HOST_TRIPLET}/tools/pkgconf/pkgconf${CMAKE_HOST_EXECUTABLE_SUFFIX}
    CACHE FILEPATH "pkgconf, as vcpkg has built it")

# The port has no package for CMake. find_package(QCustomPlotQt6) finds this one in the list of module folders.
if(NOT TARGET QCustomPlotQt6::QCustomPlotQt6)
    list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR}/vcpkg)
endif()
