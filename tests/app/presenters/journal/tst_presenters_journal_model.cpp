// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/presenters/journal/journal_export.h"
#include "app/presenters/journal/journal_model.h"
#include "app/presenters/journal/journal_words.h"
#include "app/services/journal/journal_entry.h"
#include "tests/support/shown_moment.h"
#include "tests/support/test_program.h"

#include <QAbstractItemModelTester>
#include <QObject>
#include <QPair>
#include <QSignalSpy>
#include <QTest>

namespace tst_presenters_journal_model {

using namespace sandglass;
using namespace Qt::StringLiterals;
using presenters::EntryOutcome;
using presenters::JournalRow;
using Model = presenters::JournalModel;

namespace {

const base::Time kNow(base::Millis(1'893'456'000'000)); // 1 January 2030, 00:00 UTC

JournalRow row(std::uint64_t id = 7)
{
    JournalRow made;
    made.id = id;
    made.at = kNow;
    made.what = u"Change index at_1 of shop.carts"_s;
    made.outcome = EntryOutcome::Succeeded;
    made.result = u"done"_s;
    made.reply = u"{\"ok\": 1}"_s;
    return made;
}

/// The model with these rows, under the eyes of Qt's tester.
struct Table
{
    explicit Table(std::vector<JournalRow> rows)
    {
        model.setRows(std::move(rows), QTimeZone::utc());
    }
    QString text(int column) const { return model.index(0, column).data().toString(); }
    QVariant at(int role) const { return model.index(0, 0).data(role); }

    Model model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};
};

} // namespace

class TestJournalModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theResultSaysHowItEnded();
    void whatTheServerSaysIsFoldedAway();
    void aDeletionOfWhichAPartIsFoundSaysHowMany();
    void theChangeHasBeforeAndAfter_data();
    void theChangeHasBeforeAndAfter();
    void theTimeIsInTheChosenZone();
    void severalServersAreNoticed();
    void aScreenReaderHearsTheWholeEntry();
    void theServerIsNamedWithoutCredentials();
    void aFileHasTimesWithTheirOffset();
    void rolesHaveWhatTheRowHides();
    void anIdOfAnySizeComesBack();
    void anAnsweredEntryKeepsTheSelection();
    void hostileRepliesAreShownAsTheyAre();
};

void TestJournalModel::theResultSaysHowItEnded()
{
    const auto shown = [](EntryOutcome outcome, bool undone = false) {
        JournalRow made = row();
        made.outcome = outcome;
        made.undone = undone;
        const Table table({made});
        return QPair(table.text(Model::ResultColumn), table.at(Model::OutcomeRole).toInt());
    };
    const QString result = row().result;
    for (const EntryOutcome answered : {EntryOutcome::Succeeded, EntryOutcome::Failed}) {
        QCOMPARE(shown(answered), QPair(result, static_cast<int>(answered)));
    }
    const QString pending = shown(EntryOutcome::Pending).first;
    const QString unknown = shown(EntryOutcome::Unknown).first;
    QVERIFY(!pending.isEmpty() && !unknown.isEmpty());
    QVERIFY(pending != unknown);
    QVERIFY(!pending.contains(result) && !unknown.contains(result)); // there is none to show
    const QString undone = shown(EntryOutcome::Succeeded, true).first;
    QVERIFY(undone.endsWith(result) && undone != result);
}

void TestJournalModel::whatTheServerSaysIsFoldedAway()
{
    services::JournalEntry entry;
    entry.kind = services::JournalKind::ChangeIndex;
    entry.status = services::JournalStatus::Failed;
    entry.error = base::serverError(13, "Unauthorized", "not authorized on shop");
    const Table refused({presenters::journalRow(entry)});
    const QString shown = refused.text(Model::ResultColumn);
    QVERIFY2(!shown.contains(u"13"_s) && !shown.contains(u"not authorized on"_s),
             qPrintable(shown));
    QCOMPARE(refused.at(Model::ReplyRole).toString(), u"13 Unauthorized\nnot authorized on shop"_s);

    entry.error.reset();
    entry.status = services::JournalStatus::Succeeded;
    entry.reply = bson::makeDocument("expireAfterSeconds_new", 60, "ok", 1.0);
    const Table made({presenters::journalRow(entry)});
    QCOMPARE(made.text(Model::ResultColumn), u"done"_s);
    QVERIFY(made.at(Model::ReplyRole).toString().contains(u"expireAfterSeconds_new"_s));
    entry.kind = services::JournalKind::RemoveDocuments;
    entry.documents = 3;
    QVERIFY(Table({presenters::journalRow(entry)}).text(Model::ResultColumn).contains(u'3'));
}

