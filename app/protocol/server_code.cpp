// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/protocol/server_code.h"

#include <array>
#include <utility>

namespace sandglass::protocol {

namespace {

struct CodeName
{
    ServerCode code;
    const char* name;
};

// The names are MongoDB's, also where ours differ (InvalidBSON).
constexpr std::array kNames{
    CodeName{ServerCode::InternalError, "InternalError"},
    CodeName{ServerCode::BadValue, "BadValue"},
    CodeName{ServerCode::HostUnreachable, "HostUnreachable"},
    CodeName{ServerCode::UnknownError, "UnknownError"},
    CodeName{ServerCode::FailedToParse, "FailedToParse"},
    CodeName{ServerCode::UserNotFound, "UserNotFound"},
    CodeName{ServerCode::Unauthorized, "Unauthorized"},
    CodeName{ServerCode::TypeMismatch, "TypeMismatch"},
    CodeName{ServerCode::Overflow, "Overflow"},
    CodeName{ServerCode::AuthenticationFailed, "AuthenticationFailed"},
    CodeName{ServerCode::IllegalOperation, "IllegalOperation"},
    CodeName{ServerCode::InvalidBson, "InvalidBSON"},
    CodeName{ServerCode::LockTimeout, "LockTimeout"},
    CodeName{ServerCode::TooManyFilesOpen, "TooManyFilesOpen"},
    CodeName{ServerCode::NamespaceNotFound, "NamespaceNotFound"},
    CodeName{ServerCode::IndexNotFound, "IndexNotFound"},
    CodeName{ServerCode::PathNotViable, "PathNotViable"},
    CodeName{ServerCode::CannotBackfillArray, "CannotBackfillArray"},
    CodeName{ServerCode::ConflictingUpdateOperators, "ConflictingUpdateOperators"},
    CodeName{ServerCode::CursorNotFound, "CursorNotFound"},
    CodeName{ServerCode::NamespaceExists, "NamespaceExists"},
    CodeName{ServerCode::MaxTimeMSExpired, "MaxTimeMSExpired"},
    CodeName{ServerCode::DollarPrefixedFieldName, "DollarPrefixedFieldName"},
    CodeName{ServerCode::CommandNotFound, "CommandNotFound"},
    CodeName{ServerCode::ImmutableField, "ImmutableField"},
    CodeName{ServerCode::CannotCreateIndex, "CannotCreateIndex"},
    CodeName{ServerCode::IndexAlreadyExists, "IndexAlreadyExists"},
    CodeName{ServerCode::InvalidOptions, "InvalidOptions"},
    CodeName{ServerCode::InvalidNamespace, "InvalidNamespace"},
    CodeName{ServerCode::NoReplicationEnabled, "NoReplicationEnabled"},
    CodeName{ServerCode::IndexOptionsConflict, "IndexOptionsConflict"},
    CodeName{ServerCode::IndexKeySpecsConflict, "IndexKeySpecsConflict"},
    CodeName{ServerCode::OperationFailed, "OperationFailed"},
    CodeName{ServerCode::CommandNotSupported, "CommandNotSupported"},
    CodeName{ServerCode::NamespaceNotSharded, "NamespaceNotSharded"},
    CodeName{ServerCode::DocumentValidationFailure, "DocumentValidationFailure"},
    CodeName{ServerCode::CommandNotSupportedOnView, "CommandNotSupportedOnView"},
    CodeName{ServerCode::QueryPlanKilled, "QueryPlanKilled"},
    CodeName{ServerCode::AmbiguousIndexKeyPattern, "AmbiguousIndexKeyPattern"},
    CodeName{ServerCode::ClientMetadataCannotBeMutated, "ClientMetadataCannotBeMutated"},
    CodeName{ServerCode::InvalidIndexSpecificationOption, "InvalidIndexSpecificationOption"},
    CodeName{ServerCode::QueryExceededMemoryLimit, "QueryExceededMemoryLimitNoDiskUseAllowed"},
    CodeName{ServerCode::CursorKilled, "CursorKilled"},
    CodeName{ServerCode::ApiVersionError, "APIVersionError"},
    CodeName{ServerCode::ApiStrictError, "APIStrictError"},
    CodeName{ServerCode::UserWritesBlocked, "UserWritesBlocked"},
    CodeName{ServerCode::DuplicateKey, "DuplicateKey"},
    CodeName{ServerCode::InterruptedAtShutdown, "InterruptedAtShutdown"},
    CodeName{ServerCode::Interrupted, "Interrupted"},
    CodeName{ServerCode::OutOfDiskSpace, "OutOfDiskSpace"},
    CodeName{ServerCode::NotWritablePrimary, "NotWritablePrimary"},
    CodeName{ServerCode::BsonObjectTooLarge, "BSONObjectTooLarge"},
};

/// Codes that the engine uses by number: of replica sets, and of what fail points have commands
/// fail with.
constexpr std::array<std::pair<int, const char*>, 28> kOtherNames{{
    {7, "HostNotFound"},
    {23, "AlreadyInitialized"},
    {64, "WriteConcernFailed"},
    {79, "UnknownReplWriteConcern"},
    {89, "NetworkTimeout"},
    {91, "ShutdownInProgress"},
    {100, "UnsatisfiableWriteConcern"},
    {112, "WriteConflict"},
    {123, "NotAReplicaSet"},
    {134, "ReadConcernMajorityNotAvailableYet"},
    {136, "CappedPositionLost"},
    {189, "PrimarySteppedDown"},
    {217, "IncompleteTransactionHistory"},
    {218, "UpdateOperationFailed"},
    {225, "TransactionTooOld"},
    {251, "NoSuchTransaction"},
    {260, "InvalidResumeToken"},
    {262, "ExceededTimeLimit"},
    {263, "OperationNotSupportedInTransaction"},
    {266, "FailPointSetFailed"},
    {276, "IndexBuildAborted"},
    {280, "ChangeStreamFatalError"},
    {286, "ChangeStreamHistoryLost"},
    {391, "ReauthenticationRequired"},
    {9001, "SocketException"},
    {11602, "InterruptedDueToReplStateChange"},
    {13435, "NotPrimaryNoSecondaryOk"},
    {13436, "NotPrimaryOrSecondary"},
}};

/// Codes of users and logins. Only the engine's commands for them use these, by number.
constexpr std::array<std::pair<int, const char*>, 3> kAccessNames{{
    {17, "ProtocolError"},
    {31, "RoleNotFound"},
    {334, "MechanismUnavailable"},
}};

} // namespace

std::string codeName(int code)
{
    for (const CodeName& entry : kNames) {
        if (static_cast<int>(entry.code) == code) {
            return entry.name;
        }
    }
    for (const auto& [known, name] : kOtherNames) {
        if (known == code) {
            return name;
        }
    }
    for (const auto& [known, name] : kAccessNames) {
        if (known == code) {
            return name;
        }
    }
    return "Location" + std::to_string(code);
}

base::Error commandError(ServerCode code, std::string message)
{
    return commandError(static_cast<int>(code), std::move(message));
}

base::Error commandError(int code, std::string message)
{
    return base::serverError(code, codeName(code), std::move(message));
}

void setDetails(base::Error& error, const bson::Document& details)
{
    error.serverDetails.assign(details.bytes().begin(), details.bytes().end());
}

bson::DocumentView detailsOf(const base::Error& error)
{
    if (error.serverDetails.empty()) {
        return {};
    }
    return bson::DocumentView(
        bson::Bytes(reinterpret_cast<const std::uint8_t*>(error.serverDetails.data()),
                    error.serverDetails.size()));
}

} // namespace sandglass::protocol
