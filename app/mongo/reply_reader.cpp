// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/reply_reader.h"

#include "app/protocol/limits.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

namespace sandglass::mongo {

namespace {

using bson::DocumentView;
using bson::Element;
using bson::Type;
using bson::ValueView;

constexpr std::size_t kMaxVersionParts = 4;
constexpr std::int64_t kLastMoment = 253'402'300'799'999; // the end of the year 9999, UTC millis
constexpr std::int64_t kMostCounted = std::int64_t{1} << 60; // documents, bytes, passes

// What makes, changes or drops a collection or an index.
constexpr std::array<std::string_view, 9> kSchemaCommands{
    "create",       "createIndexes",    "collMod",         "drop",         "dropIndexes",
    "dropDatabase", "renameCollection", "convertToCapped", "deleteIndexes"};

std::string lowerCase(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

// nullopt for NaN as well, which has no integer value.
std::optional<std::int64_t> numberIn(DocumentView document, std::string_view key)
{
    const ValueView value = document[key];
    if (!value.isNumber() || std::isnan(value.toDouble())) {
        return std::nullopt;
    }
    return value.toInt64();
}

// Sizes and counts: a value below zero is an error of the server, and a huge one would overflow
// sums.
std::int64_t sizeIn(DocumentView document, std::string_view key)
{
    return std::clamp<std::int64_t>(numberIn(document, key).value_or(0), 0, kMostCounted);
}

// What a server has counted since its start; nullopt for a number that no counter has. Sums and
// differences of two stay in range.
std::optional<std::int64_t> counterIn(DocumentView document, std::string_view key)
{
    const std::optional<std::int64_t> count = numberIn(document, key);
    return count && *count >= 0 ? std::optional(std::min(*count, kMostCounted)) : std::nullopt;
}

// Stays at `left` rather than overflow.
std::int64_t sum(std::int64_t left, std::int64_t right)
{
    std::int64_t total = 0;
    return __builtin_add_overflow(left, right, &total) ? left : total;
}

std::optional<bson::Document> documentIn(DocumentView document, std::string_view key)
{
    if (document[key].type() != Type::Document) {
        return std::nullopt;
    }
    return bson::Document(document[key].asDocument());
}

// The leading numbers of "7.0.5-rc1": {7, 0, 5}.
std::vector<int> versionNumbers(std::string_view version)
{
    std::vector<int> numbers;
    const char* at = version.data();
    const char* const end = at + version.size();
    while (at != end && numbers.size() < kMaxVersionParts) {
        int number = 0;
        const auto parsed = std::from_chars(at, end, number);
        if (parsed.ec != std::errc() || number < 0) {
            break;
        }
        numbers.push_back(number);
        if (parsed.ptr == end || *parsed.ptr != '.') {
            break;
        }
        at = parsed.ptr + 1;
    }
    return numbers;
}

bool isReplicaSet(DocumentView hello)
{
    return !hello["setName"].asString().empty();
}

// An arbiter or a member that is starting is neither primary nor secondary.
ttl::Topology topologyOf(DocumentView hello, bool writable)
{
    if (hello["msg"].asString() == "isdbgrid") {
        return ttl::Topology::Sharded;
    }
    const bool secondary = hello["secondary"].toBool();
    if (!isReplicaSet(hello)) {
        return secondary && !writable ? ttl::Topology::Standby : ttl::Topology::Standalone;
    }
    if (writable) {
        return ttl::Topology::Primary;
    }
    return secondary ? ttl::Topology::Secondary : ttl::Topology::OtherMember;
}

// The type of views and time series is named; clustered and capped collections have options.
ttl::CollectionKind kindOf(DocumentView entry)
{
    const std::string_view type = entry["type"].asString();
    const DocumentView options = entry["options"].asDocument();
    if (type == "view") {
        return ttl::CollectionKind::View;
    }
    if (type == "timeseries") {
        return ttl::CollectionKind::TimeSeries;
    }
    if (options["clusteredIndex"].toBool()) {
        return ttl::CollectionKind::Clustered;
    }
    return options["capped"].toBool() ? ttl::CollectionKind::Capped : ttl::CollectionKind::Ordinary;
}

// The seconds of a TTL index, or the note that they are out of range.
void readExpiry(DocumentView entry, ttl::IndexSpec& index)
{
    const ValueView value = entry["expireAfterSeconds"];
    if (value.isMissing()) {
        return;
    }
    const auto seconds = numberIn(entry, "expireAfterSeconds");
    // Cosmos DB lists −1 for "no default expiry", and only for this field
    const std::int64_t least = index.singleField() == "_ts" ? -1 : 0;
    if (seconds && *seconds >= least && *seconds <= protocol::kMaxExpireAfterSeconds) {
        index.expireAfterSeconds = seconds;
    } else {
        index.expiryValueInvalid = true;
    }
}

// The digits of a UUID; empty for any other value.
std::string hexDigits(bson::ValueView value)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    if (value.type() != bson::Type::Binary || value.asBinary().subtype != bson::kUuidSubtype) {
        return text;
    }
    for (const std::uint8_t byte : value.asBinary().bytes) {
        text += kDigits[byte >> 4U];
        text += kDigits[byte & 0xFU];
    }
    return text;
}

// A moment of a server. 0 stands for what has not been yet; a date that is absurdly far away is
// none, since nothing could be added to it.
std::optional<base::Time> momentIn(DocumentView part, std::string_view key)
{
    const bson::Date date = part[key].asDate();
    const bool known
        = part[key].type() == Type::Date && date.millis > 0 && date.millis <= kLastMoment;
    return known ? std::optional(date.time()) : std::nullopt;
}

// When the passes of our own engine ran; no other server tells.
void readPasses(DocumentView passes, ttl::TtlMetrics& metrics)
{
    metrics.lastPassStartedAt = momentIn(passes, "lastPassStartedAt");
    metrics.lastPassEndedAt = momentIn(passes, "lastPassEndedAt");
    metrics.nextPassAt = momentIn(passes, "nextPassAt");
    metrics.passRunning = passes["passRunning"].toBool();
}

// Which collections of our own engine cannot be read; no other server tells.
std::vector<ttl::DamagedRule> readDamages(ValueView list)
{
    std::vector<ttl::DamagedRule> damaged;
    for (const Element& each : list.asDocument()) {
        const DocumentView one = each.value.asDocument();
        if (!one["ns"].asString().empty()) {
            damaged.push_back({std::string(one["ns"].asString()),
                               std::string(one["index"].asString()), momentIn(one, "since")});
        }
    }
    return damaged;
}

// Our own engine tells since when and why; other servers only that it is so.
std::optional<ttl::ReadOnlyState> readReadOnly(DocumentView reply)
{
    const ValueView told = reply["sandglass"].asDocument()["readOnly"];
    if (told.type() == Type::Document) {
        return ttl::ReadOnlyState{momentIn(told.asDocument(), "since"),
                                  std::string(told.asDocument()["reason"].asString())};
    }
    return reply["storageEngine"].asDocument()["readOnly"].toBool()
        ? std::optional(ttl::ReadOnlyState())
        : std::nullopt;
}

} // namespace

void readHello(DocumentView reply, ttl::ServerInfo& info)
{
    const bool primary = reply["isWritablePrimary"].toBool() || reply["ismaster"].toBool();
    // a primary may be set to read-only
    info.writable = primary && !reply["readOnly"].toBool();
    info.topology = topologyOf(reply, primary);
    // set by our own engine in a rehearsal; the limits are those of its option
    const std::int64_t rate = reply["sandglass"].asDocument()["clockRate"].toInt64();
    info.clockRate = static_cast<int>(std::clamp<std::int64_t>(rate, 1, 86'400));
    info.replicaSet = reply["setName"].asString();
    // Source: MongoDB manual, hello, topologyVersion.
    const ValueView process = reply["topologyVersion"].asDocument()["processId"];
    if (process.type() == bson::Type::ObjectId) {
        info.processId = process.asObjectId().text();
    }
    if (const std::string_view me = reply["me"].asString(); !me.empty()) {
        info.host = me;
    }
}

std::optional<base::Time> readClock(DocumentView reply)
{
    return momentIn(reply, "localTime");
}

void readBuildInfo(DocumentView reply, ttl::ServerInfo& info)
{
    info.version = reply["version"].asString();
    info.versionNumbers = versionNumbers(info.version);
    const DocumentView sandglass = reply["sandglass"].asDocument();
    // with the profile cosmos our engine follows the rules of Cosmos DB, which the window must
    // know; Cosmos DB itself adds `_t` to the reply, also behind another host name
    if (sandglass["profile"].asString() == "cosmos"
        || reply["_t"].asString() == "BuildInfoResponse") {
        info.product = ttl::Product::CosmosDb;
    } else if (reply.contains("sandglass")) {
        info.product = ttl::Product::Sandglass;
    } else if (reply.contains("ferretdb")) {
        info.product = ttl::Product::FerretDb;
        info.productVersion = reply["ferretdb"].asDocument()["version"].asString();
    }
}

ttl::Hosting hostingOf(std::string host)
{
    host = lowerCase(host.substr(0, host.find(':')));
    if (host.ends_with(".mongodb.net")) {
        return ttl::Hosting::Atlas;
    }
    return host.ends_with(".mongocluster.cosmos.azure.com") ? ttl::Hosting::AzureVCore
                                                            : ttl::Hosting::Unknown;
}

std::optional<ttl::Product> productOfHost(std::string host)
{
    host = lowerCase(host.substr(0, host.find(':')));
    if (host.ends_with(".docdb.amazonaws.com") || host.ends_with(".docdb-elastic.amazonaws.com")) {
        return ttl::Product::AmazonDocumentDb;
    }
    // vCore clusters have names in the same domain, but run the DocumentDB extension
    if (host.ends_with(".mongocluster.cosmos.azure.com")) {
        return ttl::Product::DocumentDb;
    }
    if (host.ends_with(".cosmos.azure.com") || host.ends_with(".documents.azure.com")) {
        return ttl::Product::CosmosDb;
    }
    return std::nullopt;
}

std::string documentDbVersion(DocumentView hello)
{
    const DocumentView versions
        = hello["internal"].asDocument()["documentdb_versions"].asDocument();
    return versions.empty() ? std::string() : std::string(versions.begin()->value.asString());
}

bool isDocumentDbText(std::string text)
{
    return lowerCase(std::move(text)).find("documentdb") != std::string::npos;
}

ttl::DatabaseSpec readDatabase(DocumentView entry)
{
    return {std::string(entry["name"].asString()), sizeIn(entry, "sizeOnDisk")};
}

std::optional<ttl::CollectionSpec> readCollection(const std::string& database, DocumentView entry)
{
    const std::string name(entry["name"].asString());
    if (name.empty() || name.starts_with("system.buckets.") || name == "system.views") {
        return std::nullopt;
    }
    ttl::CollectionSpec collection;
    collection.ns = {database, name};
    collection.kind = kindOf(entry);
    collection.options = bson::Document(entry["options"].asDocument());
    collection.expireAfterSeconds = numberIn(collection.options, "expireAfterSeconds");
    collection.uuid = hexDigits(entry["info"].asDocument()["uuid"]);
    return collection;
}

ttl::IndexSpec readIndex(const bson::Document& entry)
{
    ttl::IndexSpec index;
    index.name = entry["name"].asString();
    index.key = bson::Document(entry["key"].asDocument());
    index.unique = entry["unique"].toBool();
    index.sparse = entry["sparse"].toBool();
    index.hidden = entry["hidden"].toBool();
    index.partialFilter = documentIn(entry, "partialFilterExpression");
    index.collation = documentIn(entry, "collation");
    index.listed = entry;
    readExpiry(entry, index);
    return index;
}

void addStats(DocumentView storageStats, ttl::CollectionStats& stats)
{
    stats.documents = sum(stats.documents, sizeIn(storageStats, "count"));
    stats.dataBytes = sum(stats.dataBytes, sizeIn(storageStats, "size"));
    stats.storageBytes = sum(stats.storageBytes, sizeIn(storageStats, "storageSize"));
    stats.averageDocumentBytes = stats.documents > 0 ? stats.dataBytes / stats.documents : 0;
    const DocumentView sizes = storageStats["indexSizes"].asDocument();
    for (const Element& element : sizes) {
        std::int64_t& bytes = stats.indexBytes[std::string(element.key)];
        bytes = sum(bytes, std::max<std::int64_t>(element.value.toInt64(), 0));
    }
}

std::vector<std::string> readBuilding(DocumentView storageStats)
{
    std::vector<std::string> names;
    for (const Element& element : storageStats["indexBuilds"].asDocument()) {
        names.emplace_back(element.value.asString());
    }
    return names;
}

void addUsage(DocumentView entry, std::vector<ttl::IndexSpec>& indexes)
{
    const std::string_view name = entry["name"].asString();
    const auto found = std::find_if(indexes.begin(), indexes.end(),
                                    [name](const auto& index) { return index.name == name; });
    if (found == indexes.end()) {
        return;
    }
    if (entry["sandglassUnusableExpiry"].toBool()) {
        found->expireAfterSeconds.reset();
        found->expiryValueInvalid = true;
    }
    const DocumentView accesses = entry["accesses"].asDocument();
    const auto uses = numberIn(accesses, "ops");
    if (!uses || *uses < 0) {
        return;
    }
    // our own engine tells how many of them were commands of the window
    const std::int64_t own = numberIn(accesses, "sandglassOps").value_or(0);
    found->uses = sum(found->uses.value_or(0), *uses - std::clamp<std::int64_t>(own, 0, *uses));
    // the sum is valid since the latest of these times: one host has counted only since then
    if (const std::optional<base::Time> since = momentIn(accesses, "since")) {
        found->usesSince = std::max(found->usesSince.value_or(*since), *since);
    }
}

std::optional<ttl::TtlHold> readHold(ValueView reply)
{
    if (reply.type() != Type::Document) {
        return std::nullopt;
    }
    ttl::TtlHold hold;
    if (const auto by = numberIn(reply.asDocument()["clock"].asDocument(), "byMillis")) {
        hold.clockStep = base::Millis(*by);
    }
    hold.lostJournal = reply.asDocument()["journal"].asDocument()["lost"].asString();
    for (const bson::Element& each : reply.asDocument()["indexes"].asDocument()) {
        const DocumentView index = each.value.asDocument();
        hold.indexes.push_back(
            {std::string(index["ns"].asString()), std::string(index["index"].asString()),
             counterIn(index, "due"),
             index["dueCounted"].type() == Type::Bool && !index["dueCounted"].toBool()});
    }
    return hold;
}

void readServerStatus(DocumentView reply, ttl::TtlMetrics& metrics)
{
    if (const std::optional<base::Time> clock = readClock(reply)) {
        metrics.serverTime = *clock;
    }
    // Source: MongoDB manual, serverStatus.
    const std::string_view host = reply["host"].asString();
    if (const auto process = numberIn(reply, "pid"); process && !host.empty()) {
        metrics.process = std::string(host) + ' ' + std::to_string(*process);
    }
    const DocumentView commands = reply["metrics"].asDocument()["commands"].asDocument();
    for (const std::string_view name : kSchemaCommands) {
        if (const auto total = counterIn(commands[name].asDocument(), "total")) {
            metrics.schemaCommands = sum(metrics.schemaCommands.value_or(0), *total);
        }
    }
    const DocumentView counters = reply["metrics"].asDocument()["ttl"].asDocument();
    metrics.deletedDocuments = counterIn(counters, "deletedDocuments");
    metrics.passes = counterIn(counters, "passes");
    metrics.subPasses = counterIn(counters, "subPasses");
    metrics.invalidIndexSkips = counterIn(counters, "invalidTTLIndexSkips");
    metrics.hold = readHold(reply["sandglassTtl"].asDocument()["hold"]);
    metrics.damaged = readDamages(reply["sandglassTtl"].asDocument()["damagedCollections"]);
    metrics.readOnly = readReadOnly(reply);
    readPasses(reply["sandglassTtl"].asDocument(), metrics);
}

void readParameters(DocumentView reply, ttl::TtlMetrics& metrics)
{
    const ValueView enabled = reply["ttlMonitorEnabled"];
    if (enabled.type() == Type::Bool || enabled.isNumber()) {
        metrics.monitorEnabled = enabled.toBool();
    }
    metrics.sleepSeconds = numberIn(reply, "ttlMonitorSleepSecs");
}

} // namespace sandglass::mongo
