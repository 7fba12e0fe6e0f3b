// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/expiry_aggregation.h"

#include "app/bson/builder.h"
#include "app/ttl/draft_rules.h"

#include <algorithm>
#include <limits>
#include <span>

namespace sandglass::ttl {

namespace {

using bson::Builder;
using bson::Date;
using bson::Document;
using bson::makeArray;
using bson::makeDocument;
using bson::Value;

constexpr std::int64_t kMaxDocuments = std::int64_t{1} << 48; // sums of such counts cannot overflow
// 9999-12-31T23:59:59.999Z. Some servers cannot read a later date in a command; documents with such
// dates are counted by the second pipeline.
constexpr Date kLastAskedDate{253'402'300'799'999};

// {name: [arguments …]}
template <typename... Arguments>
Value call(std::string_view name, const Arguments&... arguments)
{
    return Value::document(Builder().appendArray(name, makeArray(arguments...)).take());
}

// {name: argument}
template <typename Argument>
Value callOne(std::string_view name, const Argument& argument)
{
    return Value::document(makeDocument(name, argument));
}

Value literalArray(const Document& elements)
{
    return Value::array(elements);
}

Value typeIs(const Value& value, std::string_view alias)
{
    return call("$eq", callOne("$type", value), alias);
}

// {$filter: {input, as: "item", cond}}
Value filtered(const Value& input, const Value& condition)
{
    return callOne("$filter", makeDocument("input", input, "as", "item", "cond", condition));
}

const Value& item()
{
    static const Value kItem = Value::of("$$item");
    return kItem;
}

std::vector<std::string> splitPath(const std::string& path)
{
    std::vector<std::string> names;
    std::size_t start = 0;
    for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', start)) {
        names.push_back(path.substr(start, dot - start));
        start = dot + 1;
    }
    names.push_back(path.substr(start));
    return names;
}

// Whether a name can also be a position in an array. No array has 10^9 elements, so nine digits
// suffice.
bool isArrayIndex(const std::string& name)
{
    return !name.empty() && name.size() <= 9 && (name.size() == 1 || name.front() != '0')
        && std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

Value reached(const Value& start, std::span<const std::string> rest);

// The values reached through the elements of `array`, which is an array.
Value reachedThroughArray(const Value& array, std::span<const std::string> rest)
{
    const Value next = reached(Value::of("$$this." + rest.front()), rest.subspan(1));
    Value all = callOne("$reduce",
                        makeDocument("input", filtered(array, typeIs(item(), "object")),
                                     "initialValue", literalArray(makeArray()), "in",
                                     call("$concatArrays", "$$value", next)));
    if (!isArrayIndex(rest.front())) {
        return all;
    }
    const Value chosen = call("$arrayElemAt", array, std::stoi(rest.front()));
    return call("$concatArrays", all, reached(chosen, rest.subspan(1)));
}

// An array of the values at the path `rest` below `start`; an array at the end of the path is one
// value. Follows an index's rules: arrays on the way are entered one level deep, and a number also
// selects an element.
Value reached(const Value& start, std::span<const std::string> rest)
{
    if (rest.empty()) {
        return literalArray(makeArray(start));
    }
    const Value nothing = literalArray(makeArray());
    const Value through = callOne("$isArray", literalArray(makeArray(start)));
    // a $reduce over one element serves as a variable: the expression below appears only once
    const Value inDocument = callOne(
        "$reduce",
        makeDocument("input", literalArray(makeArray(start)), "initialValue", nothing, "in",
                     reached(Value::of("$$this." + rest.front()), rest.subspan(1))));
    return call("$cond", through, reachedThroughArray(start, rest),
                call("$cond", typeIs(start, "object"), inDocument, nothing));
}

Value reachedAt(const std::string& field)
{
    const std::vector<std::string> names = splitPath(field);
    return reached(Value::of("$" + names.front()), std::span(names).subspan(1));
}

// The dates among the values at the field, including those in an array at its end.
Value datesAt(const std::string& field)
{
    const Value dateItems = typeIs(item(), "date");
    const Value ownDate = call("$cond", typeIs(Value::of("$$this"), "date"),
                               literalArray(makeArray("$$this")), literalArray(makeArray()));
    const Value dates = call("$cond", callOne("$isArray", literalArray(makeArray("$$this"))),
                             filtered(Value::of("$$this"), dateItems), ownDate);
    return callOne("$reduce",
                   makeDocument("input", reachedAt(field), "initialValue",
                                literalArray(makeArray()), "in",
                                call("$concatArrays", "$$value", dates)));
}

// True when nothing but missing, null and undefined is found at the field.
Value nothingAt(const std::string& field)
{
    const Value nullish = literalArray(makeArray("missing", "null", "undefined"));
    const Value something
        = callOne("$not", literalArray(makeArray(call("$in", callOne("$type", item()), nullish))));
    return call("$eq", callOne("$size", filtered(reachedAt(field), something)), 0);
}

bool endsWithPosition(const std::string& field)
{
    return isArrayIndex(splitPath(field).back());
}

// Matches when `condition` holds for any value at the field.
Document anyOf(const std::string& field, const Document& condition)
{
    if (!endsWithPosition(field)) {
        return makeDocument(field, condition);
    }
    // a filter on "a.0" compares an array there as a whole, while an index enters it
    return Builder()
        .appendArray("$or",
                     makeArray(makeDocument(field, condition),
                               makeDocument(field, makeDocument("$elemMatch", condition))))
        .take();
}

Document anyUpTo(const std::string& field, Date date)
{
    return anyOf(field, makeDocument("$lte", date));
}

Document anyDate(const std::string& field)
{
    return anyOf(field, makeDocument("$type", "date"));
}

Document noneUpTo(const std::string& field, Date date)
{
    return Builder().appendArray("$nor", makeArray(anyUpTo(field, date))).take();
}

// {$and: [conditions …]}, so that no condition can overwrite another on the same field
class Conjunction
{
public:
    Conjunction() { m_builder.beginArray("$and"); }

    Conjunction& add(const Document& condition)
    {
        m_builder.push(condition);
        return *this;
    }

    Conjunction& add(const std::optional<Document>& condition)
    {
        if (condition && !condition->empty()) {
            m_builder.push(*condition);
        }
        return *this;
    }

    Document take() { return m_builder.take(); }

    // the filter without any condition is {}, since servers refuse an empty $and
    Document takeFilter()
    {
        Document filter = m_builder.take();
        return filter["$and"].asDocument().empty() ? Document() : filter;
    }

private:
    Builder m_builder;
};

Date shifted(const HistogramRequest& request, base::Time moment)
{
    return cutoff(ExpiryRule{request.field, request.expireAfterSeconds, true, {}}, moment);
}

// The number of the bucket of "$date", by binary search, while $bucket would try them in order.
// `bounds`: inclusive upper ends of the buckets `first`, `first` + 1, …; one more bucket lies above
// the last.
Value classOf(std::span<const Date> bounds, int first)
{
    if (bounds.empty()) {
        return Value::of(static_cast<std::int32_t>(first));
    }
    const std::size_t middle = bounds.size() / 2;
    return call("$cond", call("$lte", "$date", bounds[middle]),
                classOf(bounds.first(middle), first),
                classOf(bounds.subspan(middle + 1), first + static_cast<int>(middle) + 1));
}

Value bucketOf(const HistogramRequest& request)
{
    std::vector<Date> bounds{shifted(request, request.now)};
    for (std::size_t i = 1; i < request.edges.size(); ++i) {
        bounds.push_back(shifted(request, request.edges[i]));
    }
    return classOf(bounds, 0);
}

Document match(const Document& filter)
{
    return makeDocument("$match", filter);
}

// [first, stages …]
Document behind(const Document& first, const Document& stages)
{
    Builder all;
    all.push(first);
    for (const bson::Element& stage : stages.view()) {
        all.push(stage.value);
    }
    return all.take();
}

Document project(const std::string& field)
{
    return makeDocument("$project", makeDocument("_id", 0, "date", earliestDateExpression(field)));
}

Document groupDates(const Value& key)
{
    return makeDocument("$group",
                        makeDocument("_id", key, "n", makeDocument("$sum", 1), "oldest",
                                     makeDocument("$min", "$date"), "newest",
                                     makeDocument("$max", "$date")));
}

std::optional<Date> dateIn(const Document& group, std::string_view key)
{
    if (group[key].type() != bson::Type::Date) {
        return std::nullopt;
    }
    return group[key].asDate();
}

base::Error strangeAnswer()
{
    return base::failure(Errc::Protocol,
                         "The server's answer does not fit the expiry aggregation.");
}

Result<void> addDated(ExpiryHistogram& histogram, const Document& group, std::int64_t count)
{
    const auto number = group["_id"].toExactInt64();
    const auto oldest = dateIn(group, "oldest");
    const auto newest = dateIn(group, "newest");
    const auto last = static_cast<std::int64_t>(histogram.counts.size()) + 1;
    if (!number || *number < 0 || *number > last || !oldest || !newest) {
        return strangeAnswer();
    }

    if (*number == 0) {
        histogram.overdue += count;
    } else if (*number == last) {
        histogram.later += count;
    } else {
        histogram.counts[static_cast<std::size_t>(*number - 1)] += count;
    }
    if (!histogram.oldestDate || oldest->millis < histogram.oldestDate->millis) {
        histogram.oldestDate = oldest;
    }
    if (!histogram.newestDate || newest->millis > histogram.newestDate->millis) {
        histogram.newestDate = newest;
    }
    return {};
}

} // namespace

Result<void> checkRequest(const HistogramRequest& request)
{
    if (request.field != "_id" && fieldProblem(request.field)) {
        return base::failure(Errc::InvalidInput, "The field cannot have a TTL index.");
    }
    if (!canBeFollowed(request.field)) {
        return base::failure(Errc::Unsupported, "The field's path has too many parts.");
    }
    const std::vector<base::Time>& edges = request.edges;
    if (edges.size() < 2 || edges.size() > kMostEdges || edges.front() < request.now) {
        return base::failure(Errc::InvalidInput,
                             "A forecast needs 1 to " + std::to_string(kMostEdges - 1)
                                 + " buckets from now on.");
    }
    if (std::adjacent_find(edges.begin(), edges.end(), std::greater_equal<>()) != edges.end()) {
        return base::failure(Errc::InvalidInput, "The edges of a forecast must ascend.");
    }
    return {};
}

Document datedFilter(const std::string& field, const std::optional<Document>& partialFilter)
{
    return Conjunction().add(anyUpTo(field, kLastAskedDate)).add(partialFilter).take();
}

Document expiredFilter(const ImpactRequest& request)
{
    const ExpiryRule rule{request.field, request.expireAfterSeconds, true, {}};
    return Conjunction()
        .add(anyUpTo(request.field, cutoff(rule, request.now)))
        .add(request.partialFilter)
        .take();
}

Document documentsFilter(const DocumentQuery& query)
{
    Conjunction all;
    if (query.to) {
        all.add(anyUpTo(query.field, *query.to));
    } else if (query.from) {
        all.add(anyDate(query.field));
    }
    if (query.from) {
        all.add(noneUpTo(query.field, *query.from));
    }
    // only gives the index a lower bound; for "a.0" it would leave documents out, see anyOf()
    if (query.from && !endsWithPosition(query.field)) {
        all.add(makeDocument(query.field, makeDocument("$gt", *query.from)));
    }
    if (query.filter && !query.filter->empty()) {
        all.add(query.filter);
    }
    return all.takeFilter();
}

Value earliestDateExpression(const std::string& field)
{
    const Value plain = Value::of("$" + field);
    // a date at the plain path needs no search; only arrays on the path need the long form
    return call("$cond", typeIs(plain, "date"), plain, callOne("$min", datesAt(field)));
}

Document datedPipeline(const HistogramRequest& request)
{
    return makeArray(match(datedFilter(request.field, request.partialFilter)),
                     project(request.field), groupDates(bucketOf(request)));
}

Document groupingStages(const HistogramRequest& request)
{
    const Document projection
        = makeDocument("_id", 0, "date", earliestDateExpression(request.field), "reason",
                       call("$cond", nothingAt(request.field), "noField", "notADate"));
    const Value key
        = call("$cond", typeIs(Value::of("$date"), "date"), bucketOf(request), "$reason");
    return makeArray(makeDocument("$project", projection), groupDates(key));
}

Document undatedPipeline(const HistogramRequest& request)
{
    return behind(match(Conjunction()
                            .add(noneUpTo(request.field, kLastAskedDate))
                            .add(request.partialFilter)
                            .take()),
                  groupingStages(request));
}

Document idFilter(const IdRange& range)
{
    if (!range.after && !range.upTo) {
        return {};
    }
    if (!range.after) {
        // $lte would leave out the documents whose _id is of another type
        return makeDocument("_id", makeDocument("$not", makeDocument("$gt", *range.upTo)));
    }
    return makeDocument("_id",
                        range.upTo ? makeDocument("$gt", *range.after, "$lte", *range.upTo)
                                   : makeDocument("$gt", *range.after));
}

Document partPipeline(const HistogramRequest& request)
{
    if (request.part->ids) {
        return behind(match(Conjunction()
                                .add(std::optional(idFilter(*request.part->ids)))
                                .add(request.partialFilter)
                                .takeFilter()),
                      groupingStages(request));
    }
    if (request.part->undated) {
        return undatedPipeline(request);
    }
    DocumentQuery query;
    query.field = request.field;
    query.filter = request.partialFilter;
    query.to = kLastAskedDate;
    if (request.part->upTo
        && shifted(request, *request.part->upTo).millis < kLastAskedDate.millis) {
        query.to = shifted(request, *request.part->upTo);
    }
    if (request.part->after) {
        query.from = shifted(request, *request.part->after);
    }
    // without arrays the plain path is the date, and the index has it
    const Document dates = request.part->withoutArrays
        ? makeDocument("$project", makeDocument("_id", 0, "date", "$" + request.field))
        : project(request.field);
    return makeArray(match(documentsFilter(query)), dates, groupDates(bucketOf(request)));
}

std::optional<Document> arraysPipeline(const std::string& field,
                                       const std::optional<Document>& partialFilter)
{
    const std::vector<std::string> names = splitPath(field);
    if (std::none_of(names.begin(), names.end(), isArrayIndex)) {
        return std::nullopt;
    }
    const Document filter
        = Conjunction().add(noneUpTo(field, kLastAskedDate)).add(partialFilter).take();
    const Value arrays = filtered(reachedAt(field), callOne("$isArray", item()));
    const Value isDated = typeIs(earliestDateExpression(field), "date");
    const Value counted
        = call("$cond", isDated, 0, call("$cond", call("$eq", callOne("$size", arrays), 0), 0, 1));
    return makeArray(
        match(filter),
        makeDocument("$group",
                     makeDocument("_id", Value::null(), "n", makeDocument("$sum", counted))));
}

Document impactPipeline(const ImpactRequest& request)
{
    return makeArray(match(expiredFilter(request)), project(request.field),
                     groupDates(Value::null()));
}

ExpiryHistogram emptyHistogram(const HistogramRequest& request)
{
    ExpiryHistogram histogram;
    histogram.counts.resize(request.edges.empty() ? 0 : request.edges.size() - 1);
    histogram.asOf = request.now;
    return histogram;
}

Result<void> addGroups(ExpiryHistogram& histogram, const std::vector<Document>& groups)
{
    for (const Document& group : groups) {
        const auto count = group["n"].toExactInt64();
        if (!count || *count < 0 || *count > kMaxDocuments) {
            return strangeAnswer();
        }
        const std::string_view reason = group["_id"].asString();
        if (reason == "noField") {
            histogram.never.noField += *count;
        } else if (reason == "notADate") {
            histogram.never.notADate += *count;
        } else {
            TRY(addDated(histogram, group, *count));
        }
    }
    return {};
}

} // namespace sandglass::ttl
