// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/mongo/mongo_ttl_server_factory.h"
#include "app/ttl/ttl_server.h"
#include "tests/support/engine_process.h"
#include "tests/support/need.h"
#include "tests/support/unlocked.h"

#include <QTest>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sandglass::tests {

/// A document from JSON text.
inline bson::Document json(std::string_view text)
{
    return need(bson::fromJson(text));
}

/// The driver's TtlServer on a running engine, and further calls that tests need. The program needs
/// a mongo::MongoDriver. One thread, but server() may be used on others.
class EngineClient
{
public:
    /// Connects; the engine must be running.
    explicit EngineClient(const EngineProcess& engine)
        : EngineClient(engine.uri())
    {
    }
    explicit EngineClient(const std::string& uri)
        : m_server(need(m_factory.connect(uri, {})))
    {
    }

    ttl::TtlServer& server() const { return *m_server; }

    /// An answer to a command; its failure ends the test program.
    bson::Document run(const std::string& database, const bson::Document& command) const
    {
        return need(m_server->runCommand(database, command, unlocked()));
    }
    /// The error of a command that must fail.
    Error failure(const std::string& database, const bson::Document& command) const
    {
        auto reply = m_server->runCommand(database, command, unlocked());
        return reply ? Error{} : reply.error();
    }

    void insert(const protocol::Namespace& ns, const std::vector<bson::Document>& documents) const
    {
        need(m_server->insert(ns, documents, unlocked()));
    }

    /// All documents, in natural order, in one reply: at most 16 MB of them.
    std::vector<bson::Document> documents(const protocol::Namespace& ns) const
    {
        const auto reply = run(
            ns.database,
            bson::makeDocument("find", ns.collection, "batchSize", 1'000'000, "singleBatch", true));
        std::vector<bson::Document> found;
        for (const bson::Element& element :
             reply["cursor"].asDocument()["firstBatch"].asDocument()) {
            found.emplace_back(element.value.asDocument());
        }
        return found;
    }

    /// How many documents the scan of one index meets, or of the collection with "$natural".
    std::int64_t countBy(const protocol::Namespace& ns, const std::string& index) const
    {
        bson::Builder command;
        command.append("count", ns.collection);
        if (index == "$natural") {
            command.append("hint", bson::makeDocument("$natural", 1));
        } else {
            command.append("hint", index);
        }
        return run(ns.database, command.take())["n"].toInt64();
    }

    /// Whether documents and index entries agree, by the engine's own check.
    bool isSound(const protocol::Namespace& ns) const
    {
        return run(ns.database, bson::makeDocument("validate", ns.collection))["valid"].asBool();
    }

    /// The engine's time.
    base::Time now() const
    {
        return run("admin", bson::makeDocument("hello", 1))["localTime"].asDate().time();
    }

    /// Moves the engine's clock, so that it shows `time` and goes on from there.
    void moveClockTo(base::Time time) const
    {
        const base::Millis offset = time - base::SystemClock().now();
        setParameter("sandglassClockOffsetMillis", bson::Value::of(std::int64_t{offset.count()}));
    }
    void setParameter(std::string_view name, const bson::Value& value) const
    {
        run("admin", bson::makeDocument("setParameter", 1, name, value));
    }

    ttl::TtlMetrics metrics() const { return need(m_server->ttlMetrics({})); }

    /// Moves the clock and waits until a pass that started at `time` or later has ended. The jump
    /// must be longer than the monitor's sleep. Returns the moment by which that pass judged;
    /// nullopt when there was none for a minute.
    std::optional<base::Time> passAt(base::Time time) const
    {
        const std::int64_t before = metrics().passes.value_or(0);
        moveClockTo(time);
        base::Time judgedAt;
        const bool passed = QTest::qWaitFor(
            [&] {
                const auto status = run("admin", bson::makeDocument("serverStatus", 1));
                const bson::DocumentView monitor = status["sandglassTtl"].asDocument();
                judgedAt = monitor["lastPassStartedAt"].asDate().time();
                const bson::ValueView passes = status.view().at("metrics.ttl.passes");
                return passes.toInt64() > before && judgedAt >= time
                    && !monitor["passRunning"].asBool()
                    && monitor["lastPassEndedAt"].asDate().time() >= judgedAt;
            },
            60'000);
        return passed ? std::optional(judgedAt) : std::nullopt;
    }

private:
    base::SystemClock m_clock;
    mongo::MongoTtlServerFactory m_factory{m_clock};
    std::shared_ptr<ttl::TtlServer> m_server;
};

} // namespace sandglass::tests
