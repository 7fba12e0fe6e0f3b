// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/mongo/count_commands.h"
#include "app/mongo/readings.h"
#include "app/mongo/sample_reading.h"

#include <algorithm>
#include <cstdlib>
#include <map>

using namespace std::chrono_literals;

namespace sandglass::mongo {

namespace {

using bson::Document;
using bson::makeDocument;

constexpr std::chrono::milliseconds kExplainTime{2'000};
constexpr std::chrono::milliseconds kDivideTime{5'000};
constexpr int kMostParts = 1'000; // results of one command
constexpr int kDeepestPlan = 50;
constexpr std::int64_t kFarthestMillis = 253'402'300'799'999; // the end of the year 9999

// What the stages of a plan say about their indexes.
struct KeysPerDocument
{
    int said = 0; // stages that say whether their index has arrays
    bool arrays = false;
};

void look(bson::DocumentView plan, KeysPerDocument& found, int depth)
{
    for (const bson::Element& element : plan) {
        const bson::Type type = element.value.type();
        if (element.key == "isMultiKey") {
            ++found.said;
            found.arrays = found.arrays || element.value.asBool();
        } else if (depth < kDeepestPlan
                   && (type == bson::Type::Document || type == bson::Type::Array)) {
            look(element.value.asDocument(), found, depth + 1);
        }
    }
}

// Whether the index has a single key for each document, on every shard.
Result<bool> isWithoutArrays(Conversation& conversation, const ttl::HistogramRequest& request)
{
    const Document query
        = bson::Builder()
              .append("find", request.ns.collection)
              .append(
                  "filter",
                  makeDocument(request.field, makeDocument("$lte", bson::Date::from(request.now))))
              .append("hint", request.indexHint)
              .take();
    const auto reply
        = conversation.run(request.ns.database,
                           makeDocument("explain", query, "verbosity", "queryPlanner", "maxTimeMS",
                                        std::int64_t{kExplainTime.count()}),
                           Access::Read);
    if (!reply) {
        return isRefusedOrSlow(reply.error()) ? Result<bool>(false) : Result<bool>(reply.error());
    }
    KeysPerDocument found;
    look(*reply, found, 0);
    return found.said > 0 && !found.arrays;
}

// Types that compare with each other, as the numbers do, count as one.
int bracketOf(bson::Type type)
{
    const bool number = type == bson::Type::Int32 || type == bson::Type::Int64
        || type == bson::Type::Double || type == bson::Type::Decimal128;
    return static_cast<int>(number ? bson::Type::Double : type);
}

// Values of a field that divide the documents evenly, in ascending order. Empty: not known.
Result<std::vector<bson::Value>> dividingValues(Conversation& conversation,
                                                const protocol::Namespace& ns,
                                                const std::string& field, int parts,
                                                RefusedStages& refused)
{
    std::vector<bson::Value> values;
    const auto drawn = aggregateQuickly(
        conversation, ns,
        bson::makeArray(makeDocument("$sample", makeDocument("size", std::int64_t{parts} - 1)),
                        makeDocument("$project", makeDocument("_id", "$" + field)),
                        makeDocument("$sort", makeDocument("_id", 1))),
        {kDivideTime});
    if (!drawn && !isRefusedOrSlow(drawn.error())) {
        return drawn.error();
    }
    if (!drawn) {
        noteRefusal(drawn.error(), refused);
        return values;
    }
    for (const Document& document : *drawn) {
        values.emplace_back(document["_id"]);
    }
    return values;
}

// Those of the most frequent type.
std::vector<bson::Value> ofOneType(const std::vector<bson::Value>& values)
{
    std::map<int, std::vector<bson::Value>> byType;
    for (const bson::Value& value : values) {
        if (!value.view().isNullish()) {
            byType[bracketOf(value.view().type())].push_back(value);
        }
    }
    std::vector<bson::Value> most;
    for (auto& [type, same] : byType) {
        if (same.size() > most.size()) {
            most = std::move(same);
        }
    }
    return most;
}

std::vector<bson::Date> datesIn(const std::vector<bson::Value>& values)
{
    std::vector<bson::Date> dates;
    for (const bson::Value& value : values) {
        if (value.view().type() != bson::Type::Date) {
            continue;
        }
        const bson::Date date = value.view().asDate();
        // of later and earlier dates there are few, and adding a period must not overflow
        if (std::abs(date.millis) <= kFarthestMillis
            && (dates.empty() || dates.back().millis < date.millis)) {
            dates.push_back(date);
        }
    }
    return dates;
}

} // namespace

Result<ttl::CountPlan> readCountPlan(Conversation& conversation,
                                     const ttl::HistogramRequest& request, int parts,
                                     RefusedStages& refused)
{
    // the ends of the parts must be in the order by which the parts are counted
    conversation.collate(request.collation);
    ttl::CountPlan plan;
    if (!request.indexHint.empty()) {
        const auto without = isWithoutArrays(conversation, request);
        TRY(without);
        plan.withoutArrays = *without;
    }
    if (parts < 2 || refused.sample || (!plan.withoutArrays && !request.idsIndexed)) {
        return plan;
    }
    const auto values
        = dividingValues(conversation, request.ns, plan.withoutArrays ? request.field : "_id",
                         std::min(parts, kMostParts), refused);
    TRY(values);
    if (plan.withoutArrays) {
        plan.dates = datesIn(*values);
    } else {
        plan.ids = ofOneType(*values);
    }
    return plan;
}

} // namespace sandglass::mongo
