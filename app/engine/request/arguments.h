// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/request/request.h"
#include "app/protocol/namespace.h"
#include "app/protocol/server_code.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace sandglass::engine::storage {
enum class Durability;
}

namespace sandglass::engine::request {

struct EngineFacts;

/// Sandglass's own option of count and aggregate: the result comes from the block directory of a
/// TTL index alone, and the reply states by how much it may be wrong.
inline constexpr std::string_view kBoundedOption = "sandglassBounded";

/// Reads and checks the fields of a command, or of a document inside it, with MongoDB's codes and
/// messages. A null or undefined field counts as absent. Returned views are valid as long as the
/// document.
class Arguments
{
public:
    /// `path`: the command's name, or the dotted path of a nested document ("update.updates"). It
    /// appears in error messages.
    Arguments(std::string_view path, bson::DocumentView fields);

    /// Succeeds if there are no other fields than `fields`, at most 64, and each at most once; for
    /// a document inside a command, whose own fields are declared. Errors (server): UnknownField,
    /// for the first other one; IDLDuplicateField for one that comes twice.
    Result<void> onlyKnown(std::initializer_list<std::string_view> fields) const;
    /// The field's value. Errors (server): MissingField when it is absent or null.
    Result<bson::ValueView> required(std::string_view field) const;
    /// The field's value, which may be null. Errors (server): MissingField when it is absent.
    Result<bson::ValueView> present(std::string_view field) const;
    /// The error IDLDuplicateField: the field comes twice.
    Error duplicateField(std::string_view field) const;
    /// The field's value, of any type; Missing when absent or null.
    bson::ValueView value(std::string_view field) const;
    /// A document; the empty one when absent. Errors (server): TypeMismatch.
    Result<bson::DocumentView> document(std::string_view field) const;
    /// An integer from a number of any type: truncated toward zero (a decimal128 rounded half to
    /// even) and limited to the range of int64. nullopt when absent. Errors (server): TypeMismatch.
    Result<std::optional<std::int64_t>> integer(std::string_view field) const;
    /// As integer(), without negative values. Errors (server): TypeMismatch, Location51024.
    Result<std::optional<std::int64_t>> count(std::string_view field) const;
    /// A bool, or a number as its truth value; `fallback` when absent. Errors (server):
    /// TypeMismatch.
    Result<bool> flag(std::string_view field, bool fallback) const;
    /// A string; nullopt when absent. Errors (server): TypeMismatch.
    Result<std::optional<std::string_view>> text(std::string_view field) const;

    /// Succeeds if none of these fields is given, which a client with apiStrict may not use. Errors
    /// (server): ApiStrictError.
    Result<void> refuseUnstable(std::initializer_list<std::string_view> fields) const;
    /// The error ApiStrictError: the field is not part of API version 1.
    Error unstableField(std::string_view field) const;
    /// The error UnknownField: for a field that no version knows, or that the emulated version does
    /// not know yet.
    Error unknownField(std::string_view field) const;
    /// The error TypeMismatch for that field. `expected`: MongoDB's alias of the type, "object".
    Error wrongType(std::string_view field, std::string_view expected) const;

private:
    Error missingField(std::string_view field) const;

    std::string m_path;
    bson::DocumentView m_fields;
};

/// The arguments of a whole command. `name`: MongoDB's spelling, for error messages.
Arguments commandArguments(std::string_view name, const Request& request);

/// The collection that a command names in its own field. Errors (server): InvalidNamespace when the
/// value is not a string, or the name is empty or not allowed.
Result<protocol::Namespace> collectionArgument(const Request& request);

/// How durable a write must be before the command replies: Disk for {writeConcern: {j: true}}
/// and for {w: "majority"} without `j`, else Process. Without `w` a replica set of 5.0 or later
/// means a majority. checkGenericFields() has checked the write concern.
storage::Durability writeDurability(const Request& request, const EngineFacts& facts);

/// The error CommandNotSupported, for something that MongoDB can do and this engine cannot. `what`
/// begins the sentence.
Error notSupportedYet(std::string_view what);

} // namespace sandglass::engine::request
