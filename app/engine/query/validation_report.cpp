// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/validation_report.h"

#include "app/bson/builder.h"
#include "app/bson/validate.h"
#include "app/engine/query/expression.h"
#include "app/engine/query/json_schema.h"
#include "app/engine/query/match_parse.h"
#include "app/engine/query/path_walk.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;

// Source: MongoDB server source, internalQueryMaxDocValidationErrorConsideredValues.
constexpr std::size_t kMostConsidered = 10;
// Source: MongoDB server source, kMaxDocValidationErrorSize.
constexpr std::size_t kMostBytes = std::size_t{12} * 1024 * 1024;
// a reply has some levels above the details
constexpr int kMostLevels = bson::kMaxDepth - 10;

constexpr std::array kNumbers{Type::Int32, Type::Int64, Type::Double, Type::Decimal128};
constexpr std::array kBits{Type::Int32, Type::Int64, Type::Double, Type::Decimal128, Type::Binary};
constexpr std::array kTexts{Type::String, Type::Symbol, Type::Regex};
constexpr std::array kArrayOnly{Type::Array};

/// How a failed condition on a path is told.
struct ReasonRow
{
    std::string_view name;
    std::string_view reason;
    std::string_view inverted; ///< where the condition holds and should not
    bool wholeArrays; ///< an array is considered as it is, not its elements
    std::span<const Type> types; ///< those that can match; empty: any
};

constexpr ReasonRow compared(std::string_view name)
{
    return {name, "comparison failed", "comparison succeeded", false, {}};
}

constexpr ReasonRow bits(std::string_view name)
{
    return {name, "bitwise operator failed to match", "bitwise operator matched successfully",
            false, kBits};
}

constexpr std::array kReasons{
    compared("$eq"),
    compared("$gt"),
    compared("$gte"),
    compared("$lt"),
    compared("$lte"),
    compared("$ne"),
    ReasonRow{
        "$in", "no matching value found in array", "matching value found in array", false, {}},
    ReasonRow{
        "$nin", "no matching value found in array", "matching value found in array", false, {}},
    ReasonRow{"$all",
              "array did not contain all specified values",
              "array did contain all specified values",
              true,
              {}},
    ReasonRow{"$elemMatch", "array did not satisfy the child predicate",
              "array did satisfy the child predicate", true, kArrayOnly},
    ReasonRow{"$size", "array length was not equal to given size",
              "array length was equal to given size", true, kArrayOnly},
    ReasonRow{"$mod", "$mod did not evaluate to expected remainder",
              "$mod did evaluate to expected remainder", false, kNumbers},
    ReasonRow{"$regex", "regular expression did not match", "regular expression did match", false,
              kTexts},
    bits("$bitsAllClear"),
    bits("$bitsAllSet"),
    bits("$bitsAnyClear"),
    bits("$bitsAnySet"),
};

/// A query document as filters of one condition each, whose whole is the same filter.
std::vector<bson::Document> clausesOf(bson::DocumentView query)
{
    std::vector<bson::Document> clauses;
    for (const bson::Element& element : query) {
        if (element.key == "$comment") {
            continue;
        }
        if (element.key.starts_with('$') || !isOperatorDocument(element.value)) {
            clauses.push_back(bson::makeDocument(element.key, element.value));
            continue;
        }
        const bson::DocumentView operators = element.value.asDocument();
        for (const bson::Element& one : operators) {
            if (one.key == "$options") {
                continue; // told with its $regex
            }
            bson::Builder clause;
            clause.beginDocument(element.key).append(one.key, one.value);
            if (one.key == "$regex") {
                clause.append("$options", operators["$options"]);
            }
            clauses.push_back(clause.take());
        }
    }
    return clauses;
}

/// The values that a condition considers.
struct Considered
{
    std::vector<ValueView> values;
    bool missing = true; ///< the path leads nowhere
    bool truncated = false;
};

