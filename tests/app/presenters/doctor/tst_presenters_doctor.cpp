// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/doctor/action_words.h"
#include "app/presenters/doctor/check_words.h"
#include "app/presenters/doctor/doctor_presenter.h"
#include "app/presenters/doctor/doctor_words.h"
#include "app/services/forecast/monitor_service.h"
#include "app/ttl/doctor/check.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"

#include <QAbstractItemModelTester>
#include <QObject>
#include <QTest>

namespace tst_presenters_doctor {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace Qt::StringLiterals;
using tests::kOrders;
using tests::kSessions;
using tests::ServiceFixture;
using ttl::doctor::CheckId;
using ttl::doctor::Finding;
using ttl::doctor::State;

class TestDoctorPresenter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyCheckAndStateHasItsWords();
    void everyAdviceHasItsWords();
    void theTargetsAreTheCollectionAndItsIndexes();
    void aCheckFillsTheList();
    void aDocumentIsATargetOfItsOwn();
    void anotherTargetBeginsWithAnEmptyList();
    void whatWasNotAnsweredIsNotCalledWell();
    void aFailureIsShown();
    void cancellingLeavesNothingBehind();
    void theReportIsPlainText();
    void disconnectingForgetsWhatWasFound();
    void theServerHasAListOfAllCollections();
    void whatCanBeMendedHereHasAButton();
    void whatFailedComesFirst();
    void theDocumentsInQuestionAreTold();

private:
    static bool check(DoctorPresenter& doctor)
    {
        doctor.check();
        return QTest::qWaitFor([&] { return !doctor.state().busy; });
    }
    static int rowOf(const DoctorModel& model, CheckId check)
    {
        for (int row = 0; row < model.rowCount(); ++row) {
            const QModelIndex cell = model.index(row, DoctorModel::CheckColumn);
            if (cell.data().toString() == wordsOf(check).title()) {
                return row;
            }
        }
        return -1;
    }
};

void TestDoctorPresenter::everyCheckAndStateHasItsWords()
{
    QStringList titles;
    QStringList troubles;
    for (const auto& check : ttl::doctor::kChecks) {
        if (check.shownIn != ttl::doctor::ShownIn::Inventory) {
            titles << wordsOf(check.id).title();
        }
        if (check.shownIn != ttl::doctor::ShownIn::Report) {
            troubles << wordsOf(check.id).trouble();
        }
    }
    QCOMPARE(titles.removeDuplicates(), 0);
    QVERIFY(!titles.contains(QString()));
    QCOMPARE(troubles.removeDuplicates(), 0);
    QVERIFY(!troubles.contains(QString()));
    QStringList words;
    for (int state = 0; state <= static_cast<int>(State::Unknown); ++state) {
        words << stateWord(static_cast<State>(state));
    }
    QCOMPARE(words.removeDuplicates(), 0);
}

void TestDoctorPresenter::everyAdviceHasItsWords()
{
    using ttl::doctor::Action;
    QVERIFY(wordsOf(Action::None).advice().isEmpty());
    for (int action = 1; action <= static_cast<int>(Action::AskForPrivilege); ++action) {
        QVERIFY2(!wordsOf(static_cast<Action>(action)).advice().isEmpty(),
                 qPrintable(u"%1"_s.arg(action)));
    }
}

void TestDoctorPresenter::theTargetsAreTheCollectionAndItsIndexes()
{
    ServiceFixture fixture;
    tests::fillShop(fixture);
    QVERIFY(fixture.connect());
    const DoctorPresenter doctor(fixture.set, kSessions);
    QCOMPARE(doctor.state().targets.size(), 2);
    QVERIFY(doctor.state().targets[1].contains(u"lastSeen_1"_s));
    QVERIFY(doctor.state().canCheck);
    QCOMPARE(doctor.state().phase, Phase::Idle);
}

void TestDoctorPresenter::aCheckFillsTheList()
{
    ServiceFixture fixture;
    tests::fillShop(fixture);
    QVERIFY(fixture.connect());
    DoctorPresenter doctor(fixture.set, kSessions);
    const QAbstractItemModelTester tester(&doctor.model());
    QVERIFY(check(doctor));
    QCOMPARE(doctor.state().phase, Phase::Ready);
    const auto inReport = std::ranges::count_if(ttl::doctor::kChecks, [](const auto& check) {
        return check.shownIn != ttl::doctor::ShownIn::Inventory;
    });
    QCOMPARE(doctor.model().rowCount(), static_cast<int>(inReport));
    const int row = rowOf(doctor.model(), CheckId::FieldType);
    const auto cell
        = [&](int column) { return doctor.model().index(row, column).data().toString(); };
    QCOMPARE(cell(DoctorModel::StateColumn), stateWord(State::Failed));
    QCOMPARE(cell(DoctorModel::PlaceColumn), u"lastSeen_1"_s);
    QVERIFY2(cell(DoctorModel::EvidenceColumn).contains(u"_id 12"_s),
             qPrintable(cell(DoctorModel::EvidenceColumn)));
    QVERIFY(!cell(DoctorModel::AdviceColumn).isEmpty());
    QCOMPARE(doctor.model().index(row, 0).data(DoctorModel::IconNameRole).toString(), u"error"_s);
    QCOMPARE(doctor.state().headlineTone, Tone::Bad);
    QVERIFY(doctor.state().headline.startsWith(u"2 "_s));
    QVERIFY(!doctor.state().asOfText.isEmpty());
}

