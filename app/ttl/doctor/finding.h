// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/protocol/namespace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::ttl::doctor {

/// The causes that are looked for, in the order of the list. Source: ui/DESIGN.md, Doctor.
enum class CheckId {
    RuleThere, ///< there is a TTL rule at all
    MonitorOn,
    Primary,
    IndexReady,
    SingleField,
    NotId,
    ValueInRange,
    NotNan,
    FieldPresent,
    FieldType,
    ArrayContents,
    PartialFilter,
    FutureDate,
    ServerClock,
    CollectionRule,
    TwoRules,
    TimeSeriesRange,
    DocumentTtl,
    PassesMoving,
    HiddenDeletes,
    QueryUse,
};

/// How a check ended. Unknown: the server does not tell, or not yet.
enum class State { Passed, Failed, Warning, NotPermitted, NotApplicable, Unknown };

/// What to do about a finding; presenters turn it into words.
enum class Action {
    None,
    CreateRule,
    ConvertIndex,
    EnableMonitor,
    FindPrimary,
    WaitForIndex,
    UseSingleField,
    UseOtherField,
    SetValue,
    SetField,
    StoreDates,
    StoreDatesInArray,
    CheckFilter,
    WaitUntilDue,
    CorrectDates,
    SetClock,
    CompareWithCollectionRule,
    CompareRules,
    MoveOutOfRange,
    CorrectTtlField,
    LookAtServer,
    LookAgain,
    KnowHiddenDeletes,
    KeepIndex,
    AskForPrivilege,
};

/// What a check saw. Which parts are set depends on the check.
struct Evidence
{
    std::optional<std::int64_t> count; ///< documents, rules, passes or uses
    std::optional<std::int64_t> of; ///< out of so many
    std::string sampleId; ///< _id of one document, as extended JSON
    std::string detail; ///< a name, key pattern, type or version, as the server spells it
    std::optional<std::int64_t> seconds;
    std::optional<base::Time> moment;
};

/// One line of the list.
struct Finding
{
    CheckId check = CheckId::RuleThere;
    State state = State::Unknown;
    Evidence evidence;
    Action action = Action::None;
    protocol::Namespace ns; ///< empty: about the server
    std::string index; ///< empty: about the whole collection, or its own rule
};

/// The whole list, in order.
struct Report
{
    std::vector<Finding> findings;

    /// How many lines ended so.
    std::int64_t count(State state) const;
};

} // namespace sandglass::ttl::doctor
