// SPDX-License-Identifier: GPL-3.0-or-later
// usage: libmongoc_login STEP…, with STEP find=URI or insert=URI
// Logs in with each URI and does that with shop.orders. Prints a line for each: "ok", or the code
// of the server's error.
#include <bson/bson.h>
#include <mongoc/mongoc.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

/// Runs one command on the database shop; prints what came of it.
void runStep(mongoc_client_t* client, const char* command)
{
    bson_error_t error;
    bson_t* document
        = bson_new_from_json(reinterpret_cast<const std::uint8_t*>(command), -1, &error);
    bson_t reply;
    if (mongoc_client_command_simple(client, "shop", document, nullptr, &reply, &error)) {
        std::puts("ok");
    } else if (std::string_view(error.message).find("Authentication failed")
               != std::string_view::npos) {
        std::puts("18"); // the library has a number of its own for it
    } else {
        std::printf("%u\n", error.code);
    }
    bson_destroy(&reply);
    bson_destroy(document);
}

} // namespace

int main(int argc, char** argv)
{
    mongoc_init();
    mongoc_log_set_handler(nullptr, nullptr); // it would write between our lines
    for (int i = 1; i < argc; ++i) {
        const std::string step = argv[i];
        const std::size_t equals = step.find('=');
        mongoc_client_t* client = mongoc_client_new(step.substr(equals + 1).c_str());
        if (client == nullptr) {
            std::fputs("a URI is not understood\n", stderr);
            return EXIT_FAILURE;
        }
        runStep(client,
                step.starts_with("find") ? R"({"find":"orders"})"
                                         : R"({"insert":"orders","documents":[{"from":"c"}]})");
        mongoc_client_destroy(client);
    }
    mongoc_cleanup();
    return EXIT_SUCCESS;
}
