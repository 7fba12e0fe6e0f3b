// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/document_commands.h"

#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/ttl/draft_rules.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace sandglass::ttl {

namespace {

using bson::Builder;
using bson::Document;
using bson::makeArray;
using bson::makeDocument;
using bson::Value;
using bson::ValueView;

// a single document may be larger and goes alone
constexpr std::size_t kMostCommandBytes = std::size_t{8} * 1024 * 1024;

// Of the numbers in a document: servers limit what a filter may have.
constexpr int kMostTypes = 100;

// Whether {_id: id} matches at most one document.
bool identifiesOne(ValueView id)
{
    return !id.isMissing() && id.type() != bson::Type::Regex && id.type() != bson::Type::Array
        && id.type() != bson::Type::Undefined;
}

base::Error notOneDocument()
{
    return base::failure(Errc::InvalidInput, "This _id does not identify a single document.");
}

// $eq, so that a document as a value cannot be taken for operators
Document equalTo(const ValueView& value)
{
    return makeDocument("$eq", value);
}

// What the field must hold. {$eq: null} would also match a missing field, and {$eq: undefined} is
// refused. {$eq: 5} would also match 5.0, and an array that contains it.
Document condition(const Value& wanted)
{
    const ValueView value = wanted.view();
    if (value.isMissing()) {
        return makeDocument("$exists", false);
    }
    if (value.isNullish()) {
        return makeDocument("$type", bson::typeAlias(value.type()));
    }
    if (value.type() == bson::Type::Array) {
        return equalTo(value);
    }
    return makeDocument("$eq", value, "$type", bson::typeAlias(value.type()), "$not",
                        makeDocument("$type", "array"));
}

// A path has a meaning of its own if a name has a dot, begins with $, or is empty.
bool isPlainName(std::string_view name)
{
    return !name.empty() && !name.starts_with('$') && name.find('.') == std::string_view::npos;
}

// Asks for the types of the numbers, which $eq does not compare. Elements of arrays are left out: a
// path to them means the other elements, too.
void appendNumberTypes(bson::DocumentView document, const std::string& path, int& left,
                       Builder& filter)
{
    for (const bson::Element& element : document) {
        if (left == 0) {
            return;
        }
        const std::string own = path + std::string(element.key);
        if (!isPlainName(element.key) || own == "_id") {
            continue;
        }
        if (element.value.isNumber()) {
            filter.append(own, makeDocument("$type", bson::typeAlias(element.value.type())));
            --left;
        } else if (element.value.type() == bson::Type::Document) {
            appendNumberTypes(element.value.asDocument(), own + '.', left, filter);
        }
    }
}

// The collation of a statement, where one is needed.
void appendComparison(Builder& statement, Comparison comparison)
{
    if (comparison == Comparison::Collated) {
        statement.append("collation", makeDocument("locale", "simple"));
    }
}

} // namespace

Document unchangedFilter(bson::DocumentView loaded)
{
    Builder filter;
    filter.append("_id", equalTo(loaded["_id"]));
    int left = kMostTypes;
    appendNumberTypes(loaded, {}, left, filter);
    const Document whole = makeDocument("$literal", loaded);
    filter.append("$expr", Builder().appendArray("$eq", makeArray("$$ROOT", whole)).take());
    return filter.take();
}

Result<Document> replaceCommand(const protocol::Namespace& ns, bson::DocumentView loaded,
                                const Document& replacement, Comparison comparison)
{
    const bool operators
        = std::any_of(replacement.view().begin(), replacement.view().end(),
                      [](const bson::Element& element) { return element.key.starts_with('$'); });
    if (operators) {
        return base::failure(Errc::InvalidInput,
                             "A replacement must not have field names that start with $.");
    }
    if (!identifiesOne(loaded["_id"])) {
        return notOneDocument();
    }
    if (!bson::equal(loaded["_id"], replacement["_id"])) {
        return base::failure(Errc::InvalidInput, "The _id of a document cannot be changed.");
    }
    Builder statement;
    statement.append("q", unchangedFilter(loaded)).append("u", replacement);
    appendComparison(statement, comparison);
    return Builder()
        .append("update", ns.collection)
        .appendArray("updates", makeArray(statement.take()))
        .take();
}

Result<Document> valuesCommand(const protocol::Namespace& ns, const std::string& field,
                               const std::vector<ValueChange>& changes)
{
    if (fieldProblem(field)) {
        return base::failure(Errc::InvalidInput, "The field cannot have a TTL index.");
    }
    Builder builder;
    builder.append("update", ns.collection).beginArray("updates");
    for (const ValueChange& change : changes) {
        if (!identifiesOne(change.id.view())) {
            return notOneDocument();
        }
        Document filter = makeDocument("_id", equalTo(change.id.view()));
        if (change.from) {
            filter = makeDocument("_id", equalTo(change.id.view()), field, condition(*change.from));
        }
        const Document update = change.to.view().isMissing()
            ? makeDocument("$unset", makeDocument(field, 1))
            : makeDocument("$set", makeDocument(field, change.to));
        builder.push(makeDocument("q", filter, "u", update));
    }
    builder.end().append("ordered", false);
    return builder.take();
}

Result<std::vector<Document>> removalCommands(const protocol::Namespace& ns,
                                              const std::vector<Document>& loaded,
                                              Comparison comparison)
{
    std::vector<Document> commands;
    for (std::size_t next = 0; next < loaded.size();) {
        Builder statements;
        do {
            if (!identifiesOne(loaded[next]["_id"])) {
                return notOneDocument();
            }
            Builder statement;
            statement.append("q", unchangedFilter(loaded[next])).append("limit", 1);
            appendComparison(statement, comparison);
            statements.push(statement.take());
            ++next;
        } while (next < loaded.size()
                 && statements.size() + loaded[next].bytes().size() < kMostCommandBytes);
        commands.push_back(Builder()
                               .append("delete", ns.collection)
                               .appendArray("deletes", statements.take())
                               .append("ordered", false)
                               .take());
    }
    return commands;
}

} // namespace sandglass::ttl
