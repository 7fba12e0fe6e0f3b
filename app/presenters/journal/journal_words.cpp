// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/journal/journal_words.h"

#include "app/bson/json.h"
#include "app/presenters/words/failure_text.h"
#include "app/presenters/words/words.h"
#include "app/protocol/secrets.h"
#include "app/services/connections/connection_service.h"
#include "app/services/indexes/undo_plan.h"
#include "app/services/journal/journal_service.h"
#include "app/services/journal/task_service.h"
#include "app/ttl/own_rule.h"

#include <QCoreApplication>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

struct Journal
{
    Q_DECLARE_TR_FUNCTIONS(Journal)
};

QString title(const services::JournalEntry& entry)
{
    const QString index = text(entry.index);
    const QString collection = text(entry.ns.text());
    switch (entry.kind) {
    case services::JournalKind::CreateIndex:
        return Journal::tr("Create index %1 on %2").arg(index, collection);
    case services::JournalKind::ChangeIndex:
        if (ttl::isOwnRule({entry.ns, entry.index})) {
            return Journal::tr("Change the collection-level rule of %1").arg(collection);
        }
        return Journal::tr("Change index %1 of %2").arg(index, collection);
    case services::JournalKind::DropIndex:
        return Journal::tr("Drop index %1 of %2").arg(index, collection);
    case services::JournalKind::InsertDocument:
        return Journal::tr("Insert into %1").arg(collection);
    case services::JournalKind::ReplaceDocument:
        return Journal::tr("Replace a document of %1").arg(collection);
    case services::JournalKind::SetDate:
        return Journal::tr("Set the date of documents of %1").arg(collection);
    case services::JournalKind::RemoveDocuments:
        return Journal::tr("Delete documents of %1").arg(collection);
    case services::JournalKind::StagedPurge:
        return Journal::tr("Purge %1 in stages").arg(collection);
    case services::JournalKind::MakeRestorePoint:
        return collection.isEmpty() ? Journal::tr("Make a restore point")
                                    : Journal::tr("Make a restore point for %1").arg(collection);
    case services::JournalKind::RestoreData:
        return Journal::tr("Restore the data of the local engine");
    case services::JournalKind::PauseExpiry:
        return index.isEmpty() ? Journal::tr("Pause expiry")
                               : Journal::tr("Pause expiry on %1").arg(index);
    case services::JournalKind::ResumeExpiry:
        return index.isEmpty() ? Journal::tr("Resume expiry")
                               : Journal::tr("Resume expiry on %1").arg(index);
    case services::JournalKind::PutBackDocuments:
        return Journal::tr("Put expired documents back");
    case services::JournalKind::LoadSampleData:
        break;
    }
    return Journal::tr("Load sample data into %1").arg(collection);
}

bool isIndexKind(services::JournalKind kind)
{
    return kind == services::JournalKind::CreateIndex || kind == services::JournalKind::ChangeIndex
        || kind == services::JournalKind::DropIndex;
}

// A deletion of which reading back has found only a part.
bool isPartlyDeleted(const services::JournalEntry& entry)
{
    return entry.kind == services::JournalKind::RemoveDocuments && entry.verifiedLater
        && entry.status == services::JournalStatus::Succeeded
        && entry.documents < entry.command["documents"].toInt64();
}

// How it ended. Commands on documents reply with a number, which reads better than the JSON around
// it.
QString resultText(const services::JournalEntry& entry)
{
    if (entry.verifiedLater && entry.error && services::isUnconfirmed(*entry.error)
        && entry.status == services::JournalStatus::Succeeded) {
        return describe(*entry.error).sentence;
    }
    if (isPartlyDeleted(entry)) {
        return Journal::tr("The outcome was not certain. Reading back shows that %1 of %2 "
                           "documents were deleted.")
            .arg(countText(entry.documents), countText(entry.command["documents"].toInt64()));
    }
    if (entry.verifiedLater) {
        return entry.status == services::JournalStatus::Succeeded
            ? Journal::tr(
                "The outcome was not certain. Reading back shows that the command was executed.")
            : Journal::tr(
                "The outcome was not certain. Reading back shows that it is not in effect.");
    }
    if (entry.error) {
        return describe(*entry.error).sentence;
    }
    if (isIndexKind(entry.kind)) {
        return Journal::tr("done");
    }
    const int count = pluralCount(entry.documents);
    // a purge that could not count one of its batches
    const bson::ValueView exact = entry.reply["deletedExact"];
    return exact.isMissing() || exact.toBool()
        ? Journal::tr("%Ln document(s)", nullptr, count)
        : Journal::tr("at least %Ln document(s)", nullptr, count);
}

// What the server has sent, as it is.
QString replyText(const services::JournalEntry& entry)
{
    if (entry.error) {
        const FailureText failure = describe(*entry.error);
        QStringList parts{failure.codeName, failure.details};
        parts.removeAll(QString());
        return parts.join(u'\n');
    }
    return entry.reply.empty() ? QString() : text(bson::toJson(entry.reply));
}

QString undoWords(const services::JournalEntry& entry)
{
    switch (entry.kind) {
    case services::JournalKind::CreateIndex:
        return Journal::tr("Drops the index. Deleted documents do not come back.");
    case services::JournalKind::DropIndex:
        return Journal::tr(
            "Creates the index again as it was. Deleted documents do not come back.");
    default:
        if (ttl::isOwnRule({entry.ns, entry.index})) {
            return Journal::tr(
                "Restores the previous collection-level rule. Deleted documents do not come back.");
        }
        return Journal::tr(
            "Restores the previous settings of the index. Deleted documents do not come back.");
    }
}

