// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sandglass::base {

/// The kind of failure. Code branches on it, and presenters choose their sentence by it.
enum class Errc {
    InvalidInput, ///< a value given by the caller is not usable
    NotFound, ///< the named thing does not exist
    Conflict, ///< it exists already, or differs from what was asked for
    NotPermitted, ///< the server or the operating system refused access
    Unsupported, ///< this server or version cannot do it
    Server, ///< a server answered with an error: see serverCode
    Network, ///< no connection, or it was lost
    Timeout, ///< the time limit passed
    Cancelled, ///< the caller cancelled the operation
    Storage, ///< files could not be read or written
    Protocol, ///< the peer broke the wire protocol
    OtherServer, ///< the connection leads to another server than before; nothing was sent
    OutcomeUnknown, ///< a change was sent and no answer arrived: it may have been made
    Internal, ///< a fault of our own
};

/// The code's own name, for example "InvalidInput"; for logs.
std::string_view name(Errc code);

/// The reason for an error that Sandglass itself made, where the code alone is not specific enough.
/// Each reason has a text of its own in app/presenters/words/failure_rows.cpp.
enum class LocalReason {
    None, ///< the code is specific enough
    ConnectionLocked,
    PurgeActive, ///< only one staged purge runs at a time
    PurgeOfOtherServer,
    PurgeResumedInDialog, ///< on a production server, where the name must be typed
    PurgeDeletesNothing, ///< batch after batch finds documents and deletes none
    PurgeNotSaved, ///< its state, which must outlive the program, was not written
    LagNotTold, ///< the server does not tell how far its members are behind
    CollatedIds, ///< a collation could select documents with another _id
    CrowdedDate, ///< more documents with one date than a page of the archive can skip
    DocumentNotExpired, ///< sent by the server for the archive
    ArchiveExists,
    ArchiveReplaced, ///< the folder holds another archive than the purge's
    ArchiveDamaged, ///< it differs from what was written, or cannot be read
    ArchiveLineTooLong, ///< a document as JSON
    OtherReplicaSet,
    CollectionGone,
    CollectionReplaced, ///< dropped and created again, or renamed
    IndexNotAsRequested, ///< read back after the command
    IndexChanged, ///< by somebody else since it was read
    ChangeOnOtherServer, ///< an entry of the journal
    StepsUnknown, ///< what became of one of the commands of a change is not certain
    DeletionCut, ///< the connection was lost before all of its commands were sent. Error::deleted
                 ///< is what reading back shows
    ChangeActive, ///< of documents; only one at a time
    DocumentChanged, ///< by somebody else since it was read
    DateUnchangeable, ///< an _id or a measurement of a time series
    FieldHidden, ///< from queries, by the server
    ExpiryPaused,
    MonitorOff, ///< so it cannot be paused
    MonitorUnchanged, ///< although the server has accepted the command
    MonitorUnknown, ///< the server does not report it
    SwitchActive, ///< of a TTL monitor
    OneMemberOnly, ///< the connection reaches no other member
    RestorePointsBusy,
    LocalEngineOnly,
};

/// The reason's own name, for example "PurgeActive"; empty for None. For files and logs.
std::string_view name(LocalReason reason);
/// The reason of that name; None for an unknown one, such as that of a later version.
LocalReason localReasonFrom(std::string_view written);

/// A failure as a value: a code for programs, a message for people.
struct Error
{
    Errc code = Errc::Internal;
    std::string message; ///< English, a whole sentence where possible; never holds a secret
    int serverCode = 0; ///< the server's numeric code, 0 when the error does not come from a server
    std::string
        serverCodeName; ///< the server's name for that code, for example "CannotCreateIndex"
    std::string serverDetails
        = {}; ///< further fields of the server's error as BSON, such as keyValue; empty: none
    LocalReason reason = LocalReason::None; ///< only of an error that no server has sent
    std::optional<std::int64_t> deleted
        = {}; ///< documents deleted before a deletion by several commands failed; of DeletionCut
              ///< all that are gone; unset: another change, or not known

    /// Puts the failed action before the message: "listing indexes of a.b: …". `what` has no colon
    /// at its end.
    Error&& during(std::string_view what) &&;
    /// Says why Sandglass made this error: failure(…).because(LocalReason::PurgeActive).
    Error&& because(LocalReason why) &&;
};

/// An error as a MongoDB server reports it, received or about to be sent. `code`, `codeName`:
/// MongoDB's own.
Error serverError(int code, std::string codeName, std::string message);

} // namespace sandglass::base
