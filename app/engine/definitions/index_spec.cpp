// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/definitions/index_spec.h"

#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/engine/collation/collation.h"
#include "app/engine/definitions/special_options.h"
#include "app/engine/definitions/wildcard_projection.h"
#include "app/engine/plan/index_key.h"
#include "app/engine/query/filter.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>

namespace sandglass::engine::definitions {

using plan::checkIndexKey;
using plan::indexPlugin;
using plan::isIdKey;
using protocol::commandError;
using protocol::ServerCode;

namespace {

constexpr std::string_view kIdName = "_id_";
// the options that the index on _id may have
constexpr std::array<std::string_view, 5> kIdOptions{"collation", "key", "name", "ns", "v"};

std::string quoted(std::string_view name)
{
    return "'" + std::string(name) + "'";
}

Error wrongType(std::string_view field, bson::ValueView value, std::string_view expected)
{
    return commandError(ServerCode::TypeMismatch,
                        "The field " + quoted(field) + " must be " + std::string(expected)
                            + ", but got " + std::string(bson::typeAlias(value.type())));
}

/// Reads the options of one spec in their order. Each handler checks its value and stores it in the
/// definition; the checks of several options together come at the end.
class SpecReader
{
public:
    SpecReader(bson::DocumentView spec, bool ignoreUnknown)
        : m_spec(spec)
        , m_ignoreUnknown(ignoreUnknown)
    {
    }

    Result<catalog::IndexDefinition> read();

private:
    using Handler = Result<void> (SpecReader::*)(const bson::Element&);
    static const std::map<std::string_view, Handler>& handlers();

    Result<void> readKey(const bson::Element& element);
    Result<void> readName(const bson::Element& element);
    Result<void> readVersion(const bson::Element& element);
    Result<void> readFlag(const bson::Element& element);
    Result<void> readHidden(const bson::Element& element);
    Result<void> readClustered(const bson::Element& element);
    Result<void> readPartialFilter(const bson::Element& element);
    Result<void> readCollation(const bson::Element& element);
    Result<void> readOptionDocument(const bson::Element& element);
    Result<void> readWildcardProjection(const bson::Element& element);
    Result<void> readOptionNumber(const bson::Element& element);
    Result<void> readOptionText(const bson::Element& element);
    /// For ns and dropDups, which have no effect any more, and for expireAfterSeconds, which
    /// applyExpireAfterSeconds() reads.
    Result<void> skip(const bson::Element& element);

    Result<void> checkComplete() const;
    Result<void> checkIdOptions() const;
    Result<void> checkCombination() const;
    void storeTextForm();

