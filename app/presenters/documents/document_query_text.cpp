// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/documents/document_query_text.h"

#include "app/bson/json.h"
#include "app/presenters/words/json_fault_text.h"
#include "app/presenters/words/words.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <string_view>

namespace sandglass::presenters {

namespace {

struct DocumentQueryText
{
    Q_DECLARE_TR_FUNCTIONS(DocumentQueryText)
};

// Source: MongoDB manual, Query and Projection Operators.
constexpr std::array<std::string_view, 8> kWholeOperators{
    "$and", "$or", "$nor", "$expr", "$where", "$text", "$comment", "$jsonSchema"};
constexpr std::array<std::string_view, 31> kFieldOperators{"$eq",          "$ne",
                                                           "$gt",          "$gte",
                                                           "$lt",          "$lte",
                                                           "$in",          "$nin",
                                                           "$not",         "$exists",
                                                           "$type",        "$mod",
                                                           "$regex",       "$options",
                                                           "$all",         "$elemMatch",
                                                           "$size",        "$bitsAllClear",
                                                           "$bitsAllSet",  "$bitsAnyClear",
                                                           "$bitsAnySet",  "$geoIntersects",
                                                           "$geoWithin",   "$within",
                                                           "$near",        "$nearSphere",
                                                           "$geometry",    "$maxDistance",
                                                           "$minDistance", "$box",
                                                           "$comment"};
constexpr std::array<std::string_view, 6> kListOperators{"$and", "$or",  "$nor",
                                                         "$in",  "$nin", "$all"};
constexpr std::array<std::string_view, 6> kComparisons{"$eq", "$ne", "$gt", "$gte", "$lt", "$lte"};

template <typename List>
bool isIn(const List& list, std::string_view name)
{
    return std::ranges::find(list, name) != list.end();
}

QString word(std::string_view name)
{
    return text(std::string(name));
}

bool isNoDate(bson::ValueView value)
{
    return value.type() == bson::Type::String || value.isNumber();
}

// Looks at the conditions of a filter; the server has the last word on everything else.
class FilterCheck
{
public:
    FilterCheck(QueryText& found, const std::string& dateField)
        : m_found(found)
        , m_dateField(dateField)
    {
    }

    void filter(bson::DocumentView conditions)
    {
        for (const bson::Element& condition : conditions) {
            if (!condition.key.starts_with('$')) {
                field(condition.key, condition.value);
                continue;
            }
            list(condition);
            if (!isIn(kWholeOperators, condition.key)) {
                unknown(condition.key);
            } else if (isIn(kListOperators, condition.key)) {
                for (const bson::Element& part : condition.value.asDocument()) {
                    filter(part.value.asDocument());
                }
            }
        }
    }

private:
    void field(std::string_view path, bson::ValueView wanted)
    {
        const bson::DocumentView operators
            = wanted.type() == bson::Type::Document ? wanted.asDocument() : bson::DocumentView();
        if (operators.empty() || !operators.begin()->key.starts_with('$')) {
            compared(path, wanted);
            return;
        }
        for (const bson::Element& one : operators) {
            list(one);
            if (!isIn(kFieldOperators, one.key)) {
                unknown(one.key);
            } else if (isIn(kComparisons, one.key)) {
                compared(path, one.value);
            }
        }
    }

    void compared(std::string_view path, bson::ValueView value)
    {
        if (path == m_dateField && isNoDate(value)) {
            m_found.hint = DocumentQueryText::tr("%1 holds dates. A date is written as "
                                                 "{\"$date\": \"2030-01-31T12:00:00Z\"}.")
                               .arg(word(path));
        }
    }

    void list(const bson::Element& one)
    {
        if (isIn(kListOperators, one.key) && one.value.type() != bson::Type::Array
            && m_found.problem.isEmpty()) {
            m_found.problem
                = DocumentQueryText::tr("%1 needs a list in square brackets.").arg(word(one.key));
        }
    }

    void unknown(std::string_view name)
    {
        m_found.hint = DocumentQueryText::tr("%1 is no query operator of MongoDB.").arg(word(name));
    }

    QueryText& m_found;
    const std::string& m_dateField;
};

QueryText read(const QString& typed)
{
    QueryText found;
    if (typed.trimmed().isEmpty()) {
        return found;
    }
    bson::JsonParsed parsed = bson::parseJson(utf8(typed), {.bareNames = true, .like = {}});
    if (parsed) {
        found.document = std::move(*parsed);
    } else {
        found.problem = jsonFaultText(parsed.error());
    }
    return found;
}

} // namespace

QueryText readFilter(const QString& typed, const std::string& dateField)
{
    QueryText found = read(typed);
    if (found.document) {
        FilterCheck(found, dateField).filter(*found.document);
        if (!found.problem.isEmpty()) {
            found.document.reset();
        }
    }
    return found;
}

QueryText readSort(const QString& typed)
{
    QueryText found = read(typed);
    for (const bson::Element& field :
         found.document ? found.document->view() : bson::DocumentView()) {
        const bool direction = field.value.isNumber()
            && (field.value.toExactInt64() == 1 || field.value.toExactInt64() == -1);
        if (!direction && field.value.type() != bson::Type::Document) {
            found.problem = DocumentQueryText::tr("%1 needs 1 (ascending) or -1 (descending).")
                                .arg(word(field.key));
        }
    }
    if (!found.problem.isEmpty()) {
        found.document.reset();
    }
    return found;
}

} // namespace sandglass::presenters
