// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/bson/json.h"
#include "app/engine/access/access_control.h"
#include "app/engine/catalog/write_gate.h"
#include "app/engine/commands/command.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/parameters.h"
#include "app/engine/plan/cursors.h"
#include "app/engine/request/declaration.h"
#include "app/engine/request/server_version.h"
#include "app/engine/streams/retryable_sessions.h"
#include "tests/support/engine_data.h"
#include "tests/support/fake_server_ports.h"

#include <QString>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace sandglass::tests {

/// Every command over a store in a temporary folder, without sockets. Commands and replies are
/// extended JSON.
class CommandFixture
{
public:
    /// Puts the catalog of a server profile over the data's own.
    using OverCatalog = std::unique_ptr<engine::catalog::Catalog> (*)(engine::catalog::Catalog&,
                                                                      const base::Clock&);

    /// `enforced`: clients must log in; only a dispatcher asks them to.
    explicit CommandFixture(OverCatalog over = nullptr, bool enforced = false)
        : access(*data.catalog, data.clock, data.log, enforced)
        , profileCatalog(over ? over(*data.catalog, data.clock) : nullptr)
        , cursors(data.clock)
        , records({profileCatalog ? *profileCatalog : *data.catalog, data.clock, data.log,
                   [this] { return !ports.writesRefused() && !writeGate.locked(); }})
        , context{{{profileCatalog ? *profileCatalog : *data.catalog, data.clock, facts, records,
                    cursors},
                   writeGate,
                   *sessions},
                  data.log,
                  parameters,
                  ports,
                  ports,
                  ports,
                  ports,
                  ports,
                  access}
    {
        facts.hostAndPort = "localhost:27017";
        engine::request::behaveLike(
            *engine::request::findServerVersion(engine::request::kDefaultServerVersion), facts);
        engine::commands::Parameter strict;
        strict.name = "sandglassStrictNaN";
        strict.get = [this] { return bson::Value::of(strictNan); };
        parameters.add(std::move(strict));
    }

    /// Runs a command on database "db". The reply as a client gets it: with ok, or with code,
    /// codeName and errmsg.
    bson::Document run(std::string_view json) { return run(need(bson::fromJson(json))); }
    bson::Document run(const bson::Document& command, const std::string& database = "db")
    {
        engine::request::Request request;
        request.body = command;
        request.name = std::string(command.view().begin()->key);
        request.database = database;
        return run(request);
    }
    bson::Document run(const engine::request::Request& request)
    {
        const engine::commands::Command* found = engine::commands::findCommand(request.name);
        if (found == nullptr) {
            return bson::makeDocument("ok", 0.0, "code", 59, "errmsg", "no such command");
        }
        bson::Builder reply;
        auto done = engine::request::checkDeclared(engine::commands::declarationOf(*found), request,
                                                   facts);
        if (done) {
            done = found->run(request, context, reply);
        }
        if (!done) {
            return bson::makeDocument("ok", 0.0, "code", done.error().serverCode, "codeName",
                                      done.error().serverCodeName, "errmsg", done.error().message,
                                      "violations", reply.take()["violations"]);
        }
        reply.append("ok", 1.0);
        return reply.take();
    }
    bson::Document runOnAdmin(std::string_view json)
    {
        return run(need(bson::fromJson(json)), "admin");
    }

    /// Runs a command that must succeed.
    bson::Document good(std::string_view json)
    {
        bson::Document reply = run(json);
        if (reply["ok"].toDouble() != 1.0) {
            std::fprintf(stderr, "a step failed: %s\n  %s\n", std::string(json).c_str(),
                         bson::toJson(reply).c_str());
            std::abort();
        }
        return reply;
    }
    /// The error code of a command's reply; 0 when it succeeded.
    int codeOf(std::string_view json) { return run(json)["code"].asInt32(); }
    /// The error text of a command's reply.
    QString textOf(std::string_view json)
    {
        const bson::Document reply = run(json);
        return QString::fromStdString(std::string(reply["errmsg"].asString()));
    }

    /// The documents of a find on db.<collection>, as relaxed JSON separated by blanks.
    QString found(const std::string& collection, const std::string& rest = {})
    {
        const bson::Document reply
            = good(R"({"find":")" + collection + "\"" + (rest.empty() ? "" : "," + rest) + "}");
        return listed(reply["cursor"].asDocument()["firstBatch"]);
    }
    /// The documents of an aggregation on db.<collection>.
    QString aggregated(const std::string& collection, const std::string& stages)
    {
        const bson::Document reply = good(R"({"aggregate":")" + collection + R"(","pipeline":)"
                                          + stages + R"(,"cursor":{}})");
        return listed(reply["cursor"].asDocument()["firstBatch"]);
    }
    /// Elements of an array as relaxed JSON separated by blanks.
    static QString listed(bson::ValueView array)
    {
        QStringList texts;
        for (const bson::Element& element : array.asDocument()) {
            texts << QString::fromStdString(bson::toJson(element.value));
        }
        return texts.join(QChar(u' '));
    }
    /// The entry of listIndexes for that name; empty when there is none.
    bson::Document listedIndex(const std::string& collection, std::string_view name)
    {
        const bson::Document reply = good(R"({"listIndexes":")" + collection + R"("})");
        for (const bson::Element& entry : reply["cursor"].asDocument()["firstBatch"].asDocument()) {
            if (entry.value.asDocument()["name"].asString() == name) {
                return bson::Document(entry.value.asDocument());
            }
        }
        return {};
    }

    EngineData data;
    engine::access::AccessControl access;
    std::unique_ptr<engine::catalog::Catalog> profileCatalog; ///< null: commands use the data's own
    engine::commands::ParameterTable parameters;
    engine::plan::CursorRegistry cursors;
    engine::request::EngineFacts facts;
    engine::operations::Records records;
    engine::catalog::WriteGate writeGate;
    std::optional<engine::streams::RetryableSessions> sessions{std::in_place}; ///< never empty
    FakeServerPorts ports;
    engine::commands::Context context;
    bool strictNan = true;
};

/// Whether every field of `expected` stands in `actual` with an equal value; nested documents
/// likewise.
inline bool holds(bson::DocumentView actual, bson::DocumentView expected)
{
    for (const bson::Element& element : expected) {
        const bson::ValueView value = actual[element.key];
        const bool nested
            = element.value.type() == bson::Type::Document && value.type() == bson::Type::Document;
        const bool same = nested ? holds(value.asDocument(), element.value.asDocument())
                                 : !value.isMissing() && bson::equal(value, element.value);
        if (!same) {
            return false;
        }
    }
    return true;
}

} // namespace sandglass::tests

/// Fails the test with the whole reply unless it holds the fields of a JSON document.
#define VERIFY_HOLDS(reply, json)                                                                  \
    do {                                                                                           \
        const sandglass::bson::Document heldReply = (reply);                                       \
        QVERIFY2(sandglass::tests::holds(heldReply,                                                \
                                         sandglass::tests::need(sandglass::bson::fromJson(json))), \
                 sandglass::bson::toJson(heldReply).c_str());                                      \
    } while (false)
