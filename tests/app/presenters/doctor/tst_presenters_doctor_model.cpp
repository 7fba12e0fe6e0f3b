// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/doctor/check_words.h"
#include "app/presenters/doctor/doctor_model.h"
#include "app/presenters/doctor/doctor_words.h"
#include "app/presenters/explorer/inspector_presenter.h"
#include "app/ttl/doctor/check.h"
#include "tests/app/presenters/sentence.h"
#include "tests/support/shown_moment.h"
#include "tests/support/test_program.h"

#include <QAbstractItemModelTester>
#include <QObject>
#include <QSignalSpy>
#include <QTest>

namespace tst_presenters_doctor_model {

using namespace sandglass;
using namespace Qt::StringLiterals;
using presenters::DoctorRemedy;
using presenters::Tone;
using ttl::doctor::Action;
using ttl::doctor::CheckId;
using ttl::doctor::Finding;
using ttl::doctor::State;
using Model = presenters::DoctorModel;

namespace {

const base::Time kNow(base::Millis(1'893'456'000'000)); // 1 January 2030, 00:00 UTC
const protocol::Namespace kCarts{"shop", "carts"};

Finding finding(CheckId check, State state, const std::string& index = "seen_1")
{
    Finding made;
    made.check = check;
    made.state = state;
    made.ns = kCarts;
    made.index = index;
    return made;
}

/// A missing field: 3 of 12 documents, one of them with the _id 5.
Finding missing()
{
    Finding made = finding(CheckId::FieldPresent, State::Failed);
    made.action = Action::SetField;
    made.evidence.count = 3;
    made.evidence.of = 12;
    made.evidence.sampleId = "5";
    return made;
}

QString titleOf(CheckId check)
{
    return presenters::wordsOf(check).title();
}

/// The model with these lines, under the eyes of Qt's tester.
struct Table
{
    explicit Table(const std::vector<Finding>& findings, bool withCollections = false)
    {
        model.setZone(QTimeZone::utc());
        model.setFindings(findings, withCollections);
    }
    QString text(int column) const { return model.index(0, column).data().toString(); }
    QVariant at(int role, int column = 0) const { return model.index(0, column).data(role); }

    Model model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};
};

} // namespace

class TestDoctorModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyStateHasIconToneAndWord_data();
    void everyStateHasIconToneAndWord();
    void aLineSaysWhereItIs_data();
    void aLineSaysWhereItIs();
    void aSpokenLineIsOneParagraph();
    void onlyTheFirstCellSpeaksForTheRow();
    void aReportLineHasThreeLinesAtMost();
    void aLineWithoutEvidenceOrAdviceStandsAlone();
    void momentsFollowTheZone();
    void everyRemedyLeadsSomewhere();
    void aFindingAboutTheServerOpensNoCollection();
    void rowsThatAreNotThereHaveNoRemedy();
    void newFindingsForgetTheSelection();
    void hostileIdsStayInTheirPlace();
};

void TestDoctorModel::everyStateHasIconToneAndWord_data()
{
    QTest::addColumn<int>("state");
    QTest::addColumn<QString>("icon");
    QTest::addColumn<int>("tone");
    const auto row = [](const char* name, State state, const QString& icon, Tone tone) {
        QTest::newRow(name) << static_cast<int>(state) << icon << static_cast<int>(tone);
    };
    row("passed", State::Passed, u"ok"_s, Tone::Good);
    row("failed", State::Failed, u"error"_s, Tone::Bad);
    row("warning", State::Warning, u"warning"_s, Tone::Warning);
    row("refused", State::NotPermitted, u"lock"_s, Tone::Plain);
    row("skipped", State::NotApplicable, u"skipped"_s, Tone::Plain);
    row("unknown", State::Unknown, u"help"_s, Tone::Plain);
}

void TestDoctorModel::everyStateHasIconToneAndWord()
{
    QFETCH(int, state);
    QFETCH(QString, icon);
    QFETCH(int, tone);
    const Table table({finding(CheckId::IndexReady, static_cast<State>(state))});
    QCOMPARE(table.at(Model::IconNameRole).toString(), icon);
    QCOMPARE(table.at(Model::ToneRole).toInt(), tone);
    const QString word = presenters::stateWord(static_cast<State>(state));
    QCOMPARE(table.text(Model::StateColumn), word);
    QVERIFY(table.model.reportLine(0).startsWith(u'[' + word + u']'));
}

void TestDoctorModel::aLineSaysWhereItIs_data()
{
    QTest::addColumn<QString>("database");
    QTest::addColumn<QString>("index");
    QTest::addColumn<bool>("withCollections");
    QTest::addColumn<QString>("place");
    QTest::newRow("server") << QString() << QString() << false << u"server"_s;
    QTest::newRow("server among others") << QString() << QString() << true << u"server"_s;
    QTest::newRow("collection") << u"shop"_s << QString() << false << u"collection"_s;
    QTest::newRow("index") << u"shop"_s << u"at_1"_s << false << u"at_1"_s;
    QTest::newRow("one of several") << u"shop"_s << u"at_1"_s << true << u"shop.carts · at_1"_s;
    QTest::newRow("one of several, whole")
        << u"shop"_s << QString() << true << u"shop.carts · collection"_s;
}

void TestDoctorModel::aLineSaysWhereItIs()
{
    QFETCH(QString, database);
    QFETCH(QString, index);
    QFETCH(bool, withCollections);
    QFETCH(QString, place);
    Finding made = finding(CheckId::MonitorOn, State::Passed, index.toStdString());
    made.ns = database.isEmpty() ? protocol::Namespace() : kCarts;
    QCOMPARE(Table({made}, withCollections).text(Model::PlaceColumn), place);
}

