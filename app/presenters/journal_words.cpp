// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/journal_words.h"

#include "app/bson/json.h"
#include "app/presenters/failure_text.h"
#include "app/presenters/words.h"
#include "app/services/journal_service.h"
#include "app/services/task_service.h"

#include <QCoreApplication>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

struct Journal
{
    Q_DECLARE_TR_FUNCTIONS(Journal)
};

// An index definition as a server lists it, in words.
QString definitionWords(const std::optional<bson::Document>& listed)
{
    if (!listed) {
        return {};
    }
    QStringList parts;
    const bson::ValueView seconds = (*listed)["expireAfterSeconds"];
    parts << (seconds.isNumber() ? ruleWords(seconds.toInt64()) : Journal::tr("ordinary index"));
    if ((*listed)["hidden"].toBool()) {
        parts << Journal::tr("hidden");
    }
    return parts.join(u", "_s);
}

QString title(const services::JournalEntry& entry)
{
    const QString index = text(entry.index);
    const QString collection = text(entry.ns.text());
    switch (entry.kind) {
    case services::JournalKind::CreateIndex:
        return Journal::tr("Create index %1 on %2").arg(index, collection);
    case services::JournalKind::ChangeIndex:
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

QString replyText(const services::JournalEntry& entry)
{
    if (entry.error) {
        const FailureText failure = describe(*entry.error);
        return failure.details.isEmpty() ? failure.sentence : failure.details;
    }
    if (!isIndexKind(entry.kind) && entry.status == services::JournalStatus::Succeeded) {
        return Journal::tr("%Ln document(s)", nullptr, pluralCount(entry.documents));
    }
    return text(bson::toJson(entry.reply));
}

void fillUndo(const services::JournalEntry& entry, JournalRow& row)
{
    if (entry.status != services::JournalStatus::Succeeded) {
        return;
    }
    switch (entry.kind) {
    case services::JournalKind::CreateIndex:
        row.undoText = Journal::tr("Drops the index again. Deleted documents do not come back.");
        break;
    case services::JournalKind::DropIndex:
        row.undoText
            = Journal::tr("Makes the index again as it was. Deleted documents do not come back.");
        break;
    case services::JournalKind::ChangeIndex:
        // collMod can make a TTL index out of an ordinary one, but not the other way round
        if (!entry.before
            || (!(*entry.before).contains("expireAfterSeconds") && entry.after
                && (*entry.after).contains("expireAfterSeconds"))) {
            return;
        }
        row.undoText
            = Journal::tr("Sets the index to what it was. Deleted documents do not come back.");
        break;
    default:
        return;
    }
    row.canUndo = entry.kind == services::JournalKind::CreateIndex || entry.before.has_value();
}

} // namespace

JournalRow journalRow(const services::JournalEntry& entry)
{
    JournalRow row;
    row.id = entry.id;
    row.at = entry.at;
    row.what = title(entry);
    row.before = definitionWords(entry.before);
    row.after = entry.kind == services::JournalKind::DropIndex ? Journal::tr("dropped")
                                                               : definitionWords(entry.after);
    row.outcome = entry.status == services::JournalStatus::Pending ? EntryOutcome::Pending
        : entry.status == services::JournalStatus::Succeeded       ? EntryOutcome::Succeeded
                                                                   : EntryOutcome::Failed;
    row.reply = replyText(entry);
    row.mongosh = text(entry.mongosh);
    row.target = entry.server + u' ' + text(entry.ns.text());
    fillUndo(entry, row);
    return row;
}

TaskRow taskRow(const services::Task& task)
{
    TaskRow row;
    row.id = task.id;
    row.startedAt = task.startedAt;
    row.percent = task.percent;
    row.cancellable = task.cancel.has_value();
    const QString where = text(task.ns.text());
    switch (task.kind) {
    case services::TaskKind::CountEffect:
        row.title = Journal::tr("Counting what a rule would delete in %1").arg(where);
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
    case services::TaskKind::LoadSampleData:
        row.title = Journal::tr("Loading sample data into %1").arg(where);
        break;
    case services::TaskKind::ChangeDocuments:
        row.title = Journal::tr("Changing documents of %1").arg(where);
        break;
    }
    return row;
}

} // namespace sandglass::presenters
