// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/protocol/namespace.h"
#include "app/ttl/types.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::ttl::doctor {

/// The causes that the doctor checks, in the order of the report. Source: ui/DESIGN.md, Doctor.
enum class CheckId {
    RuleThere, ///< there is a TTL rule at all
    MonitorOn,
    Primary,
    TakesWrites, ///< the server has not stopped writing
    IndexReady,
    DataReadable, ///< the engine can read the data of the collection
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

/// The outcome of a check. Unknown: the server does not report it, or not yet.
enum class State { Passed, Failed, Warning, NotPermitted, NotApplicable, Unknown };

/// What to do about a finding. Presenters turn it into a sentence.
enum class Action {
    None,
    CreateRule,
    ConvertIndex,
    EnableMonitor,
    FindPrimary,
    MakeRoom,
    WaitForIndex,
    ReplaceData,
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

/// The evidence for a judgement. Which parts are set depends on the check.
struct Evidence
{
    std::optional<std::int64_t> count; ///< documents, rules, passes or uses
    std::optional<std::int64_t> of; ///< the total that `count` is part of
    bool estimated = false; ///< `count` is extrapolated from a sample
    std::string sampleId; ///< _id of one document, as extended JSON
    std::string detail; ///< a name, key pattern, type or version, as the server spells it
    std::optional<std::int64_t> seconds;
    std::optional<base::Time> moment;
    Topology topology = Topology::Unknown; ///< of the server; `detail` names its replica set
};

/// The result of one check.
struct Judgement
{
    State state = State::Unknown;
    Action action = Action::None;
    Evidence evidence{};

    /// Whether it needs attention: failed or a warning.
    bool isTrouble() const { return state == State::Failed || state == State::Warning; }
};

/// One line of a report: a judgement and its subject.
struct Finding : Judgement
{
    CheckId check = CheckId::RuleThere;
    protocol::Namespace ns; ///< empty: about the server
    std::string index; ///< empty: about the whole collection, or its own rule
};

/// All findings, in the order of CheckId.
struct Report
{
    std::vector<Finding> findings;

    /// Number of findings in that state.
    std::int64_t count(State state) const;
};

} // namespace sandglass::ttl::doctor
