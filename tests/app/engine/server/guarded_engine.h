// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/access/access_control.h"
#include "tests/app/engine/server/dispatcher_fixture.h"
#include "tests/support/scram_client.h"

#include <string>
#include <string_view>

namespace sandglass::tests {

inline constexpr std::int64_t kOwner = 3;

/// An engine that wants a login. Connections 1 and 2 come through TCP, kOwner through the socket.
class Guarded : public DispatcherFixture
{
public:
    Guarded()
        : DispatcherFixture(true)
    {
        dispatcher.connectionOpened({kOwner, "anonymous unix socket", true});
        asOwner(R"({"insert":"orders","documents":[{"_id":1},{"_id":2},{"_id":3}]})", "shop");
        asOwner(R"({"insert":"other","documents":[{"_id":1}]})", "other");
        user("reader", R"(["read"])");
        user("writer", R"(["readWrite"])");
        user("admin", R"(["dbAdmin","userAdmin"])");
        user("monitor", R"([{"role":"clusterMonitor","db":"admin"}])");
        user("root", R"([{"role":"root","db":"admin"}])");
    }

    bson::Document asOwner(std::string_view json, std::string_view database = "admin")
    {
        return run(json, database, kOwner);
    }
    /// Makes a user of "shop" with the password "secret".
    void user(const std::string& name, const std::string& roles)
    {
        const bson::Document reply = asOwner(
            R"({"createUser":")" + name + R"(","pwd":"secret","roles":)" + roles + "}", "shop");
        if (reply["ok"].toDouble() != 1.0) {
            qFatal("a user of a test was refused: %s", bson::toJson(reply).c_str());
        }
    }

    /// The last reply of a login on "shop" by saslStart and saslContinue.
    bson::Document login(const std::string& name, const std::string& password = "secret",
                         std::int64_t connection = 1)
    {
        ScramClient client(name, password);
        const bson::Document begun
            = run(bson::makeDocument("saslStart", 1, "mechanism", "SCRAM-SHA-256", "payload",
                                     bson::Binary{0, engine::access::bytesOf(client.first())},
                                     "options", bson::makeDocument("skipEmptyExchange", true)),
                  "shop", connection);
        if (begun["ok"].toDouble() != 1.0) {
            return begun;
        }
        return run(bson::makeDocument(
                       "saslContinue", 1, "conversationId", begun["conversationId"], "payload",
                       bson::Binary{0, engine::access::bytesOf(client.last(textOf(begun)))}),
                   "shop", connection);
    }
    static std::string textOf(const bson::Document& reply)
    {
        const auto bytes = reply["payload"].asBinary().bytes;
        return {bytes.begin(), bytes.end()};
    }
    int code(std::string_view json, std::string_view database = "shop")
    {
        return static_cast<int>(run(json, database)["code"].toInt64());
    }
};

} // namespace sandglass::tests
