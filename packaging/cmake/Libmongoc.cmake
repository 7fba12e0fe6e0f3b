# libmongoc and libbson under the names that they have since 2.0: mongoc::shared and bson::shared.
find_package(mongoc 2.0 QUIET)
if(NOT mongoc_FOUND)
    find_package(mongoc-1.0 1.23 REQUIRED)
    # vcpkg builds one kind only, and on macOS that is the static one
    set(kind shared)
    if(NOT TARGET mongo::mongoc_shared)
        set(kind static)
    endif()
    add_library(mongoc::shared ALIAS mongo::mongoc_${kind})
    add_library(bson::shared ALIAS mongo::bson_${kind})
endif()
