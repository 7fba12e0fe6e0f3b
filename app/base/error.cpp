// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/error.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <utility>

namespace sandglass::base {

namespace {

// In the order of LocalReason; they stand in files, so they never change.
constexpr auto kReasonNames = std::to_array<std::string_view>({
    "",
    "ConnectionLocked",
    "PurgeActive",
    "PurgeOfOtherServer",
    "PurgeResumedInDialog",
    "PurgeDeletesNothing",
    "PurgeNotSaved",
    "LagNotTold",
    "CollatedIds",
    "CrowdedDate",
    "DocumentNotExpired",
    "ArchiveExists",
    "ArchiveReplaced",
    "ArchiveDamaged",
    "ArchiveLineTooLong",
    "OtherReplicaSet",
    "CollectionGone",
    "CollectionReplaced",
    "IndexNotAsRequested",
    "IndexChanged",
    "ChangeOnOtherServer",
    "StepsUnknown",
    "DeletionCut",
    "ChangeActive",
    "DocumentChanged",
    "DateUnchangeable",
    "FieldHidden",
    "ExpiryPaused",
    "MonitorOff",
    "MonitorUnchanged",
    "MonitorUnknown",
    "SwitchActive",
    "OneMemberOnly",
    "RestorePointsBusy",
    "LocalEngineOnly",
});
static_assert(kReasonNames.size() == static_cast<std::size_t>(LocalReason::LocalEngineOnly) + 1);

} // namespace

std::string_view name(Errc code)
{
    switch (code) {
    case Errc::InvalidInput:
        return "InvalidInput";
    case Errc::NotFound:
        return "NotFound";
    case Errc::Conflict:
        return "Conflict";
    case Errc::NotPermitted:
        return "NotPermitted";
    case Errc::Unsupported:
        return "Unsupported";
    case Errc::Server:
        return "Server";
    case Errc::Network:
        return "Network";
    case Errc::Timeout:
        return "Timeout";
    case Errc::Cancelled:
        return "Cancelled";
    case Errc::Storage:
        return "Storage";
    case Errc::Protocol:
        return "Protocol";
    case Errc::OtherServer:
        return "OtherServer";
    case Errc::OutcomeUnknown:
        return "OutcomeUnknown";
    case Errc::Internal:
        return "Internal";
    }
    return "Unknown";
}

std::string_view name(LocalReason reason)
{
    const auto place = static_cast<std::size_t>(reason);
    return place < kReasonNames.size() ? kReasonNames[place] : std::string_view();
}

LocalReason localReasonFrom(std::string_view written)
{
    const auto* found = std::ranges::find(kReasonNames, written);
    return found == kReasonNames.end()
        ? LocalReason::None
        : static_cast<LocalReason>(std::distance(kReasonNames.begin(), found));
}

Error&& Error::during(std::string_view what) &&
{
    message.insert(0, std::string(what) + ": ");
    return std::move(*this);
}

Error&& Error::because(LocalReason why) &&
{
    reason = why;
    return std::move(*this);
}

Error serverError(int code, std::string codeName, std::string message)
{
    return Error{Errc::Server, std::move(message), code, std::move(codeName)};
}

} // namespace sandglass::base