Considered consideredAt(bson::DocumentView document, std::string_view path, bool wholeArrays)
{
    Considered found;
    walkPath(document, path, wholeArrays ? LeafArray::Keep : LeafArray::Elements,
             [&](ValueView value, std::optional<std::size_t> /*outerIndex*/) {
                 if (value.isMissing()) {
                     return false;
                 }
                 found.missing = false;
                 // stands for an empty array
                 if (value.type() == Type::Undefined) {
                     return false;
                 }
                 found.truncated = found.values.size() == kMostConsidered;
                 if (!found.truncated) {
                     found.values.push_back(value);
                 }
                 return found.truncated;
             });
    return found;
}

void appendConsidered(const Considered& considered, bson::Builder& report)
{
    if (considered.missing) {
        return;
    }
    if (considered.values.size() == 1) {
        report.append("consideredValue", considered.values.front());
    } else {
        report.appendArray("consideredValues", bson::arrayOf(considered.values));
    }
    if (considered.truncated) {
        report.append("consideredValuesTruncated", true);
    }
}

/// Appends one name, or a sorted list of several: `consideredType` or `consideredTypes`.
template <typename Types>
void appendTypes(const std::string& field, const Types& types, bson::Builder& report)
{
    std::set<std::string_view> names;
    for (const Type type : types) {
        names.insert(bson::typeAlias(type));
    }
    if (names.size() == 1) {
        report.append(field, *names.begin());
        return;
    }
    report.beginArray(field + "s");
    for (const std::string_view name : names) {
        report.push(name);
    }
    report.end();
}

std::vector<Type> typesOf(const Considered& considered)
{
    std::vector<Type> types;
    for (const ValueView value : considered.values) {
        types.push_back(value.type());
    }
    return types;
}

class MismatchReport
{
public:
    MismatchReport(bson::DocumentView document, const EvaluationContext& context)
        : m_document(document)
        , m_context(context)
    {
    }

