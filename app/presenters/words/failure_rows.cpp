// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/words/failure_rows.h"

#include <QtGlobal>

#include <array>
#include <cstddef>

namespace sandglass::presenters {

namespace {

constexpr FailureRow kInternal{
    QT_TRANSLATE_NOOP("FailureRow", "Something went wrong inside this program."),
    QT_TRANSLATE_NOOP("FailureRow", "Include the details when you report it."),
    FailureRemedy::None};

// A reason of our own and its words.
struct LocalReasonRow
{
    base::LocalReason reason = base::LocalReason::None;
    FailureRow row;
};

// in the order of LocalReason, without None
constexpr auto kLocalReasons = std::to_array<LocalReasonRow>({
    {base::LocalReason::ConnectionLocked,
     {QT_TRANSLATE_NOOP("FailureRow", "The connection is locked."),
      QT_TRANSLATE_NOOP("FailureRow", "Unlock it to make changes."), FailureRemedy::Unlock}},
    {base::LocalReason::PurgeActive,
     {QT_TRANSLATE_NOOP("FailureRow", "Another staged purge has not ended yet."),
      QT_TRANSLATE_NOOP("FailureRow",
                        "Wait until it has ended, or cancel it. Only one can run at a time."),
      FailureRemedy::None}},
    {base::LocalReason::PurgeOfOtherServer,
     {QT_TRANSLATE_NOOP("FailureRow", "The purge belongs to another server."),
      QT_TRANSLATE_NOOP("FailureRow", "Connect to the server on which it was started."),
      FailureRemedy::None}},
    {base::LocalReason::PurgeResumedInDialog,
     {QT_TRANSLATE_NOOP("FailureRow", "On a production server, a purge is resumed in its dialog."),
      QT_TRANSLATE_NOOP("FailureRow",
                        "Open the dialog of the staged purge: it asks for the collection's name."),
      FailureRemedy::None}},
    {base::LocalReason::PurgeDeletesNothing,
     {QT_TRANSLATE_NOOP("FailureRow",
                        "The server finds expired documents but deletes none of them."),
      QT_TRANSLATE_NOOP("FailureRow",
                        "Another program may renew their dates all the time. Resume the purge "
                        "later, or cancel it."),
      FailureRemedy::Retry}},
    {base::LocalReason::PurgeNotSaved,
     {QT_TRANSLATE_NOOP("FailureRow", "The state of the purge could not be written."),
      QT_TRANSLATE_NOOP("FailureRow",
                        "Check the free space and the permissions of the folder in which Sandglass "
                        "keeps its data."),
      FailureRemedy::Retry}},
    {base::LocalReason::LagNotTold,
     {QT_TRANSLATE_NOOP("FailureRow", "The server does not tell how far its members are behind."),
      QT_TRANSLATE_NOOP("FailureRow",
                        "Switch off the limit for replication lag, or purge without it."),
      FailureRemedy::None}},
    {base::LocalReason::CollatedIds,
     {QT_TRANSLATE_NOOP("FailureRow",
                        "The index of the rule has a collation, so documents whose _id is a text "
                        "or a document cannot be purged in batches."),
      QT_TRANSLATE_NOOP("FailureRow", "Let the TTL monitor of the server delete them."),
      FailureRemedy::None}},
    {base::LocalReason::CrowdedDate,
     {QT_TRANSLATE_NOOP("FailureRow",
                        "Too many documents have the same date, so they cannot be archived."),
      QT_TRANSLATE_NOOP("FailureRow",
                        "Purge without an archive, or save the documents with another program "
                        "before."),
      FailureRemedy::None}},
    {base::LocalReason::DocumentNotExpired,
     {QT_TRANSLATE_NOOP("FailureRow",
                        "The server sent a document for the archive that the rule does not "
                        "delete."),
      QT_TRANSLATE_NOOP("FailureRow",
                        "Nothing was deleted. Check the rule, and start the purge again."),
      FailureRemedy::Retry}},
    {base::LocalReason::ArchiveExists,
     {QT_TRANSLATE_NOOP("FailureRow", "There is an archive in this folder already."),
      QT_TRANSLATE_NOOP("FailureRow",
                        "The details name the file. Choose another folder: an archive is never "
                        "overwritten."),
      FailureRemedy::None}},
    {base::LocalReason::ArchiveReplaced,
     {QT_TRANSLATE_NOOP("FailureRow",
                        "The archive is not the one that was written for this purge."),
      QT_TRANSLATE_NOOP("FailureRow",
                        "Put that archive back into its folder, or cancel the purge and start it "
                        "again."),
      FailureRemedy::None}},
    {base::LocalReason::ArchiveDamaged,
     {QT_TRANSLATE_NOOP("FailureRow", "The archive is damaged, or is not as it was written."),
      QT_TRANSLATE_NOOP("FailureRow",
                        "The details name the file and the fault. Nothing is deleted without a "
                        "whole archive: check the disk, and write the archive again."),
      FailureRemedy::None}},
    {base::LocalReason::ArchiveLineTooLong,
     {QT_TRANSLATE_NOOP("FailureRow", "A document is too large for a line of JSON."),
      QT_TRANSLATE_NOOP("FailureRow", "Archive as BSON instead."), FailureRemedy::None}},
    {base::LocalReason::OtherReplicaSet,
     {QT_TRANSLATE_NOOP("FailureRow", "This is another replica set than before."),
      QT_TRANSLATE_NOOP("FailureRow", "Check which server it is before you start again."),
      FailureRemedy::Refresh}},
    {base::LocalReason::CollectionGone,
     {QT_TRANSLATE_NOOP("FailureRow", "The collection no longer exists."),
      QT_TRANSLATE_NOOP("FailureRow",
                        "It was dropped or renamed. Refresh to see what is there now."),
      FailureRemedy::Refresh}},
    {base::LocalReason::CollectionReplaced,
     {QT_TRANSLATE_NOOP("FailureRow", "This is another collection of the same name."),
      QT_TRANSLATE_NOOP("FailureRow",
                        "The former one was dropped or renamed. Check what this one contains "
                        "before you start again."),
      FailureRemedy::Refresh}},
    {base::LocalReason::IndexNotAsRequested,
     {QT_TRANSLATE_NOOP("FailureRow", "The result is not what was requested."),
      QT_TRANSLATE_NOOP("FailureRow", "Check the current state of the index before you try again."),
      FailureRemedy::Refresh}},
    {base::LocalReason::IndexChanged,
     {QT_TRANSLATE_NOOP("FailureRow", "The index has been changed in the meantime."),
      QT_TRANSLATE_NOOP("FailureRow", "Look at the index as it is now before you try again."),
      FailureRemedy::Refresh}},
    {base::LocalReason::ChangeOnOtherServer,
     {QT_TRANSLATE_NOOP("FailureRow", "The change was made on another server."),
      QT_TRANSLATE_NOOP("FailureRow", "Connect to that server to undo it."), FailureRemedy::None}},
    {base::LocalReason::StepsUnknown,
     {QT_TRANSLATE_NOOP("FailureRow",
                        "The outcome of one of the commands of the change is not certain."),
      QT_TRANSLATE_NOOP("FailureRow", "The journal shows which of them were executed."),
      FailureRemedy::Refresh}},
    {base::LocalReason::DeletionCut,
     {QT_TRANSLATE_NOOP("FailureRow", "The deletion was cut off before it was complete."),
      QT_TRANSLATE_NOOP("FailureRow", "Delete the rest again if it is still wanted."),
      FailureRemedy::Refresh}},
    {base::LocalReason::ChangeActive,
     {QT_TRANSLATE_NOOP("FailureRow", "Another change of documents is in progress."),
      QT_TRANSLATE_NOOP("FailureRow", "Try again when it has ended."), FailureRemedy::Retry}},
    {base::LocalReason::DocumentChanged,
     {QT_TRANSLATE_NOOP("FailureRow", "Another client has changed the document since it was read."),
      QT_TRANSLATE_NOOP("FailureRow", "Refresh, and make the change again."),
      FailureRemedy::Refresh}},
    {base::LocalReason::DateUnchangeable,
     {QT_TRANSLATE_NOOP("FailureRow",
                        "The date that this collection's rule uses cannot be changed."),
      QT_TRANSLATE_NOOP("FailureRow",
                        "It is part of the _id, or of a measurement of a time series."),
      FailureRemedy::None}},
    {base::LocalReason::FieldHidden,
     {QT_TRANSLATE_NOOP("FailureRow",
                        "The server hides the field of the rule from queries, so nothing can be "
                        "counted by it."),
      QT_TRANSLATE_NOOP("FailureRow", "Only the server knows which of its documents are due."),
      FailureRemedy::None}},
    {base::LocalReason::ExpiryPaused,
     {QT_TRANSLATE_NOOP("FailureRow", "Expiry is paused here already."),
      QT_TRANSLATE_NOOP("FailureRow", "Refresh to see the current state."),
      FailureRemedy::Refresh}},
    {base::LocalReason::MonitorOff,
     {QT_TRANSLATE_NOOP("FailureRow", "The TTL monitor is off already."),
      QT_TRANSLATE_NOOP("FailureRow", "Refresh to see the current state."),
      FailureRemedy::Refresh}},
    {base::LocalReason::MonitorUnchanged,
     {QT_TRANSLATE_NOOP("FailureRow",
                        "The server has accepted the command, but its TTL monitor is as it was "
                        "before."),
      QT_TRANSLATE_NOOP("FailureRow", "Refresh, and try again."), FailureRemedy::Refresh}},
    {base::LocalReason::MonitorUnknown,
     {QT_TRANSLATE_NOOP("FailureRow", "The server does not report whether its TTL monitor is on."),
      QT_TRANSLATE_NOOP("FailureRow",
                        "It cannot be paused here: the value to go back to would not be known."),
      FailureRemedy::None}},
    {base::LocalReason::SwitchActive,
     {QT_TRANSLATE_NOOP("FailureRow", "The TTL monitor of this member is being switched."),
      QT_TRANSLATE_NOOP("FailureRow", "Try again when it has ended."), FailureRemedy::Retry}},
    {base::LocalReason::OneMemberOnly,
     {QT_TRANSLATE_NOOP("FailureRow",
                        "The connection leads to one member only, such as through an SSH tunnel."),
      QT_TRANSLATE_NOOP("FailureRow", "Connect to the other member itself."), FailureRemedy::None}},
    {base::LocalReason::RestorePointsBusy,
     {QT_TRANSLATE_NOOP("FailureRow", "Another restore point is being made, restored or deleted."),
      QT_TRANSLATE_NOOP("FailureRow", "Try again when it has ended."), FailureRemedy::Retry}},
    {base::LocalReason::LocalEngineOnly,
     {QT_TRANSLATE_NOOP("FailureRow",
                        "This works only with the local engine, while it is running and "
                        "connected."),
      QT_TRANSLATE_NOOP("FailureRow", "Start the local engine, and connect to it."),
      FailureRemedy::None}},
});

// Whether each reason has its row.
constexpr bool haveAllReasons()
{
    for (std::size_t place = 0; place < kLocalReasons.size(); ++place) {
        if (kLocalReasons[place].reason != static_cast<base::LocalReason>(place + 1)) {
            return false;
        }
    }
    return kLocalReasons.size() == static_cast<std::size_t>(base::LocalReason::LocalEngineOnly);
}
static_assert(haveAllReasons());

} // namespace

const FailureRow& rowOf(base::Errc code)
{
    // in the order of Errc
    static constexpr auto kRows = std::to_array<FailureRow>({
        {QT_TRANSLATE_NOOP("FailureRow", "A value is not valid."),
         QT_TRANSLATE_NOOP("FailureRow", "Correct the value and try again."), FailureRemedy::None},
        {QT_TRANSLATE_NOOP("FailureRow", "It no longer exists."),
         QT_TRANSLATE_NOOP("FailureRow", "Refresh to see the current state."),
         FailureRemedy::Refresh},
        {QT_TRANSLATE_NOOP("FailureRow", "The current state does not allow it."),
         QT_TRANSLATE_NOOP("FailureRow",
                           "The details contain the reason. Refresh before you try again."),
         FailureRemedy::Refresh},
        {QT_TRANSLATE_NOOP("FailureRow", "This is not permitted."),
         QT_TRANSLATE_NOOP("FailureRow",
                           "Unlock the connection, or ask for the missing privilege."),
         FailureRemedy::Unlock},
        {QT_TRANSLATE_NOOP("FailureRow", "This server does not support it."),
         QT_TRANSLATE_NOOP("FailureRow",
                           "What this server can do, in the menu Server, lists what it supports."),
         FailureRemedy::None},
        {QT_TRANSLATE_NOOP("FailureRow", "The server returned an error."),
         QT_TRANSLATE_NOOP("FailureRow", "The details contain the message of the server."),
         FailureRemedy::Retry},
        {QT_TRANSLATE_NOOP("FailureRow", "The server cannot be reached."),
         QT_TRANSLATE_NOOP("FailureRow",
                           "Check that it is running and that the address is correct."),
         FailureRemedy::Retry},
        {QT_TRANSLATE_NOOP("FailureRow", "The server took too long."),
         QT_TRANSLATE_NOOP("FailureRow", "Try again, or choose a smaller range."),
         FailureRemedy::Retry},
        {QT_TRANSLATE_NOOP("FailureRow", "It was cancelled."), nullptr, FailureRemedy::Retry},
        {QT_TRANSLATE_NOOP("FailureRow", "A file could not be read or written."),
         QT_TRANSLATE_NOOP("FailureRow",
                           "The details name it. Check the free space and the permissions of its "
                           "folder."),
         FailureRemedy::Retry},
        {QT_TRANSLATE_NOOP("FailureRow", "The reply of the server could not be understood."),
         QT_TRANSLATE_NOOP("FailureRow",
                           "Another program or a proxy may answer at this address. Check host and "
                           "port."),
         FailureRemedy::Retry},
        {QT_TRANSLATE_NOOP("FailureRow",
                           "The connection leads to another server now, so nothing was sent."),
         QT_TRANSLATE_NOOP("FailureRow",
                           "Check which server it is before you unlock the connection."),
         FailureRemedy::Refresh},
        {QT_TRANSLATE_NOOP("FailureRow",
                           "No certain answer arrived, so the server may have made the change."),
         QT_TRANSLATE_NOOP("FailureRow",
                           "The journal is completed as soon as the server can be asked."),
         FailureRemedy::Refresh},
        kInternal,
    });
    static_assert(kRows.size() == static_cast<std::size_t>(base::Errc::Internal) + 1);
    const auto place = static_cast<std::size_t>(code);
    return place < kRows.size() ? kRows[place] : kInternal;
}

const FailureRow* rowOf(base::LocalReason reason)
{
    const auto place = static_cast<std::size_t>(reason);
    return place == 0 || place > kLocalReasons.size() ? nullptr : &kLocalReasons[place - 1].row;
}

} // namespace sandglass::presenters
