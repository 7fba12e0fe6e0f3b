// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/error.h"
#include "app/bson/value.h"

#include <string>

namespace sandglass::protocol {

/// The MongoDB error codes that Sandglass uses by name. Error::serverCode may hold any other
/// number.
enum class ServerCode : int {
    InternalError = 1,
    BadValue = 2,
    HostUnreachable = 6,
    UnknownError = 8,
    FailedToParse = 9,
    UserNotFound = 11,
    Unauthorized = 13,
    TypeMismatch = 14,
    Overflow = 15,
    AuthenticationFailed = 18,
    IllegalOperation = 20,
    NamespaceNotFound = 26,
    IndexNotFound = 27,
    PathNotViable = 28,
    CannotBackfillArray = 34,
    ConflictingUpdateOperators = 40,
    CursorNotFound = 43,
    NamespaceExists = 48,
    MaxTimeMSExpired = 50,
    DollarPrefixedFieldName = 52,
    CommandNotFound = 59,
    ImmutableField = 66,
    CannotCreateIndex = 67,
    IndexAlreadyExists = 68,
    InvalidOptions = 72,
    InvalidNamespace = 73,
    NoReplicationEnabled = 76,
    IndexOptionsConflict = 85,
    IndexKeySpecsConflict = 86,
    OperationFailed = 96,
    DocumentValidationFailure = 121,
    CommandNotSupported = 115,
    NamespaceNotSharded = 118,
    CommandNotSupportedOnView = 166,
    QueryPlanKilled = 175,
    AmbiguousIndexKeyPattern = 181,
    ClientMetadataCannotBeMutated = 186,
    InvalidIndexSpecificationOption = 197,
    QueryExceededMemoryLimit = 292,
    CursorKilled = 237,
    TooManyFilesOpen = 264,
    ApiVersionError = 322,
    ApiStrictError = 323,
    InvalidBson = 22,
    LockTimeout = 24,
    UserWritesBlocked = 371,
    DuplicateKey = 11000,
    InterruptedAtShutdown = 11600,
    Interrupted = 11601,
    InterruptedDueToReplStateChange = 11602,
    OutOfDiskSpace = 14031,
    NotWritablePrimary = 10107,
    BsonObjectTooLarge = 10334,
    MissingField = 40414, ///< MongoDB's IDLFailedToParse
    UnknownField = 40415, ///< MongoDB's IDLUnknownField
};

/// MongoDB's name for a code: "CannotCreateIndex"; "Location<N>" for a code without a name.
std::string codeName(int code);

/// A command error with its MongoDB code name, ready to be returned and sent.
base::Error commandError(ServerCode code, std::string message);
/// As above, for a code that is not in ServerCode.
base::Error commandError(int code, std::string message);

/// Adds fields to the error that the reply shall have besides code and message, such as keyValue.
void setDetails(base::Error& error, const bson::Document& details);
/// The fields of setDetails(); empty without them. Valid as long as the error.
bson::DocumentView detailsOf(const base::Error& error);

} // namespace sandglass::protocol