    /// Appends the fields of the report on a query to the open document. `inverted`: the query
    /// matches and should not.
    void query(bson::DocumentView query, bool inverted, bson::Builder& report) const
    {
        const std::vector<bson::Document> clauses = clausesOf(query);
        if (clauses.size() == 1) {
            clause(clauses.front(), inverted, report);
        } else {
            list("$and", clauses, inverted, report);
        }
    }

private:
    bool matches(bson::DocumentView query) const
    {
        const auto filter = Filter::parse(query, m_context);
        if (!filter) {
            return false;
        }
        const Result<bool> matched = filter->evaluate(m_document);
        return matched.value_or(false);
    }
    void clause(bson::DocumentView clause, bool inverted, bson::Builder& report) const
    {
        const bson::Element condition = *clause.begin();
        if (condition.key == "$and" || condition.key == "$or" || condition.key == "$nor") {
            std::vector<bson::Document> queries;
            for (const bson::Element& element : condition.value.asDocument()) {
                queries.emplace_back(element.value.asDocument());
            }
            list(condition.key, queries, inverted, report);
        } else if (condition.key == "$jsonSchema") {
            schema(condition.value, inverted, report);
        } else if (condition.key == "$expr") {
            expression(clause, inverted, report);
        } else if (condition.key.starts_with('$')) {
            report.append("operatorName", condition.key).append("specifiedAs", clause);
            report.append("reason",
                          inverted ? "expression always evaluates to true"
                                   : "expression always evaluates to false");
        } else {
            path(clause, inverted, report);
        }
    }
    void list(std::string_view name, const std::vector<bson::Document>& queries, bool inverted,
              bson::Builder& report) const
    {
        // the members of $nor must not match
        const bool wanted = inverted != (name == "$nor");
        report.append("operatorName", name);
        report.beginArray(wanted ? "clausesSatisfied" : "clausesNotSatisfied");
        for (std::size_t at = 0; at < queries.size(); ++at) {
            if (matches(queries[at]) != wanted) {
                continue;
            }
            report.pushDocument().append("index", static_cast<std::int32_t>(at));
            report.beginDocument("details");
            query(queries[at], wanted, report);
            report.end().end();
        }
        report.end();
    }
    void schema(ValueView value, bool inverted, bson::Builder& report) const
    {
        report.append("operatorName", "$jsonSchema");
        if (inverted) {
            report.append("reason", "schema matched");
            return;
        }
        const auto schema = JsonSchema::parse(value.asDocument());
        if (!schema) {
            return;
        }
        report.appendAll((*schema)->annotations()).beginArray("schemaRulesNotSatisfied");
        (*schema)->explain(ValueView(Type::Document, m_document.bytes()), report);
        report.end();
    }
    void expression(bson::DocumentView clause, bool inverted, bson::Builder& report) const
    {
        report.append("operatorName", "$expr").append("specifiedAs", clause);
        const auto parsed = Expression::parse(clause["$expr"], m_context);
        if (!parsed) {
            return;
        }
        const auto result = parsed->evaluate(m_document);
        if (!result) {
            report.append("reason", "failed to evaluate aggregation expression");
            report.append("details",
                          bson::makeDocument("code", std::int32_t{result.error().serverCode},
                                             "codeName", result.error().serverCodeName, "errmsg",
                                             result.error().message));
            return;
        }
        report.append("reason", inverted ? "expression did match" : "expression did not match");
        report.append("expressionResult", result->view());
    }
    void path(bson::DocumentView clause, bool inverted, bson::Builder& report) const
    {
        const bson::Element condition = *clause.begin();
        const bool hasOperator = isOperatorDocument(condition.value);
        const std::string_view plain = condition.value.type() == Type::Regex ? "$regex" : "$eq";
        const std::string_view name
            = hasOperator ? condition.value.asDocument().begin()->key : plain;
        report.append("operatorName", name);
        if (name == "$not") {
            report.beginDocument("details");
            query(bson::makeDocument(condition.key, condition.value.asDocument().begin()->value),
                  !inverted, report);
            report.end();
            return;
        }
        report.append("specifiedAs", clause);
        if (name == "$exists") {
            const bool wanted = condition.value.asDocument().begin()->value.toBool() != inverted;
            report.append("reason", wanted ? "path does not exist" : "path does exist");
        } else if (name == "$type") {
            type(condition.key, inverted, report);
        } else {
            leaf(name, condition.key, inverted != (name == "$ne" || name == "$nin"), report);
        }
    }
    void type(std::string_view path, bool inverted, bson::Builder& report) const
    {
        const Considered considered = consideredAt(m_document, path, false);
        report.append("reason",
                      considered.missing ? "field was missing"
                          : inverted     ? "type did match"
                                         : "type did not match");
        appendConsidered(considered, report);
        if (!considered.values.empty()) {
            appendTypes("consideredType", typesOf(considered), report);
        }
    }
    void leaf(std::string_view name, std::string_view path, bool inverted,
              bson::Builder& report) const
    {
        const auto* const row = std::ranges::find(kReasons, name, &ReasonRow::name);
        if (row == kReasons.end()) {
            return;
        }
        const Considered considered = consideredAt(m_document, path, row->wholeArrays);
        const std::vector<Type> types = typesOf(considered);
        const bool fits
            = row->types.empty() || std::ranges::find_first_of(types, row->types) != types.end();
        if (considered.missing) {
            report.append("reason", "field was missing");
        } else if (!fits) {
            report.append("reason", "type did not match");
            if (!types.empty()) {
                appendTypes("consideredType", types, report);
            }
            appendTypes("expectedType", row->types, report);
        } else {
            report.append("reason", inverted ? row->inverted : row->reason);
        }
        appendConsidered(considered, report);
    }

    bson::DocumentView m_document;
    const EvaluationContext& m_context;
};

} // namespace

bson::Document explainMismatch(bson::DocumentView filter, bson::DocumentView document,
                               const EvaluationContext& context)
{
    bson::Builder report;
    MismatchReport(document, context).query(filter, false, report);
    bson::Document details = report.take();
    const bool fits = details.view().size() <= kMostBytes
        && bson::validate(details.bytes(), kMostBytes, kMostLevels).has_value();
    return fits
        ? std::move(details)
        : bson::makeDocument("reason", "the details are too large or too deep", "truncated", true);
}

} // namespace sandglass::engine::query
