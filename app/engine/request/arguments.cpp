// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/request/arguments.h"

#include "app/engine/request/engine_facts.h"
#include "app/engine/storage/key_value_store.h"

#include <algorithm>

namespace sandglass::engine::request {

using protocol::commandError;
using protocol::ServerCode;

Arguments::Arguments(std::string_view path, bson::DocumentView fields)
    : m_path(path)
    , m_fields(fields)
{
}

Result<void> Arguments::onlyKnown(std::initializer_list<std::string_view> fields) const
{
    std::uint64_t seen = 0;
    for (const bson::Element& element : m_fields) {
        const auto found = std::ranges::find(fields, element.key);
        if (found == fields.end()) {
            return unknownField(element.key);
        }
        const std::uint64_t bit = std::uint64_t{1} << (found - fields.begin());
        if ((seen & bit) != 0) {
            return duplicateField(element.key);
        }
        seen |= bit;
    }
    return {};
}

Error Arguments::duplicateField(std::string_view field) const
{
    constexpr int kDuplicateField = 40413;
    return commandError(kDuplicateField,
                        "BSON field '" + m_path + "." + std::string(field)
                            + "' is a duplicate field");
}

Result<void> Arguments::refuseUnstable(std::initializer_list<std::string_view> fields) const
{
    for (const std::string_view field : fields) {
        if (m_fields.contains(field)) {
            return unstableField(field);
        }
    }
    return {};
}

Error Arguments::unstableField(std::string_view field) const
{
    return commandError(ServerCode::ApiStrictError,
                        "BSON field '" + m_path + "." + std::string(field)
                            + "' is not allowed with apiStrict:true.");
}

Error Arguments::unknownField(std::string_view field) const
{
    return commandError(ServerCode::UnknownField,
                        "BSON field '" + m_path + "." + std::string(field)
                            + "' is an unknown field.");
}

Result<bson::ValueView> Arguments::required(std::string_view field) const
{
    // as MongoDB's command parser: null is "not given"; a filter of null would select everything
    const bson::ValueView found = m_fields[field];
    if (found.isNullish()) {
        return missingField(field);
    }
    return found;
}

Result<bson::ValueView> Arguments::present(std::string_view field) const
{
    const bson::ValueView found = m_fields[field];
    if (found.isMissing()) {
        return missingField(field);
    }
    return found;
}

Error Arguments::missingField(std::string_view field) const
{
    return commandError(ServerCode::MissingField,
                        "BSON field '" + m_path + "." + std::string(field)
                            + "' is missing but a required field");
}

bson::ValueView Arguments::value(std::string_view field) const
{
    // MongoDB's command parser treats null as "not given", and drivers rely on it for optional
    // fields
    const bson::ValueView found = m_fields[field];
    return found.isNullish() ? bson::ValueView() : found;
}

Result<bson::DocumentView> Arguments::document(std::string_view field) const
{
    const bson::ValueView found = value(field);
    if (found.isMissing()) {
        return bson::DocumentView();
    }
    if (found.type() != bson::Type::Document) {
        return wrongType(field, "object");
    }
    return found.asDocument();
}

Result<std::optional<std::int64_t>> Arguments::integer(std::string_view field) const
{
    const bson::ValueView found = value(field);
    if (found.isMissing()) {
        return std::optional<std::int64_t>();
    }
    if (!found.isNumber()) {
        return wrongType(field, "long");
    }
    return std::optional(found.toInt64());
}

Result<std::optional<std::int64_t>> Arguments::count(std::string_view field) const
{
    auto number = integer(field);
    if (number && number->has_value() && **number < 0) {
        return commandError(51024,
                            "BSON field '" + std::string(field)
                                + "' value must be >= 0, actual value '" + std::to_string(**number)
                                + "'");
    }
    return number;
}

Result<bool> Arguments::flag(std::string_view field, bool fallback) const
{
    const bson::ValueView found = value(field);
    if (found.isMissing()) {
        return fallback;
    }
    if (found.type() != bson::Type::Bool && !found.isNumber()) {
        return wrongType(field, "bool");
    }
    return found.toBool();
}

Result<std::optional<std::string_view>> Arguments::text(std::string_view field) const
{
    const bson::ValueView found = value(field);
    if (found.isMissing()) {
        return std::optional<std::string_view>();
    }
    if (found.type() != bson::Type::String) {
        return wrongType(field, "string");
    }
    return std::optional(found.asString());
}

Error Arguments::wrongType(std::string_view field, std::string_view expected) const
{
    return commandError(ServerCode::TypeMismatch,
                        "BSON field '" + m_path + "." + std::string(field) + "' is the wrong type '"
                            + std::string(bson::typeAlias(m_fields[field].type()))
                            + "', expected type '" + std::string(expected) + "'");
}

Arguments commandArguments(std::string_view name, const Request& request)
{
    return {name, request.body};
}

// Reads accept any name that a catalog could have, also unusable ones such as "a$b": such a
// collection simply does not exist. Writes check the name with protocol::checkCollectionName().
Result<protocol::Namespace> collectionArgument(const Request& request)
{
    const bson::ValueView name = request.argument();
    if (name.type() != bson::Type::String) {
        return commandError(ServerCode::InvalidNamespace,
                            "collection name has invalid type "
                                + std::string(bson::typeAlias(name.type())));
    }
    protocol::Namespace ns{request.database, std::string(name.asString())};
    TRY(protocol::checkDatabaseName(ns.database));
    if (ns.collection.empty() || ns.collection.front() == '.'
        || ns.collection.find('\0') != std::string::npos) {
        return commandError(ServerCode::InvalidNamespace,
                            "Invalid namespace specified '" + ns.text() + "'");
    }
    return ns;
}

storage::Durability writeDurability(const Request& request, const EngineFacts& facts)
{
    // A majority waits for the journal unless the client says that it need not. Since 5.0 it is
    // what the members of a set take when a client names no `w`. Source: MongoDB manual, Write
    // Concern.
    const bson::DocumentView concern = request.body["writeConcern"].asDocument();
    const bson::ValueView journal = concern["j"];
    const bson::ValueView members = concern["w"];
    const bool majorityByDefault = !facts.replSet.name.empty() && facts.atLeast(5, 0);
    const bool majority
        = members.isNullish() ? majorityByDefault : members.asString() == "majority";
    const bool waits = journal.isMissing() ? majority : journal.toBool();
    return waits ? storage::Durability::Disk : storage::Durability::Process;
}

Error notSupportedYet(std::string_view what)
{
    return commandError(ServerCode::CommandNotSupported,
                        std::string(what) + " is not supported yet by this engine");
}

} // namespace sandglass::engine::request
