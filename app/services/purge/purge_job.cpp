// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/purge/purge_job.h"

#include "app/bson/builder.h"
#include "app/bson/json.h"

#include <QDateTime>
#include <QTimeZone>

#include <algorithm>

namespace sandglass::services {

namespace {

// raised when older programs could no longer read the file
constexpr std::int32_t kVersion = 1;
constexpr int kMinutesPerDay = 24 * 60;

bson::Document ruleDocument(const ttl::ImpactRequest& rule)
{
    bson::Builder builder;
    builder.append("db", rule.ns.database)
        .append("collection", rule.ns.collection)
        .append("field", rule.field)
        .append("expireAfterSeconds", rule.expireAfterSeconds)
        .append("now", bson::Date::from(rule.now));
    if (rule.partialFilter) {
        builder.append("partialFilter", *rule.partialFilter);
    }
    if (rule.collation) {
        builder.append("collation", *rule.collation);
    }
    if (rule.sampleAbove > 0) {
        builder.append("sampleAbove", rule.sampleAbove);
    }
    return builder.take();
}

bson::Document optionsDocument(const PurgeOptions& options)
{
    bson::Builder builder;
    builder.append("batch", std::int32_t{options.batch})
        .append("pauseMillis", std::int64_t{options.pause.count()});
    if (options.hours) {
        builder.beginDocument("hours")
            .append("from", std::int32_t{options.hours->from})
            .append("to", std::int32_t{options.hours->to})
            .append("zone", options.hours->zoneId.toStdString())
            .end();
    }
    if (options.latencyLimit) {
        builder.append("latencyLimitMillis", std::int64_t{options.latencyLimit->count()});
    }
    if (options.lagLimit) {
        builder.append("lagLimitSeconds", std::int64_t{options.lagLimit->count()});
    }
    return builder.take();
}

bson::Document archiveDocument(const PurgedArchive& archive)
{
    return bson::makeDocument("folder", archive.layout.folder.string(), "jsonLines",
                              archive.layout.format == archive::Format::JsonLines,
                              "documentsSha256", archive.documentsHash, "offset",
                              static_cast<std::int64_t>(archive.offset));
}

ttl::ImpactRequest readRule(bson::DocumentView stored)
{
    ttl::ImpactRequest rule;
    rule.ns = {std::string(stored["db"].asString()), std::string(stored["collection"].asString())};
    rule.field = stored["field"].asString();
    rule.expireAfterSeconds = stored["expireAfterSeconds"].toInt64();
    rule.now = stored["now"].asDate().time();
    if (stored.contains("partialFilter")) {
        rule.partialFilter = bson::Document(stored["partialFilter"].asDocument());
    }
    if (stored.contains("collation")) {
        rule.collation = bson::Document(stored["collation"].asDocument());
    }
    rule.sampleAbove = std::max<std::int64_t>(0, stored["sampleAbove"].toInt64());
    return rule;
}

// Values out of range are brought into it: the file may have been edited.
PurgeOptions readOptions(bson::DocumentView stored)
{
    PurgeOptions options;
    options.batch
        = static_cast<int>(std::clamp<std::int64_t>(stored["batch"].toInt64(), 1, kLargestBatch));
    options.pause
        = std::chrono::milliseconds(std::max<std::int64_t>(0, stored["pauseMillis"].toInt64()));
    if (stored.contains("hours")) {
        const bson::DocumentView hours = stored["hours"].asDocument();
        const auto minute = [&hours](std::string_view key) {
            return static_cast<int>(
                std::clamp<std::int64_t>(hours[key].toInt64(), 0, kMinutesPerDay - 1));
        };
        const std::string_view zone = hours["zone"].asString();
        options.hours = {minute("from"), minute("to"),
                         QByteArray(zone.data(), static_cast<qsizetype>(zone.size()))};
    }
    if (stored.contains("latencyLimitMillis")) {
        options.latencyLimit = std::chrono::milliseconds(stored["latencyLimitMillis"].toInt64());
    }
    if (stored.contains("lagLimitSeconds")) {
        options.lagLimit = std::chrono::seconds(stored["lagLimitSeconds"].toInt64());
    }
    return options;
}

PurgedArchive readArchive(bson::DocumentView stored, const protocol::Namespace& ns)
{
    PurgedArchive archive;
    archive.layout.folder = std::string(stored["folder"].asString());
    archive.layout.ns = ns;
    archive.layout.format
        = stored["jsonLines"].toBool() ? archive::Format::JsonLines : archive::Format::Bson;
    archive.documentsHash = stored["documentsSha256"].asString();
    // a negative offset would turn into a huge one
    archive.offset
        = static_cast<std::uint64_t>(std::max<std::int64_t>(0, stored["offset"].toInt64()));
    return archive;
}

} // namespace

bool within(const AllowedHours& hours, base::Time moment)
{
    if (hours.from == hours.to) {
        return true;
    }
    const QTimeZone zone(hours.zoneId);
    const QTime local
        = QDateTime::fromMSecsSinceEpoch(moment.time_since_epoch().count(),
                                         zone.isValid() ? zone : QTimeZone::systemTimeZone())
              .time();
    const int minute = local.hour() * 60 + local.minute();
    return hours.from < hours.to ? minute >= hours.from && minute < hours.to
                                 : minute >= hours.from || minute < hours.to;
}

std::string jobText(const PurgeJob& job)
{
    bson::Builder builder;
    builder.append("sandglassPurge", kVersion)
        .append("id", job.id.toStdString())
        .append("server", job.server.toStdString())
        .append("replicaSet", job.identity.replicaSet)
        .append("collectionUuid", job.identity.collection)
        .append("index", job.index)
        .append("rule", ruleDocument(job.rule))
        .append("options", optionsDocument(job.options));
    if (job.archive) {
        builder.append("archive", archiveDocument(*job.archive));
    }
    if (!job.totalExact) {
        builder.append("totalEstimated", true);
    }
    if (!job.deletedExact) {
        builder.append("deletedAtLeast", true);
    }
    builder.append("total", job.total)
        .append("deleted", job.deleted)
        .append("changed", job.changed)
        .append("gone", job.gone)
        .append("batches", job.batches)
        .append("startedAt", bson::Date::from(job.startedAt))
        .append("slowestMillis", std::int64_t{job.slowest.count()});
    return bson::toPrettyJson(builder.take(), bson::JsonForm::Canonical) + '\n';
}

Result<PurgeJob> parseJob(const std::string& text)
{
    Result<bson::Document> stored = bson::fromJson(text);
    TRY(stored);
    const bson::Document& document = *stored;
    PurgeJob job;
    job.id = QString::fromUtf8(document["id"].asString());
    job.server = QString::fromUtf8(document["server"].asString());
    job.identity = {std::string(document["replicaSet"].asString()),
                    std::string(document["collectionUuid"].asString())};
    job.index = document["index"].asString();
    job.rule = readRule(document["rule"].asDocument());
    job.options = readOptions(document["options"].asDocument());
    if (document.contains("archive")) {
        job.archive = readArchive(document["archive"].asDocument(), job.rule.ns);
    }
    job.total = document["total"].toInt64();
    job.totalExact = !document["totalEstimated"].toBool();
    job.deleted = document["deleted"].toInt64();
    job.deletedExact = !document["deletedAtLeast"].toBool();
    job.changed = document["changed"].toInt64();
    job.gone = document["gone"].toInt64();
    job.batches = document["batches"].toInt64();
    job.startedAt = document["startedAt"].asDate().time();
    job.slowest = base::Millis(document["slowestMillis"].toInt64());
    // a purge without one of these could delete the wrong documents
    if (document["sandglassPurge"].toExactInt64() != kVersion || job.id.isEmpty()
        || job.server.isEmpty() || job.rule.field.empty() || job.rule.ns.database.empty()
        || job.rule.ns.collection.empty()
        || document["rule"].asDocument()["now"].type() != bson::Type::Date
        || !document["rule"].asDocument()["expireAfterSeconds"].isNumber()) {
        return base::failure(Errc::InvalidInput, "This is not a staged purge.");
    }
    return job;
}

} // namespace sandglass::services