void TestDoctorPresenter::aDocumentIsATargetOfItsOwn()
{
    ServiceFixture fixture;
    tests::fillShop(fixture);
    QVERIFY(fixture.connect());
    DoctorPresenter doctor(fixture.set, kSessions);
    doctor.examineDocument(bson::Value::of(12));
    QTRY_COMPARE(doctor.state().phase, Phase::Ready);
    QCOMPARE(doctor.state().targets.size(), 3);
    QCOMPARE(doctor.state().target, 2);
    QVERIFY2(doctor.state().headline.contains(u"not a date"_s),
             qPrintable(doctor.state().headline));
    doctor.examineDocument(bson::Value::of(1));
    QTRY_VERIFY(doctor.state().headline.contains(u"is due"_s));
    QCOMPARE(doctor.state().targets.size(), 3);
}

void TestDoctorPresenter::anotherTargetBeginsWithAnEmptyList()
{
    ServiceFixture fixture;
    tests::fillShop(fixture);
    QVERIFY(fixture.connect());
    DoctorPresenter doctor(fixture.set, kOrders);
    QVERIFY(check(doctor));
    QVERIFY(doctor.state().headline.contains(u"1 "_s)); // no rule
    doctor.setTarget(1);
    QCOMPARE(doctor.model().rowCount(), 0);
    QCOMPARE(doctor.state().phase, Phase::Idle);
    QVERIFY(doctor.state().headline.isEmpty());
    QVERIFY(check(doctor));
    const QModelIndex evidence = doctor.model().index(0, DoctorModel::EvidenceColumn);
    QVERIFY(evidence.data().toString().contains(u"placedAt_1"_s));
}

