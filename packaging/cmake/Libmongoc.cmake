# libmongoc and libbson under the names that they have since 2.0: mongoc::shared and bson::shared.
find_package(mongoc 2.0 QUIET)
if(NOT mongoc_FOUND)
    find_package(mongoc-1.0 1.23 REQUIRED)
    add_library(mongoc::shared ALIAS mongo::mongoc_shared)
    add_library(bson::shared ALIAS mongo::bson_shared)
endif()