void TestJournalModel::aDeletionOfWhichAPartIsFoundSaysHowMany()
{
    services::JournalEntry entry;
    entry.kind = services::JournalKind::RemoveDocuments;
    entry.status = services::JournalStatus::Succeeded;
    entry.verifiedLater = true;
    entry.command = bson::makeDocument("delete", "carts", "documents", std::int64_t{1'500});
    entry.documents = 1'200;
    const QString part = presenters::journalRow(entry).result;
    QVERIFY2(part.contains(u"1,200 of 1,500 documents were deleted"_s), qPrintable(part));
    entry.documents = 1'500;
    const QString all = presenters::journalRow(entry).result;
    QVERIFY2(all.contains(u"the command was executed"_s), qPrintable(all));
}

void TestJournalModel::theChangeHasBeforeAndAfter_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QString>("words");
    QTest::newRow("both") << u"after 1 h"_s << u"after 3 h"_s << u"after 1 h → after 3 h"_s;
    QTest::newRow("created") << QString() << u"after 3 h"_s << u"after 3 h"_s;
    QTest::newRow("only before") << u"after 1 h"_s << QString() << u"after 1 h"_s;
    QTest::newRow("neither") << QString() << QString() << QString();
    QTest::newRow("placeholders") << u"%2"_s << u"%1"_s << u"%2 → %1"_s;
}

void TestJournalModel::theChangeHasBeforeAndAfter()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    QFETCH(QString, words);
    JournalRow made = row();
    made.before = before;
    made.after = after;
    QCOMPARE(Table({made}).text(Model::ChangeColumn), words);
}

void TestJournalModel::theTimeIsInTheChosenZone()
{
    Table table({row()});
    QCOMPARE(table.text(Model::TimeColumn), tests::shownMoment(u"2030-01-01 00:00:00"_s));
    QSignalSpy changed(&table.model, &QAbstractItemModel::dataChanged);
    table.model.setRows({row()}, QTimeZone("Asia/Kathmandu"));
    QCOMPARE(table.text(Model::TimeColumn), tests::shownMoment(u"2030-01-01 05:45:00"_s));
    QCOMPARE(changed.count(), 1);
}

void TestJournalModel::severalServersAreNoticed()
{
    JournalRow here = row(8);
    here.server = u"Local engine"_s;
    JournalRow there = row(7);
    there.server = u"mongodb://db.example/"_s;
    // an entry whose server is not known is not of another one
    Table table({here, row(9)});
    QVERIFY(!table.model.hasSeveralServers());
    table.model.setRows({here, there}, QTimeZone::utc());
    QVERIFY(table.model.hasSeveralServers());
    QCOMPARE(table.text(Model::ServerColumn), here.server);
    table.model.setRows({}, QTimeZone::utc());
    QVERIFY(!table.model.hasSeveralServers());
}

void TestJournalModel::aScreenReaderHearsTheWholeEntry()
{
    JournalRow here = row(8);
    here.server = u"Local engine"_s;
    here.before = u"after 1 h"_s;
    JournalRow there = row(7);
    there.server = u"mongodb://db.example/"_s;
    Table table({here});
    const QString alone = table.at(Qt::AccessibleTextRole).toString();
    for (const QString& part :
         {table.text(Model::TimeColumn), here.what, here.before, here.result}) {
        QVERIFY2(alone.contains(part), qPrintable(alone));
    }
    QVERIFY2(!alone.contains(here.server), qPrintable(alone));
    table.model.setRows({here, there}, QTimeZone::utc());
    QVERIFY(table.at(Qt::AccessibleTextRole).toString().contains(here.server));
    QVERIFY(table.model.index(1, 0).data(Qt::AccessibleTextRole).toString().contains(there.server));
}

