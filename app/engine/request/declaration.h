// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <span>
#include <string_view>

namespace sandglass::engine::request {

struct EngineFacts;
struct Request;

/// What a field may hold. Null and undefined count as absent, whatever the type is, but for a list
/// that is required.
enum class FieldType {
    Any, ///< the command checks it
    Flag, ///< a bool, or a number as its truth value
    Number, ///< a number of any type
    Count, ///< a number that is not negative
    Text, ///< a string
    Object, ///< a document
    Array, ///< an array
    Statements, ///< an array, or a document sequence beside the body
};

/// Whether a command can do without a field.
enum class Presence { Optional, Required };

/// A field of a command.
struct Field
{
    std::string_view name;
    FieldType type = FieldType::Any;
    Presence presence = Presence::Optional;
    int since = 0; ///< the first version that knows it, as 10 * major + minor; 0: all
    int before = 0; ///< the first version that does not know it any more; 0: none
    bool stable = true; ///< part of API version 1, where the command is
};

/// What happens to a field that is not declared.
enum class OtherFields {
    Refused, ///< IDLUnknownField
    Ignored, ///< as MongoDB does: a command older than its parser, or whose fields are names
};

/// The read concern levels that a command accepts.
enum class ReadLevels {
    Local, ///< "local" only
    Committed, ///< all but "snapshot"
    All,
};

/// The arguments of a command.
struct Declaration
{
    std::string_view command; ///< MongoDB's spelling, as in the command table
    std::span<const Field> fields; ///< besides the command's own, which it checks itself
    OtherFields others = OtherFields::Refused;
    ReadLevels levels = ReadLevels::Local;
    bool takesWriteConcern = false;
    bool stable = false; ///< part of API version 1
    std::string_view help = {}; ///< of what MongoDB does not have, for listCommands
};

/// Checks the types and names of a command's fields, its own and those of every command. `facts`:
/// for the version that is emulated, and whether the engine is a replica set. Any thread. Errors
/// (server): UnknownField, TypeMismatch, MissingField, IDLDuplicateField for a field that comes
/// twice, Location51024 for a negative count; those of checkGenericFields().
Result<void> checkDeclared(const Declaration& declared, const Request& request,
                           const EngineFacts& facts);

/// The name of a type in an error message: "object".
std::string_view typeName(FieldType type);

} // namespace sandglass::engine::request
