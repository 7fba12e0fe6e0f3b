// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/protocol/server_code.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sandglass::protocol {

namespace {

/// Every code with a name that the engine sends, or has a command fail with for a fail point; in
/// order. Source: MongoDB manual, Error Codes.
constexpr auto kNames = std::to_array<std::pair<int, const char*>>({
    {1, "InternalError"},
    {2, "BadValue"},
    {4, "NoSuchKey"},
    {5, "GraphContainsCycle"},
    {6, "HostUnreachable"},
    {7, "HostNotFound"},
    {8, "UnknownError"},
    {9, "FailedToParse"},
    {11, "UserNotFound"},
    {12, "UnsupportedFormat"},
    {13, "Unauthorized"},
    {14, "TypeMismatch"},
    {15, "Overflow"},
    {16, "InvalidLength"},
    {17, "ProtocolError"},
    {18, "AuthenticationFailed"},
    {20, "IllegalOperation"},
    {22, "InvalidBSON"},
    {23, "AlreadyInitialized"},
    {24, "LockTimeout"},
    {26, "NamespaceNotFound"},
    {27, "IndexNotFound"},
    {28, "PathNotViable"},
    {31, "RoleNotFound"},
    {34, "CannotBackfillArray"},
    {40, "ConflictingUpdateOperators"},
    {43, "CursorNotFound"},
    {47, "NoMatchingDocument"},
    {48, "NamespaceExists"},
    {50, "MaxTimeMSExpired"},
    {52, "DollarPrefixedFieldName"},
    {53, "InvalidIdField"},
    {54, "NotSingleValueField"},
    {56, "EmptyFieldName"},
    {59, "CommandNotFound"},
    {64, "WriteConcernFailed"},
    {66, "ImmutableField"},
    {67, "CannotCreateIndex"},
    {68, "IndexAlreadyExists"},
    {72, "InvalidOptions"},
    {73, "InvalidNamespace"},
    {76, "NoReplicationEnabled"},
    {79, "UnknownReplWriteConcern"},
    {85, "IndexOptionsConflict"},
    {86, "IndexKeySpecsConflict"},
    {89, "NetworkTimeout"},
    {91, "ShutdownInProgress"},
    {96, "OperationFailed"},
    {100, "UnsatisfiableWriteConcern"},
    {112, "WriteConflict"},
    {115, "CommandNotSupported"},
    {118, "NamespaceNotSharded"},
    {121, "DocumentValidationFailure"},
    {123, "NotAReplicaSet"},
    {134, "ReadConcernMajorityNotAvailableYet"},
    {136, "CappedPositionLost"},
    {146, "ExceededMemoryLimit"},
    {161, "IncompatibleCollationVersion"},
    {165, "ViewDepthLimitExceeded"},
    {166, "CommandNotSupportedOnView"},
    {167, "OptionNotSupportedOnView"},
    {168, "InvalidPipelineOperator"},
    {171, "CannotIndexParallelArrays"},
    {175, "QueryPlanKilled"},
    {181, "AmbiguousIndexKeyPattern"},
    {186, "ClientMetadataCannotBeMutated"},
    {189, "PrimarySteppedDown"},
    {197, "InvalidIndexSpecificationOption"},
    {207, "InvalidUUID"},
    {217, "IncompleteTransactionHistory"},
    {218, "UpdateOperationFailed"},
    {224, "QueryFeatureNotAllowed"},
    {225, "TransactionTooOld"},
    {232, "MaxSubPipelineDepthExceeded"},
    {237, "CursorKilled"},
    {239, "SnapshotTooOld"},
    {241, "ConversionFailure"},
    {251, "NoSuchTransaction"},
    {260, "InvalidResumeToken"},
    {262, "ExceededTimeLimit"},
    {263, "OperationNotSupportedInTransaction"},
    {264, "TooManyFilesOpen"},
    {266, "FailPointSetFailed"},
    {276, "IndexBuildAborted"},
    {280, "ChangeStreamFatalError"},
    {286, "ChangeStreamHistoryLost"},
    {291, "NoQueryExecutionPlans"},
    {292, "QueryExceededMemoryLimitNoDiskUseAllowed"},
    {317, "ConnectionPoolExpired"},
    {322, "APIVersionError"},
    {323, "APIStrictError"},
    {324, "APIDeprecationError"},
    {334, "MechanismUnavailable"},
    {359, "CannotConvertIndexToUnique"},
    {361, "CollectionUUIDMismatch"},
    {371, "UserWritesBlocked"},
    {391, "ReauthenticationRequired"},
    {9001, "SocketException"},
    {10107, "NotWritablePrimary"},
    {10334, "BSONObjectTooLarge"},
    {11000, "DuplicateKey"},
    {11600, "InterruptedAtShutdown"},
    {11601, "Interrupted"},
    {11602, "InterruptedDueToReplStateChange"},
    {12587, "BackgroundOperationInProgressForNamespace"},
    {13113, "MergeStageNoMatchingDocument"},
    {13435, "NotPrimaryNoSecondaryOk"},
    {13436, "NotPrimaryOrSecondary"},
    {14031, "OutOfDiskSpace"},
    {40413, "IDLDuplicateField"},
    {40414, "IDLFailedToParse"},
    {40415, "IDLUnknownField"},
    {50768, "NotARetryableWriteCommand"},
});
static_assert(std::ranges::is_sorted(kNames, {}, &std::pair<int, const char*>::first));

} // namespace

std::string codeName(int code)
{
    const auto* const found
        = std::ranges::lower_bound(kNames, code, {}, &std::pair<int, const char*>::first);
    return found != kNames.end() && found->first == code ? found->second
                                                         : "Location" + std::to_string(code);
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
