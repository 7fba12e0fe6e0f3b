// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/protocol/code_trait.h"

#include <algorithm>
#include <array>
#include <span>

namespace sandglass::protocol {

namespace {

struct TraitRow
{
    int code;
    unsigned traits; // a bit for each
};

constexpr unsigned bitOf(CodeTrait trait)
{
    return 1U << static_cast<unsigned>(trait);
}

template <typename... Traits>
constexpr unsigned traits(Traits... each)
{
    return (bitOf(each) | ...);
}

// The codes that have a trait, in order. Source: MongoDB server source, error_codes.yml.
// Which are Retryable: Source: MongoDB specifications, Retryable Writes, Determining Retryable
// Errors.
std::span<const TraitRow> traitRows()
{
    using enum CodeTrait;
    static constexpr auto kRows = std::to_array<TraitRow>({
        {6, traits(Passing, Lost, Circumstantial, Retryable)}, // HostUnreachable
        {7, traits(Circumstantial, Retryable)}, // HostNotFound
        {24, traits(Circumstantial)}, // LockTimeout
        {26, traits(Circumstantial)}, // NamespaceNotFound
        {27, traits(Circumstantial)}, // IndexNotFound
        {43, traits(Circumstantial)}, // CursorNotFound
        {50, traits(Partial, Circumstantial)}, // MaxTimeMSExpired
        {64, traits(Lost, Unconfirmed, Circumstantial)}, // WriteConcernFailed
        {70, traits(Circumstantial)}, // ShardNotFound
        {79, traits(Lost, Unconfirmed)}, // UnknownReplWriteConcern
        {89, traits(Passing, Lost, Circumstantial, Retryable)}, // NetworkTimeout
        {91, traits(Passing, Lost, Circumstantial, Retryable)}, // ShutdownInProgress
        {100, traits(Lost, Unconfirmed)}, // UnsatisfiableWriteConcern
        {112, traits(Circumstantial)}, // WriteConflict
        {117, traits(Circumstantial)}, // ConflictingOperationInProgress
        {133, traits(Passing, Circumstantial)}, // FailedToSatisfyReadPreference
        {134, traits(Circumstantial, Retryable)}, // ReadConcernMajorityNotAvailableYet
        {146, traits(Circumstantial)}, // ExceededMemoryLimit
        {175, traits(Circumstantial)}, // QueryPlanKilled
        {189, traits(Passing, Lost, Circumstantial, Retryable)}, // PrimarySteppedDown
        {202, traits(Lost, Circumstantial)}, // NetworkInterfaceExceededTimeLimit
        {262, traits(Partial, Circumstantial, Retryable)}, // ExceededTimeLimit
        {264, traits(Circumstantial)}, // TooManyFilesOpen
        {292, traits(Circumstantial)}, // QueryExceededMemoryLimitNoDiskUseAllowed
        {317, traits(Retryable)}, // ConnectionPoolExpired
        {371, traits(Circumstantial)}, // UserWritesBlocked
        {462, traits(Circumstantial)}, // IngressRequestRateLimitExceeded
        {9001, traits(Passing, Lost, Circumstantial, Retryable)}, // SocketException
        {10107, traits(Circumstantial, Retryable)}, // NotWritablePrimary
        {11600, traits(Passing, Lost, Circumstantial, Retryable)}, // InterruptedAtShutdown
        {11601, traits(Partial, Circumstantial)}, // Interrupted
        {11602,
         traits(Passing, Lost, Circumstantial, Retryable)}, // InterruptedDueToReplStateChange
        {13388, traits(Circumstantial)}, // StaleConfig
        {13435, traits(Circumstantial, Retryable)}, // NotPrimaryNoSecondaryOk
        {13436, traits(Passing, Circumstantial, Retryable)}, // NotPrimaryOrSecondary
        {14031, traits(Circumstantial)}, // OutOfDiskSpace
        {16500, traits(Partial, Circumstantial)}, // the limit of requests of Cosmos DB
    });
    static_assert(std::ranges::is_sorted(kRows, {}, &TraitRow::code));
    return kRows;
}

} // namespace

bool hasTrait(std::int64_t code, CodeTrait trait)
{
    const std::span<const TraitRow> rows = traitRows();
    const auto found = std::ranges::lower_bound(rows, code, {}, &TraitRow::code);
    return found != rows.end() && found->code == code && (found->traits & bitOf(trait)) != 0;
}

} // namespace sandglass::protocol
