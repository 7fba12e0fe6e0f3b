// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/doctor/action_words.h"

#include "app/presenters/doctor/doctor_tr.h"

#include <algorithm>
#include <array>

namespace sandglass::presenters {

namespace {

using ttl::doctor::Action;
using Remedy = DoctorRemedy::Kind;

QString createText()
{
    return Doctor::tr("&Create a TTL index…");
}

QString convertText()
{
    return Doctor::tr("&Convert the index…");
}

QString changeText()
{
    return Doctor::tr("&Change the index…");
}

QString showDocumentsText()
{
    return Doctor::tr("Show these &documents");
}

QString showIndexesText()
{
    return Doctor::tr("Show the &indexes");
}

QString showMembersText()
{
    return Doctor::tr("Open the &members…");
}

QString connectText()
{
    return Doctor::tr("Co&nnect…");
}

QString lookAgainText()
{
    return Doctor::tr("Check &again");
}

// In the order of Action. Functions instead of texts, because the language is chosen at run time.
constexpr std::array<ActionWords, ttl::doctor::kActionCount> kActionWords{{
    {Action::None, [] { return QString(); }},
    {Action::CreateRule, [] { return Doctor::tr("Create a TTL index on a field with dates."); },
     Remedy::CreateIndex, createText},
    {Action::ConvertIndex,
     [] { return Doctor::tr("Convert it to a TTL index in the Indexes tab."); },
     Remedy::ChangeIndex, convertText},
    {Action::EnableMonitor,
     [] {
         return Doctor::tr(
             "Turn it on: db.adminCommand({ setParameter: 1, ttlMonitorEnabled: true }).");
     },
     Remedy::ShowMembers, showMembersText},
    {Action::FindPrimary,
     [] { return Doctor::tr("Check the primary: a secondary only replicates its deletions."); },
     Remedy::Connect, connectText},
    {Action::MakeRoom,
     [] {
         return Doctor::tr("If the disk is full, free some of it: the server goes on by itself "
                           "when there is room. For any other reason, look at its log.");
     },
     Remedy::LookAgain, lookAgainText},
    {Action::WaitForIndex,
     [] { return Doctor::tr("Wait until it is built; the next pass then deletes."); },
     Remedy::LookAgain, lookAgainText},
    {Action::ReplaceData,
     [] {
         return Doctor::tr("Copy what can still be read, or restore a restore point. Other "
                           "collections are not affected.");
     },
     Remedy::LookAgain, lookAgainText},
    {Action::UseSingleField,
     [] {
         return Doctor::tr(
             "Create a TTL index on the single date field; this one deletes nothing.");
     },
     Remedy::CreateIndex, createText},
    {Action::UseOtherField,
     [] {
         return Doctor::tr("Store a date in a field of its own and create the TTL index there.");
     },
     Remedy::CreateIndex, createText},
    {Action::SetValue,
     [] { return Doctor::tr("Set the seconds with Change expiry in the Indexes tab."); },
     Remedy::ChangeIndex, changeText},
    {Action::SetField, [] { return Doctor::tr("Store a date in the field of these documents."); },
     Remedy::ShowDocuments, showDocumentsText},
    {Action::StoreDates,
     [] {
         return Doctor::tr("Convert the values to dates and fix the application that writes them.");
     },
     Remedy::ShowDocuments, showDocumentsText},
    {Action::StoreDatesInArray,
     [] { return Doctor::tr("Put a date into the array; the earliest one counts."); },
     Remedy::ShowDocuments, showDocumentsText},
    {Action::CheckFilter,
     [] { return Doctor::tr("Compare the documents with the partial filter of the index."); },
     Remedy::ShowDocuments, showDocumentsText},
    {Action::WaitUntilDue,
     [] { return Doctor::tr("Nothing is wrong: wait, or set an earlier date."); },
     Remedy::LookAgain, lookAgainText},
    {Action::CorrectDates,
     [] {
         return Doctor::tr(
             "Correct the dates; a common cause is a mix-up of seconds and milliseconds.");
     },
     Remedy::ShowDocuments, showDocumentsText},
    {Action::SetClock,
     [] {
         return Doctor::tr("Synchronise the clocks with a time server; expiry depends on the clock "
                           "of the server.");
     },
     Remedy::LookAgain, lookAgainText},
    {Action::CompareWithCollectionRule,
     [] { return Doctor::tr("Compare the two values: the shorter one deletes first."); },
     Remedy::ChangeIndex, changeText},
    {Action::CompareRules,
     [] {
         return Doctor::tr(
             "Compare the rules: each document is deleted by the one that is due first.");
     },
     Remedy::ShowIndexes, showIndexesText},
    {Action::MoveOutOfRange,
     [] { return Doctor::tr("Remove or correct the measurements outside the range."); },
     Remedy::ShowDocuments, showDocumentsText},
    {Action::CorrectTtlField,
     [] {
         return Doctor::tr(
             "Store a whole number of seconds, at least 1, in ttl, or remove it; -1 means never.");
     },
     Remedy::ShowDocuments, showDocumentsText},
    {Action::LookAtServer,
     [] { return Doctor::tr("Check the log of the server and its running operations."); },
     Remedy::LookAgain, lookAgainText},
    {Action::LookAgain,
     [] { return Doctor::tr("Check again after the next period of the monitor."); },
     Remedy::LookAgain, lookAgainText},
    {Action::KnowHiddenDeletes,
     [] { return Doctor::tr("To stop deleting, drop the index or change its value."); },
     Remedy::ChangeIndex, changeText},
    {Action::KeepIndex,
     [] { return Doctor::tr("Do not drop it as unused: without it nothing expires."); },
     Remedy::ShowIndexes, showIndexesText},
    {Action::AskForPrivilege,
     [] { return Doctor::tr("Ask an administrator for a role such as clusterMonitor or read."); },
     Remedy::Connect, connectText},
}};
static_assert(ttl::doctor::isComplete(kActionWords, &ActionWords::id), "each action has its words");
static_assert(std::all_of(kActionWords.begin(), kActionWords.end(),
                          [](const ActionWords& words) {
                              return words.advice
                                  && words.remedy.has_value() == (words.buttonText != nullptr);
                          }),
              "no word is missing");

} // namespace

const ActionWords& wordsOf(Action action)
{
    return kActionWords[static_cast<std::size_t>(action)];
}

} // namespace sandglass::presenters