void TestJournalModel::theServerIsNamedWithoutCredentials()
{
    services::JournalEntry entry;
    entry.kind = services::JournalKind::DropIndex;
    entry.server = u"mongodb://ada:secret@db.example:27018/?replicaSet=rs0"_s;
    QCOMPARE(presenters::journalRow(entry).server, u"mongodb://db.example:27018/?replicaSet=rs0"_s);
    entry.server = u"local"_s;
    QCOMPARE(presenters::journalRow(entry).server, u"Local engine"_s);
    entry.server.clear();
    QCOMPARE(presenters::journalRow(entry).server, QString());
}

void TestJournalModel::aFileHasTimesWithTheirOffset()
{
    using Export = presenters::JournalExport;
    JournalRow made = row();
    made.server = u"Local engine"_s;
    made.before = u"after 1 h"_s;
    made.after = u"after 3 h"_s;
    made.mongosh = u"db.runCommand({})"_s;
    const Export table({made}, QTimeZone("Asia/Kathmandu"));
    QCOMPARE(table.rowCount(), 1);
    const auto cell
        = [&](int column) { return table.index(0, column).data(Export::PlainRole).toString(); };
    QCOMPARE(cell(Export::TimeColumn), u"2030-01-01T05:45:00.000+05:45"_s);
    QCOMPARE(cell(Export::ServerColumn), made.server);
    QCOMPARE(cell(Export::WhatColumn), made.what);
    QCOMPARE(cell(Export::ChangeColumn), u"after 1 h → after 3 h"_s);
    QCOMPARE(cell(Export::ResultColumn), made.result);
    QCOMPARE(cell(Export::MongoshColumn), made.mongosh);
}

void TestJournalModel::rolesHaveWhatTheRowHides()
{
    JournalRow made = row();
    made.mongosh = u"db.runCommand({})"_s;
    made.canUndo = true;
    made.undoText = u"Sets the index to what it was."_s;
    const Table table({made});
    QCOMPARE(table.at(Model::MongoshRole).toString(), made.mongosh);
    QCOMPARE(table.at(Model::UndoTextRole).toString(), made.undoText);
    QVERIFY(table.at(Model::CanUndoRole).toBool());
    QCOMPARE(table.at(Model::ReplyRole).toString(), made.reply);
    QVERIFY(!Table({row()}).at(Model::CanUndoRole).toBool());
}

void TestJournalModel::anIdOfAnySizeComesBack()
{
    const Table table({row(0xFFFF'FFFF'FFFF'FFFFU)});
    QCOMPARE(table.at(Model::EntryIdRole).toULongLong(), 0xFFFF'FFFF'FFFF'FFFFULL);
}

void TestJournalModel::anAnsweredEntryKeepsTheSelection()
{
    JournalRow pending = row(8);
    pending.outcome = EntryOutcome::Pending;
    Table table({pending, row(7)});
    const QPersistentModelIndex selected = table.model.index(0, 0);
    table.model.setRows({row(8), row(7)}, QTimeZone::utc());
    QVERIFY(selected.isValid());
    QCOMPARE(table.text(Model::ResultColumn), u"done"_s);
}

void TestJournalModel::hostileRepliesAreShownAsTheyAre()
{
    JournalRow made = row();
    made.undone = true;
    made.result = u"%1 <b>\"x\"\n\u202E过"_s;
    made.reply = made.result + QString(10'240, u'y');
    const Table table({made});
    QVERIFY(table.text(Model::ResultColumn).endsWith(made.result));
    QCOMPARE(table.at(Model::ReplyRole).toString(), made.reply);
}

SANDGLASS_TEST(TestJournalModel)
} // namespace tst_presenters_journal_model

#include "tst_presenters_journal_model.moc"