// The file may have been written by somebody else, so credentials are taken out once more.
QString serverText(const services::JournalEntry& entry)
{
    services::LinkState local;
    local.local = true;
    if (entry.server == services::serverName(local)) {
        return Journal::tr("Local engine");
    }
    return text(protocol::withoutCredentials(utf8(entry.server)));
}

EntryOutcome outcomeOf(const services::JournalEntry& entry)
{
    switch (entry.status) {
    case services::JournalStatus::Pending:
        return EntryOutcome::Pending;
    case services::JournalStatus::Succeeded:
        return EntryOutcome::Succeeded;
    case services::JournalStatus::Failed:
        return EntryOutcome::Failed;
    case services::JournalStatus::Unknown:
        break;
    }
    return EntryOutcome::Unknown;
}

} // namespace

QString definitionWords(const bson::Document& listed)
{
    QStringList parts;
    const bson::ValueView seconds = listed["expireAfterSeconds"];
    // a collection's own rule has no name
    const bool index = listed.contains("name");
    parts << (seconds.isNumber() ? ruleWords(seconds.toInt64())
                  : index        ? Journal::tr("ordinary index")
                                 : Journal::tr("switched off"));
    if (listed["hidden"].toBool()) {
        parts << Journal::tr("hidden");
    }
    return parts.join(u", "_s);
}

QString changeWords(const services::JournalEntry& entry)
{
    const QString index = text(entry.index);
    const QString collection = text(entry.ns.text());
    if (entry.kind == services::JournalKind::DropIndex) {
        return Journal::tr("The index %1 of %2 was dropped.").arg(index, collection);
    }
    if (ttl::isOwnRule({entry.ns, entry.index})) {
        return Journal::tr("The collection-level rule of %1 is now: %2.")
            .arg(collection, entry.after ? definitionWords(*entry.after) : QString());
    }
    //: an index, its collection, and its rule: "createdAt_1 of app.sessions is now: after 3 h."
    return Journal::tr("%1 of %2 is now: %3.")
        .arg(index, collection, entry.after ? definitionWords(*entry.after) : QString());
}

QString dateUndoWords(bool known)
{
    return known
        ? Journal::tr("Gives the documents their earlier dates again, except those that another "
                      "client has changed since. Deleted documents do not come back.")
        : Journal::tr("The earlier dates are not known any more: only those of the latest changes "
                      "are kept, until the window is closed, and never in the journal.");
}

QString deletionWords(std::optional<std::int64_t> deletes)
{
    if (!deletes) {
        return Journal::tr("It is not known how many documents will go with the next pass");
    }
    return *deletes == 0
        ? QString()
        : Journal::tr("%Ln document(s) will go with the next pass", nullptr, pluralCount(*deletes));
}

JournalRow journalRow(const services::JournalEntry& entry)
{
    JournalRow row;
    row.id = entry.id;
    row.at = entry.at;
    row.what = title(entry);
    row.before = entry.before ? definitionWords(*entry.before) : QString();
    row.after = entry.kind == services::JournalKind::DropIndex ? Journal::tr("dropped")
        : entry.after                                          ? definitionWords(*entry.after)
                                                               : QString();
    row.outcome = outcomeOf(entry);
    row.result = resultText(entry);
    row.reply = replyText(entry);
    row.mongosh = text(entry.mongosh);
    row.server = serverText(entry);
    row.canUndo = services::canBeUndone(entry);
    if (row.canUndo) {
        row.undoText = undoWords(entry);
    }
    return row;
}

TaskRow taskRow(const services::Task& task)
{
    TaskRow row;
    row.id = task.id;
    row.startedAt = task.startedAt;
    row.percent = task.percent;
    row.cancellable = task.cancel.has_value();
    row.pausable = task.pause != services::TaskPause::None;
    row.paused = task.pause == services::TaskPause::Paused;
    const QString where = text(task.ns.text());
    switch (task.kind) {
    case services::TaskKind::CountEffect:
        row.title = Journal::tr("Counting what a rule would delete in %1").arg(where);
        break;
    case services::TaskKind::CountExactly:
        row.title = where.isEmpty() ? Journal::tr("Counting every collection exactly")
                                    : Journal::tr("Counting %1 exactly").arg(where);
        break;
    case services::TaskKind::CreateIndex:
        row.title = Journal::tr("Creating an index on %1").arg(where);
        break;
    case services::TaskKind::ChangeIndex:
        row.title = Journal::tr("Changing an index of %1").arg(where);
        break;
    case services::TaskKind::DropIndex:
        row.title = Journal::tr("Dropping an index of %1").arg(where);
        break;
    case services::TaskKind::Archive:
        row.title = Journal::tr("Archiving documents of %1").arg(where);
        break;
    case services::TaskKind::StagedPurge:
        row.title = Journal::tr("Purging %1 in stages").arg(where);
        break;
    case services::TaskKind::LoadSampleData:
        row.title = Journal::tr("Loading sample data into %1").arg(where);
        break;
    case services::TaskKind::ChangeDocuments:
        row.title = Journal::tr("Changing documents of %1").arg(where);
        break;
    case services::TaskKind::Diagnose:
        row.title = where.isEmpty()
            ? Journal::tr("Checking why documents do not expire")
            : Journal::tr("Checking why documents do not expire in %1").arg(where);
        break;
    }
    return row;
}

} // namespace sandglass::presenters