    bson::DocumentView m_spec;
    bool m_ignoreUnknown;
    catalog::IndexDefinition m_definition;
    bson::Builder m_otherOptions; // stored and listed, but without effect on the index
    bool m_hasName = false;
};

const std::map<std::string_view, SpecReader::Handler>& SpecReader::handlers()
{
    static const std::map<std::string_view, Handler> table{
        {"key", &SpecReader::readKey},
        {"name", &SpecReader::readName},
        {"v", &SpecReader::readVersion},
        {"unique", &SpecReader::readFlag},
        {"sparse", &SpecReader::readFlag},
        {"prepareUnique", &SpecReader::readFlag},
        {"background", &SpecReader::readFlag},
        {"hidden", &SpecReader::readHidden},
        {"partialFilterExpression", &SpecReader::readPartialFilter},
        {"collation", &SpecReader::readCollation},
        {"storageEngine", &SpecReader::readOptionDocument},
        {"weights", &SpecReader::readOptionDocument},
        {"wildcardProjection", &SpecReader::readWildcardProjection},
        {"bits", &SpecReader::readOptionNumber},
        {"min", &SpecReader::readOptionNumber},
        {"max", &SpecReader::readOptionNumber},
        {"textIndexVersion", &SpecReader::readOptionNumber},
        {"2dsphereIndexVersion", &SpecReader::readOptionNumber},
        {"default_language", &SpecReader::readOptionText},
        {"language_override", &SpecReader::readOptionText},
        {"expireAfterSeconds", &SpecReader::skip},
        {"clustered", &SpecReader::readClustered},
        {"dropDups", &SpecReader::skip},
        {"ns", &SpecReader::skip},
    };
    return table;
}

Result<catalog::IndexDefinition> SpecReader::read()
{
    for (const bson::Element& element : m_spec) {
        const auto handler = handlers().find(element.key);
        if (handler != handlers().end()) {
            TRY((this->*handler->second)(element));
        } else if (!m_ignoreUnknown) {
            return commandError(ServerCode::InvalidIndexSpecificationOption,
                                "The field " + quoted(element.key)
                                    + " is not valid for an index specification. Specification: "
                                    + bson::toShellText(m_spec));
        }
    }
    TRY(checkComplete());
    TRY(checkIdOptions());
    TRY(checkCombination());
    if (indexPlugin(m_definition.key) == "text") {
        storeTextForm();
    }
    if (indexPlugin(m_definition.key) == "2dsphere" && !m_spec.contains("2dsphereIndexVersion")) {
        m_otherOptions.append("2dsphereIndexVersion", 3);
    }
    m_definition.otherOptions = m_otherOptions.take();
    m_definition.keyed = !m_definition.isOrdered();
    return m_definition;
}

Result<void> SpecReader::readKey(const bson::Element& element)
{
    if (element.value.type() != bson::Type::Document) {
        return wrongType("key", element.value, "an object");
    }
    m_definition.key = bson::Document(element.value.asDocument());
    return checkIndexKey(m_definition.key);
}

Result<void> SpecReader::readName(const bson::Element& element)
{
    if (element.value.type() != bson::Type::String) {
        return wrongType("name", element.value, "a string");
    }
    const std::string_view name = element.value.asString();
    if (name.empty()) {
        return commandError(ServerCode::CannotCreateIndex, "index name cannot be empty");
    }
    if (name.find('\0') != std::string_view::npos) {
        return commandError(ServerCode::CannotCreateIndex,
                            "index name cannot contain an embedded null byte");
    }
    if (name == "*") {
        return commandError(ServerCode::BadValue, "The index name '*' is not valid.");
    }
    m_definition.name = name;
    m_hasName = true;
    return {};
}

Result<void> SpecReader::readVersion(const bson::Element& element)
{
    if (!element.value.isNumber()) {
        return wrongType("v", element.value, "a number");
    }
    const auto version = element.value.toExactInt64();
    if (!version || (*version != 1 && *version != 2)) {
        return commandError(ServerCode::CannotCreateIndex,
                            "Invalid index specification " + bson::toShellText(m_spec)
                                + "; cannot create an index with v="
                                + bson::toShellText(element.value));
    }
    m_definition.version = static_cast<int>(*version);
    return {};
}

Result<void> SpecReader::readFlag(const bson::Element& element)
{
    if (element.value.type() != bson::Type::Bool && !element.value.isNumber()) {
        return commandError(ServerCode::TypeMismatch,
                            "The field " + quoted(element.key) + " has value "
                                + bson::toShellText(element.value)
                                + ", which is not convertible to bool");
    }
    if (element.key == "unique") {
        m_definition.unique = element.value.toBool();
    } else if (element.key == "sparse") {
        m_definition.sparse = element.value.toBool();
    } else if (element.key == "prepareUnique") {
        m_definition.prepareUnique = element.value.toBool();
    } else {
        m_otherOptions.append(element.key, element.value);
    }
    return {};
}

Result<void> SpecReader::readHidden(const bson::Element& element)
{
    if (element.value.type() != bson::Type::Bool) {
        return wrongType("hidden", element.value, "a bool");
    }
    m_definition.hidden = element.value.asBool();
    return {};
}

// The output of listIndexes may be sent back to createIndexes, and that of a clustered collection
// has this field.
Result<void> SpecReader::readClustered(const bson::Element& element)
{
    if (element.value.type() != bson::Type::Bool) {
        return wrongType("clustered", element.value, "a bool");
    }
    if (!element.value.asBool()) {
        return commandError(6492800, "The field 'clustered' must be true if it is given");
    }
    m_definition.clustered = true;
    return {};
}

Result<void> SpecReader::readPartialFilter(const bson::Element& element)
{
    if (element.value.type() != bson::Type::Document) {
        return wrongType(element.key, element.value, "an object");
    }
    m_definition.partialFilter = bson::Document(element.value.asDocument());
    return query::checkPartialFilter(*m_definition.partialFilter);
}

Result<void> SpecReader::readCollation(const bson::Element& element)
{
    if (element.value.type() != bson::Type::Document) {
        return wrongType("collation", element.value, "an object");
    }
    const auto collation = collation::parseCollation("collation", element.value);
    TRY(collation);
    if (*collation) {
        m_definition.collation = (*collation)->settings();
    }
    return {};
}

Result<void> SpecReader::readOptionDocument(const bson::Element& element)
{
    if (element.value.type() != bson::Type::Document) {
        return wrongType(element.key, element.value, "an object");
    }
    // those of a text index are written by storeTextForm(), with the key's own fields among them
    if (element.key != "weights" || indexPlugin(m_spec["key"].asDocument()) != "text") {
        m_otherOptions.append(element.key, element.value);
    }
    return {};
}

Result<void> SpecReader::readWildcardProjection(const bson::Element& element)
{
    TRY(checkWildcardProjection(m_spec["key"].asDocument(), element.value));
    m_otherOptions.append(element.key, element.value);
    return {};
}

Result<void> SpecReader::readOptionNumber(const bson::Element& element)
{
    if (!element.value.isNumber()) {
        return wrongType(element.key, element.value, "a number");
    }
    m_otherOptions.append(element.key, element.value);
    return {};
}

Result<void> SpecReader::readOptionText(const bson::Element& element)
{
    if (element.value.type() != bson::Type::String) {
        return wrongType(element.key, element.value, "a string");
    }
    m_otherOptions.append(element.key, element.value);
    return {};
}

Result<void> SpecReader::skip(const bson::Element& /*element*/)
{
    return {};
}

Result<void> SpecReader::checkComplete() const
{
    if (!m_spec.contains("key")) {
        return commandError(ServerCode::FailedToParse,
                            "The 'key' field is a required property of an index specification");
    }
    if (!m_hasName) {
        return commandError(ServerCode::FailedToParse,
                            "The 'name' field is a required property of an index specification");
    }
    return {};
}

Result<void> SpecReader::checkIdOptions() const
{
    if (!isIdKey(m_definition.key)) {
        if (m_definition.clustered) {
            return commandError(6243700,
                                "Cannot create index with option 'clustered' on a key that"
                                " the collection is not clustered by");
        }
        if (m_definition.name != kIdName) {
            return {};
        }
        return commandError(ServerCode::BadValue,
                            "The index name '_id_' is reserved for the _id index, which must have"
                            " key pattern {_id: 1}, found key: "
                                + bson::toShellText(m_definition.key));
    }
    for (const bson::Element& element : m_spec) {
        // an unknown option has been refused by read(), or is ignored here as well
        const bool ofClustered
            = m_definition.clustered && (element.key == "clustered" || element.key == "unique");
        if (!ofClustered && std::ranges::find(kIdOptions, element.key) == kIdOptions.end()
            && handlers().contains(element.key)) {
            return commandError(ServerCode::InvalidIndexSpecificationOption,
                                "The field " + quoted(element.key)
                                    + " is not valid for an _id index specification."
                                      " Specification: "
                                    + bson::toShellText(m_spec));
        }
    }
    if (m_definition.key["_id"].toDouble() < 0) {
        return commandError(ServerCode::BadValue,
                            "The field 'key' for an _id index must be {_id: 1}, but got "
                                + bson::toShellText(m_definition.key));
    }
    return {};
}

Result<void> SpecReader::checkCombination() const
{
    if (m_definition.sparse && m_definition.partialFilter) {
        return commandError(ServerCode::CannotCreateIndex,
                            R"(cannot mix "partialFilterExpression" and "sparse" options)");
    }
    const std::string_view plugin = indexPlugin(m_definition.key);
    TRY(checkSpecialOptions(m_spec, plugin));
    if (m_definition.unique && m_definition.prepareUnique) {
        return commandError(ServerCode::CannotCreateIndex,
                            "Invalid index specification " + bson::toShellText(m_spec)
                                + "; cannot create an index with the 'unique' option and the"
                                  " 'prepareUnique' option");
    }
    if (plugin == "hashed" && m_definition.unique) {
        return commandError(16764,
                            "Currently hashed indexes cannot guarantee uniqueness. Use a"
                            " regular index.");
    }
    if (plugin == "wildcard" && (m_definition.unique || m_definition.sparse)) {
        return commandError(ServerCode::CannotCreateIndex,
                            "Index type 'wildcard' does not support the '"
                                + std::string(m_definition.unique ? "unique" : "sparse")
                                + "' option");
    }
    return {};
}

// As in MongoDB, a text index is stored, compared and listed with two made-up key fields, and the
// user's fields are its weights.
void SpecReader::storeTextForm()
{
    bson::Builder key;
    std::map<std::string, bson::Value, std::less<>> weights;
    for (const bson::Element& element : m_spec["weights"].asDocument()) {
        weights.emplace(element.key, element.value);
    }
    bool placed = false;
    for (const bson::Element& element : m_definition.key.view()) {
        if (element.value.type() != bson::Type::String) {
            key.append(element.key, element.value);
            continue;
        }
        weights.emplace(element.key, bson::Value::of(1));
        if (!placed) {
            key.append("_fts", "text").append("_ftsx", 1);
        }
        placed = true;
    }
    m_definition.key = key.take();
    m_otherOptions.beginDocument("weights");
    for (const auto& [field, weight] : weights) {
        m_otherOptions.append(field, weight);
    }
    m_otherOptions.end();
    if (!m_spec.contains("default_language")) {
        m_otherOptions.append("default_language", "english");
    }
    if (!m_spec.contains("language_override")) {
        m_otherOptions.append("language_override", "language");
    }
    if (!m_spec.contains("textIndexVersion")) {
        m_otherOptions.append("textIndexVersion", 3);
    }
}

} // namespace

Result<catalog::IndexDefinition> parseIndexSpec(bson::ValueView spec, bool ignoreUnknownOptions)
{
    if (spec.type() != bson::Type::Document) {
        return commandError(ServerCode::TypeMismatch,
                            "The elements of the 'indexes' array must be objects, but got "
                                + std::string(bson::typeAlias(spec.type())));
    }
    auto definition = SpecReader(spec.asDocument(), ignoreUnknownOptions).read();
    if (!definition) {
        Error error = std::move(definition.error());
        error.message = "Error in specification " + bson::toShellText(spec.asDocument())
            + " :: caused by :: " + error.message;
        return error;
    }
    if (isIdKey(definition->key)) {
        definition->name = kIdName;
    }
    return definition;
}

} // namespace sandglass::engine::definitions