void TestDoctorModel::aSpokenLineIsOneParagraph()
{
    const Table table({missing()});
    const QString spoken = table.at(Model::SpokenRole).toString();
    QVERIFY2(tests::hasInOrder(
                 spoken,
                 {titleOf(CheckId::FieldPresent), presenters::stateWord(State::Failed), u"seen_1"_s,
                  table.text(Model::EvidenceColumn), table.text(Model::AdviceColumn)}),
             qPrintable(spoken));
    QVERIFY(!spoken.contains(u'\n'));
}

void TestDoctorModel::onlyTheFirstCellSpeaksForTheRow()
{
    const Table table({missing()});
    QCOMPARE(table.at(Qt::AccessibleTextRole), table.at(Model::SpokenRole));
    for (int column = 1; column < table.model.columnCount(); ++column) {
        QVERIFY(!table.at(Qt::AccessibleTextRole, column).isValid());
        QCOMPARE(table.at(Model::SpokenRole, column), table.at(Model::SpokenRole));
    }
}

void TestDoctorModel::aReportLineHasThreeLinesAtMost()
{
    const Table table({missing()});
    const QStringList lines = table.model.reportLine(0).split(u'\n');
    QCOMPARE(lines.size(), 3);
    QVERIFY2(lines[0].contains(titleOf(CheckId::FieldPresent) + u" (seen_1)"_s),
             qPrintable(lines[0]));
    QCOMPARE(lines[1].trimmed(), table.text(Model::EvidenceColumn));
    QCOMPARE(lines[2].trimmed(), table.text(Model::AdviceColumn));
}

void TestDoctorModel::aLineWithoutEvidenceOrAdviceStandsAlone()
{
    const Table table({finding(CheckId::IndexReady, State::Passed)});
    const QString line = table.model.reportLine(0);
    QVERIFY2(line.endsWith(titleOf(CheckId::IndexReady) + u" (seen_1)"_s), qPrintable(line));
    QVERIFY(!line.contains(u'\n'));
    QVERIFY(table.text(Model::EvidenceColumn).isEmpty());
    QVERIFY(table.text(Model::AdviceColumn).isEmpty());
}

void TestDoctorModel::momentsFollowTheZone()
{
    Finding pass = finding(CheckId::PassesMoving, State::Passed);
    pass.evidence.moment = kNow;
    Table table({pass});
    QVERIFY(
        table.text(Model::EvidenceColumn).contains(tests::shownMoment(u"2030-01-01 00:00:00"_s)));
    QSignalSpy changed(&table.model, &QAbstractItemModel::dataChanged);
    table.model.setZone(QTimeZone("Asia/Kathmandu"));
    QVERIFY(table.text(Model::EvidenceColumn).contains(u"05:45:00"_s));
    QVERIFY(table.model.reportLine(0).contains(u"05:45:00"_s));
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed.front().front().toModelIndex().column(), int{Model::EvidenceColumn});
}

void TestDoctorModel::everyRemedyLeadsSomewhere()
{
    for (int each = 0; each < static_cast<int>(ttl::doctor::kActionCount); ++each) {
        Finding made = missing();
        made.action = static_cast<Action>(each);
        made.evidence.detail = "made_1";
        Model model;
        model.setFindings({made}, false);
        const std::optional<DoctorRemedy> remedy = model.remedy(0);
        // nothing to do is the only thing that needs no button
        QCOMPARE(remedy.has_value(), made.action != Action::None);
        if (!remedy) {
            continue;
        }
        QVERIFY2(remedy->buttonText.contains(u'&'), qPrintable(remedy->buttonText));
        QCOMPARE(remedy->index.ns, kCarts);
        QVERIFY(!remedy->index.name.empty());
    }
}

void TestDoctorModel::aFindingAboutTheServerOpensNoCollection()
{
    Finding made = missing();
    made.ns = {};
    Model model;
    model.setFindings({made}, false);
    QVERIFY(!model.remedy(0));
    made.action = Action::EnableMonitor;
    model.setFindings({made}, false);
    QCOMPARE(model.remedy(0)->kind, DoctorRemedy::Kind::ShowMembers);
}

void TestDoctorModel::rowsThatAreNotThereHaveNoRemedy()
{
    Finding made = missing();
    made.action = Action::LookAgain;
    const Table table({made});
    QVERIFY(table.model.remedy(0));
    QVERIFY(!table.model.remedy(1));
    QVERIFY(!table.model.remedy(-1));
}

void TestDoctorModel::newFindingsForgetTheSelection()
{
    Table table({missing()});
    const QPersistentModelIndex selected = table.model.index(0, 0);
    table.model.setFindings({missing(), missing()}, false);
    QVERIFY(!selected.isValid());
    QCOMPARE(table.model.rowCount(), 2);
    table.model.setFindings({}, false);
    QCOMPARE(table.model.rowCount(), 0);
}

void TestDoctorModel::hostileIdsStayInTheirPlace()
{
    Finding made = missing();
    made.index = "%2 <b>\u202E";
    made.evidence.sampleId = "\"%1\\n%3\"";
    const Table table({made});
    const QString evidence = table.text(Model::EvidenceColumn);
    QVERIFY2(tests::hasInOrder(evidence, {u"3 "_s, u" 12 "_s, u" \"%1\\n%3\""_s}),
             qPrintable(evidence));
    QCOMPARE(table.text(Model::PlaceColumn), u"%2 <b>\u202E"_s);
    QVERIFY(table.model.reportLine(0).contains(u" (%2 <b>\u202E)\n"_s));
}

SANDGLASS_TEST(TestDoctorModel)
} // namespace tst_presenters_doctor_model

#include "tst_presenters_doctor_model.moc"
