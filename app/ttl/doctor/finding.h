// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/protocol/namespace.h"

#include <array>
#include <cstddef>
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
    RuleObeyed, ///< the server can expire documents by the rule
    DueDeleted, ///< documents that are due do not stay
    SomeDated, ///< some document has a date in the field
};

/// How many checks there are; a table with one row for each has this size.
inline constexpr std::size_t kCheckCount = static_cast<std::size_t>(CheckId::SomeDated) + 1;

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

/// How many actions there are; a table with one row for each has this size.
inline constexpr std::size_t kActionCount = static_cast<std::size_t>(Action::AskForPrivilege) + 1;

/// Whether a table has one row for each value of an enum, in the enum's order. For static_assert: a
/// row that is forgotten does not compile.
template <typename Row, std::size_t Size, typename Id>
constexpr bool isComplete(const std::array<Row, Size>& rows, Id Row::*id)
{
    for (std::size_t i = 0; i < Size; ++i) {
        if (static_cast<std::size_t>(rows[i].*id) != i) {
            return false;
        }
    }
    return true;
}

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

/// What a check says of what it looked at.
struct Judgement
{
    State state = State::Unknown;
    Action action = Action::None;
    Evidence evidence{};

    /// Whether somebody should look at it.
    bool isTrouble() const { return state == State::Failed || state == State::Warning; }
};

/// One line of the list: a judgement, and what it is about.
struct Finding : Judgement
{
    CheckId check = CheckId::RuleThere;
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