void TestDoctorPresenter::whatWasNotAnsweredIsNotCalledWell()
{
    const protocol::Namespace carts{"shop", "carts"};
    ServiceFixture fixture;
    fixture.server->addIndex(carts, "at", 3'600);
    fixture.server->collection(carts).indexes.back().uses = 5;
    fixture.server->addDocument(carts,
                                tests::agedDocument(fixture, 1, "at", std::chrono::minutes(1)));
    QVERIFY(fixture.connect());
    QTRY_VERIFY(fixture.set.monitor.metrics());
    DoctorPresenter doctor(fixture.set, carts);
    QVERIFY(check(doctor)); // no pass has been seen yet
    QVERIFY2(doctor.state().headline.contains(u"not every check was answered"_s),
             qPrintable(doctor.state().headline));
    QCOMPARE(doctor.state().headlineTone, Tone::Plain);
    ttl::TtlMetrics metrics = *fixture.set.monitor.metrics();
    metrics.passes = *metrics.passes + 1;
    fixture.server->setMetrics(metrics);
    QVERIFY(check(doctor));
    QCOMPARE(doctor.state().headline, u"Nothing prevents deletion."_s);
    QCOMPARE(doctor.state().headlineTone, Tone::Good);
    fixture.server->fail("histogram", base::failure(Errc::Timeout, "too slow"));
    QVERIFY(check(doctor));
    QVERIFY(doctor.state().headline != u"Nothing prevents deletion."_s);
    QCOMPARE(doctor.state().headlineTone, Tone::Plain);
}

void TestDoctorPresenter::aFailureIsShown()
{
    ServiceFixture fixture;
    tests::fillShop(fixture);
    QVERIFY(fixture.connect());
    DoctorPresenter doctor(fixture.set, kSessions);
    doctor.examineDocument(bson::Value::of(99));
    QTRY_COMPARE(doctor.state().phase, Phase::Failed);
    QVERIFY(doctor.state().failure);
    QVERIFY(doctor.state().canCheck);
}

void TestDoctorPresenter::cancellingLeavesNothingBehind()
{
    ServiceFixture fixture;
    tests::fillShop(fixture);
    QVERIFY(fixture.connect());
    DoctorPresenter doctor(fixture.set, kSessions);
    fixture.server->hold("histogram");
    doctor.check();
    QTRY_COMPARE(fixture.server->running("histogram"), 1);
    QVERIFY(doctor.state().busy);
    doctor.cancel();
    QVERIFY(!doctor.state().busy);
    QTRY_COMPARE(fixture.server->running("histogram"), 0);
    QTRY_VERIFY(fixture.set.tasks.tasks().empty());
    QCOMPARE(doctor.state().phase, Phase::Idle);
    QVERIFY(!doctor.state().failure);
}

void TestDoctorPresenter::theReportIsPlainText()
{
    ServiceFixture fixture;
    tests::fillShop(fixture);
    QVERIFY(fixture.connect());
    DoctorPresenter doctor(fixture.set, kSessions);
    QVERIFY(check(doctor));
    const QString report = doctor.reportText();
    QVERIFY(report.contains(u"shop.sessions"_s));
    QVERIFY(report.contains(doctor.state().headline));
    QVERIFY(!report.contains(u"secret"_s));
    for (const auto& check : ttl::doctor::kChecks) {
        QVERIFY(check.shownIn == ttl::doctor::ShownIn::Inventory
                || report.contains(wordsOf(check.id).title()));
    }
    // of a server, by the name that the window gives it
    DoctorPresenter server(fixture.set, std::nullopt);
    QVERIFY(check(server));
    QVERIFY2(server.reportText().section(u'\n', 0, 0).contains(u" Local engine "_s),
             qPrintable(server.reportText().section(u'\n', 0, 0)));
}

void TestDoctorPresenter::disconnectingForgetsWhatWasFound()
{
    ServiceFixture fixture;
    tests::fillShop(fixture);
    QVERIFY(fixture.connect());
    DoctorPresenter doctor(fixture.set, kSessions);
    QVERIFY(check(doctor));
    fixture.set.connections.disconnectNow();
    QCOMPARE(doctor.model().rowCount(), 0);
    QVERIFY(!doctor.state().canCheck);
    QCOMPARE(doctor.state().phase, Phase::Idle);
}

void TestDoctorPresenter::theServerHasAListOfAllCollections()
{
    ServiceFixture fixture;
    tests::fillShop(fixture);
    QVERIFY(fixture.connect());
    DoctorPresenter doctor(fixture.set, std::nullopt);
    QVERIFY(check(doctor));
    const int row = rowOf(doctor.model(), CheckId::FieldType);
    QCOMPARE(doctor.model().index(row, DoctorModel::PlaceColumn).data().toString(),
             u"shop.sessions · lastSeen_1"_s);
    QCOMPARE(doctor.state().targets.size(), 1);
}

void TestDoctorPresenter::whatCanBeMendedHereHasAButton()
{
    using ttl::doctor::Action;
    const protocol::Namespace ns{"app", "notes"};
    const auto finding = [&ns](Action action, const std::string& index, const std::string& detail) {
        Finding made;
        made.action = action;
        made.ns = ns;
        made.index = index;
        made.evidence.detail = detail;
        return made;
    };
    DoctorModel model;
    model.setFindings({finding(Action::CreateRule, {}, {}),
                       finding(Action::ConvertIndex, {}, "made_1"),
                       finding(Action::SetValue, "seen_1", {}), finding(Action::SetValue, {}, {}),
                       finding(Action::SetClock, {}, {}), finding(Action::LookAgain, {}, {})},
                      false);
    QCOMPARE(model.remedy(0)->kind, DoctorRemedy::Kind::CreateIndex);
    QCOMPARE(model.remedy(0)->index.ns, ns);
    QCOMPARE(model.remedy(1)->index.name, std::string("made_1"));
    QCOMPARE(model.remedy(2)->index.name, std::string("seen_1"));
    QVERIFY(model.remedy(3)->index.name.empty()); // the collection's own rule
    QCOMPARE(model.remedy(4)->kind, DoctorRemedy::Kind::LookAgain);
    QCOMPARE(model.remedy(5)->kind, DoctorRemedy::Kind::LookAgain);
}

void TestDoctorPresenter::whatFailedComesFirst()
{
    ServiceFixture fixture;
    tests::fillShop(fixture);
    QVERIFY(fixture.connect());
    DoctorPresenter doctor(fixture.set, kSessions);
    QVERIFY(check(doctor));
    QVERIFY(doctor.model().rowCount() > 10);
    const auto icon = [&doctor](int row) {
        return doctor.model().index(row, 0).data(DoctorModel::IconNameRole).toString();
    };
    QCOMPARE(icon(0), u"error"_s);
    bool passed = false;
    for (int row = 0; row < doctor.model().rowCount(); ++row) {
        passed = passed || icon(row) == u"ok"_s;
        QVERIFY2(!passed || (icon(row) != u"error"_s && icon(row) != u"warning"_s),
                 qPrintable(QString::number(row)));
    }
}

void TestDoctorPresenter::theDocumentsInQuestionAreTold()
{
    ServiceFixture fixture;
    tests::fillShop(fixture);
    QVERIFY(fixture.connect());
    DoctorPresenter doctor(fixture.set, kSessions);
    QVERIFY(check(doctor));
    const auto missing = doctor.model().remedy(rowOf(doctor.model(), CheckId::FieldPresent));
    QCOMPARE(missing->kind, DoctorRemedy::Kind::ShowDocuments);
    QCOMPARE(missing->index.ns, kSessions);
    QCOMPARE(missing->filter, u"{\"lastSeen\":{\"$exists\":false}}"_s);
    const auto wrong = doctor.model().remedy(rowOf(doctor.model(), CheckId::FieldType));
    QVERIFY2(wrong->filter.contains(u"\"$not\":{\"$type\":[\"date\",\"array\"]}"_s),
             qPrintable(wrong->filter));
}

SANDGLASS_TEST(TestDoctorPresenter)
} // namespace tst_presenters_doctor

#include "tst_presenters_doctor.moc"
