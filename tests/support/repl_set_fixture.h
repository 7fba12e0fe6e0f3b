// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/oplog.h"
#include "tests/support/command_fixture.h"

#include <cstdint>
#include <string>

namespace sandglass::tests {

/// Every command on the only member of a replica set. Its log keeps `oplogBytes`.
class ReplSetFixture : public CommandFixture
{
public:
    explicit ReplSetFixture(std::int64_t oplogBytes = std::int64_t{1} << 20U)
    {
        need(data.catalog->startOplog(oplogBytes));
        facts.replSet.name = "rs0";
        facts.replSet.member = "127.0.0.1:27017";
    }

    /// An aggregate command that opens a change stream on db.<collection>; `options` and `stages`
    /// are JSON: {"fullDocument": …} and {…},{…}.
    bson::Document watch(const std::string& collection, const std::string& options = "{}",
                         const std::string& stages = {})
    {
        return run(R"({"aggregate":")" + collection
                   + R"(","cursor":{},"pipeline":[{"$changeStream":)" + options + "}"
                   + (stages.empty() ? "" : "," + stages) + "]}");
    }
    /// The streams of the database and of all databases.
    bson::Document watchDatabase()
    {
        return run(R"({"aggregate":1,"cursor":{},"pipeline":[{"$changeStream":{}}]})");
    }
    bson::Document watchCluster()
    {
        return runOnAdmin(R"({"aggregate":1,"cursor":{},
            "pipeline":[{"$changeStream":{"allChangesForCluster":true}}]})");
    }
    /// The next batch of a cursor, by the reply that opened it.
    bson::Document more(bson::DocumentView opened, const std::string& database = "db")
    {
        const bson::DocumentView cursor = opened["cursor"].asDocument();
        const std::string ns(cursor["ns"].asString());
        return run(bson::makeDocument("getMore", cursor["id"].asInt64(), "collection",
                                      ns.substr(ns.find('.') + 1)),
                   database);
    }
    /// One field of the documents of a batch, as JSON, separated by blanks.
    static QString column(bson::DocumentView reply, std::string_view path)
    {
        const bson::DocumentView cursor = reply["cursor"].asDocument();
        const bson::ValueView batch
            = cursor.contains("nextBatch") ? cursor["nextBatch"] : cursor["firstBatch"];
        QStringList texts;
        for (const bson::Element& element : batch.asDocument()) {
            texts << QString::fromStdString(bson::toJson(element.value.asDocument().at(path)));
        }
        return texts.join(QChar(u' '));
    }
    /// The document at a place of a batch.
    static bson::Document document(bson::DocumentView reply, std::string_view at)
    {
        const bson::DocumentView cursor = reply["cursor"].asDocument();
        const char* batch = cursor.contains("nextBatch") ? "nextBatch" : "firstBatch";
        return bson::Document(cursor[batch].asDocument()[at].asDocument());
    }
    /// Entries of the log that a filter chooses, oldest first.
    bson::Document logged(std::string_view filter)
    {
        return run(
            need(bson::fromJson(R"({"find":"oplog.rs","filter":)" + std::string(filter) + "}")),
            "local");
    }
};

} // namespace sandglass::tests
