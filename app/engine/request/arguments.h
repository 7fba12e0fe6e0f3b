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

/// Our own option of count and aggregate: the answer may be off by a stated bound, and comes from
/// an index's directory of dates alone.
inline constexpr std::string_view kBoundedOption = "sandglassBounded";

/// The fields of a command or of a document inside it, judged with MongoDB's codes and words. A
/// null or undefined field counts as absent. Views live as long as the document.
class Arguments
{
public:
    /// `path`: the command's name, or the dotted place of a nested document ("update.updates");
    /// used in error texts.
    Arguments(std::string_view path, bson::DocumentView fields);

    /// Errors: 40415 for a field that is neither listed nor, with `generic`, one that every command
    /// takes.
    Result<void> onlyKnown(std::initializer_list<std::string_view> fields,
                           bool generic = true) const;
    /// Errors: 40414 when the field is absent.
    Result<bson::ValueView> required(std::string_view field) const;
    /// The field as it is; Missing when absent or null.
    bson::ValueView value(std::string_view field) const;
    /// The empty document when absent. Errors: 14.
    Result<bson::DocumentView> document(std::string_view field) const;
    /// A "safe" integer: any number, cut toward zero (decimals half to even) and clamped.
    /// Errors: 14.
    Result<std::optional<std::int64_t>> integer(std::string_view field) const;
    /// The same, refusing negative values. Errors: 14, 51024.
    Result<std::optional<std::int64_t>> count(std::string_view field) const;
    /// A "safe" bool: bool or number. Errors: 14.
    Result<bool> flag(std::string_view field, bool fallback) const;
    /// Errors: 14.
    Result<std::optional<std::string_view>> text(std::string_view field) const;

    /// Error 40415 for a field that is not known, or not yet in the version behaved like.
    Error unknownField(std::string_view field) const;
    /// Error 14 for a field of a wrong type; `expected` is MongoDB's type alias.
    Error wrongType(std::string_view field, std::string_view expected) const;

private:
    std::string m_path;
    bson::DocumentView m_fields;
};

/// The arguments of a whole command, by the name it was found under.
Arguments commandArguments(std::string_view name, const Request& request);

/// The collection that a command names in its own field. Errors: 73 when it is no string, is empty
/// or not usable.
Result<protocol::Namespace> collectionArgument(const Request& request);

/// How durable a write must be before its reply: on disk for {writeConcern: {j: true}}.
/// Errors: 14 for a write concern that is no document; 2 for more than one member to wait for,
/// unless `replicated`, where the reply tells of it.
Result<storage::Durability> writeDurability(const Request& request, bool replicated);

/// Error 115 for what MongoDB can do and this engine cannot yet.
Error notSupportedYet(std::string_view what);

} // namespace sandglass::engine::request
