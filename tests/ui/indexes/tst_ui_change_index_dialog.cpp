// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/indexes/change_index_presenter.h"
#include "app/presenters/indexes/index_list_presenter.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "ui/indexes/change_index_dialog.h"
#include "ui/indexes/indexes_tab.h"
#include "widgets/charts/forecast_chart.h"
#include "widgets/inputs/duration_edit.h"
#include "widgets/inputs/verdict_label.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>

namespace tst_ui_change_index_dialog {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using presenters::ChangeKind;
using tests::click;
using tests::need;
using tests::ServiceFixture;
using tests::type;

namespace {

const ttl::IndexRef kOrdinary{tests::kOrders, "placedAt_1"};
const ttl::IndexRef kExpiring{tests::kSessions, "lastSeen_1"};

} // namespace

class TestChangeIndexDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void theButtonHasANameBeforeTheIndexWasRead();
    void showsWhatTheIndexIsNow();
    void offersWhatTheIndexAllows();
    void convertingShowsTheCountAndMakesItATtlIndex();
    void theValueItHasCannotBeSentAgain();
    void itOpensWithTheTimelineOfToday();
    void droppingSaysHowManyDocumentsNeverExpire();
    void droppingOneOfTwoRulesSaysThatByThisRule();
    void whatDeletesIsOutlinedAndWhatDoesNotIsFilled();
    void anotherPeriodIsCountedAndSent();
    void beforeAndAfterLieOverOneAnother();
    void anUnusablePeriodIsNamedBesideIt();
    void theStoredDateIsTheValueZero();
    void stoppingNeedsNoCount();
    void hidingWarnsThatItGoesOnDeleting();
    void droppingAsksForTheName();
    void theCommandStandsBelow();
    void aChangeThatDidNothingIsShownAndNothingIsLost();
    void aRefusalIsShown();
    void cancelIsTheDefault();
    void escapeSendsNothing();
    void aServerThatCannotConvertSaysSo();
    void anIndexThatIsGoneIsReported();
    void anOwnRuleIsOfferedWhatItAllows();
    void theIndexesTabOffersTheOwnRule();

private:
    void open(const ttl::IndexRef& index, std::optional<ChangeKind> wanted = {});
    void chooseKind(ChangeKind kind);
    QLineEdit* period() const
    {
        return need<QLineEdit>(need<QWidget>(m_dialog, u"changeDurationEdit"_s), u"valueEdit"_s);
    }
    QPushButton* confirm() const { return need<QPushButton>(m_dialog, u"confirmButton"_s); }
    QPushButton* cancel() const
    {
        return need<QPushButton>(need<QWidget>(m_dialog, u"confirmRow"_s), u"cancelButton"_s);
    }
    QString label(const QString& name) const { return need<QLabel>(m_dialog, name)->text(); }
    QString command() const
    {
        return need<QPlainTextEdit>(m_dialog, u"commandTextEdit"_s)->toPlainText();
    }
    ttl::IndexSpec stored(const ttl::IndexRef& index) const
    {
        return m_fixture->server->collection(index.ns).indexes.back();
    }

    std::unique_ptr<ServiceFixture> m_fixture;
    std::unique_ptr<presenters::ChangeIndexPresenter> m_presenter;
    QPointer<ui::ChangeIndexDialog> m_dialog;
};

void TestChangeIndexDialog::init()
{
    m_fixture = std::make_unique<ServiceFixture>();
    tests::fillShop(*m_fixture);
}

void TestChangeIndexDialog::cleanup()
{
    delete m_dialog;
    m_presenter.reset();
    m_fixture.reset();
}

void TestChangeIndexDialog::open(const ttl::IndexRef& index, std::optional<ChangeKind> wanted)
{
    QVERIFY(m_fixture->connect());
    m_presenter = std::make_unique<presenters::ChangeIndexPresenter>(m_fixture->set, index, 1ms);
    m_dialog = new ui::ChangeIndexDialog(*m_presenter, wanted);
    m_dialog->show();
    QVERIFY(QTest::qWaitForWindowActive(m_dialog));
    QTRY_VERIFY(m_presenter->state().phase != presenters::EditPhase::Loading);
}

void TestChangeIndexDialog::theButtonHasANameBeforeTheIndexWasRead()
{
    QVERIFY(m_fixture->connect());
    m_fixture->server->hold("indexes");
    m_presenter
        = std::make_unique<presenters::ChangeIndexPresenter>(m_fixture->set, kExpiring, 1ms);
    m_dialog = new ui::ChangeIndexDialog(*m_presenter, {});
    m_dialog->show();
    QCOMPARE(m_presenter->state().phase, presenters::EditPhase::Loading);
    QVERIFY(!confirm()->text().isEmpty());
    QVERIFY(!confirm()->accessibleName().isEmpty());
    QVERIFY(!confirm()->isEnabled());
    m_fixture->server->release("indexes");
}

void TestChangeIndexDialog::chooseKind(ChangeKind kind)
{
    auto* kinds = need<QComboBox>(m_dialog, u"changeKindComboBox"_s);
    const int row = kinds->findData(static_cast<int>(kind));
    QVERIFY(row >= 0);
    tests::choose(kinds, row);
    QCOMPARE(kinds->currentIndex(), row);
}

void TestChangeIndexDialog::showsWhatTheIndexIsNow()
{
    open(kOrdinary);
    QCOMPARE(label(u"currentRuleLabel"_s), u"ordinary index on placedAt"_s);
    QVERIFY(m_dialog->windowTitle().contains(u"placedAt_1"_s));
}

void TestChangeIndexDialog::offersWhatTheIndexAllows()
{
    open(kExpiring);
    auto* kinds = need<QComboBox>(m_dialog, u"changeKindComboBox"_s);
    QCOMPARE(kinds->currentData().toInt(), static_cast<int>(ChangeKind::Seconds));
    QCOMPARE(kinds->findData(static_cast<int>(ChangeKind::Convert)), -1);
    for (const ChangeKind kind : {ChangeKind::StopExpiring, ChangeKind::Hide, ChangeKind::Drop}) {
        QVERIFY(kinds->findData(static_cast<int>(kind)) >= 0);
    }
}

void TestChangeIndexDialog::convertingShowsTheCountAndMakesItATtlIndex()
{
    open(kOrdinary, ChangeKind::Convert);
    type(period(), u"30d"_s);
    QTRY_COMPARE(label(u"effectSentenceLabel"_s), u"Would delete at once: 2 of 4 (50.0 %)"_s);
    QTRY_VERIFY(confirm()->isEnabled());
    QVERIFY2(confirm()->text().startsWith(u"Convert and delete 2 "_s),
             qPrintable(confirm()->text()));
    QVERIFY(click(confirm()));
    QTRY_VERIFY(m_dialog.isNull());
    QCOMPARE(stored(kOrdinary).expireAfterSeconds, 2'592'000);
}

void TestChangeIndexDialog::theValueItHasCannotBeSentAgain()
{
    open(kExpiring);
    QCOMPARE(need<widgets::DurationEdit>(m_dialog, u"changeDurationEdit"_s)->seconds(), 3'600);
    QVERIFY(!confirm()->isEnabled());
    QVERIFY(!label(u"confirmReasonLabel"_s).isEmpty());
    QVERIFY(command().isEmpty());
}

void TestChangeIndexDialog::itOpensWithTheTimelineOfToday()
{
    open(kExpiring);
    auto* chart = need<widgets::ForecastChart>(m_dialog, u"effectChart"_s);
    QTRY_VERIFY(chart->isVisible());
    QCOMPARE(chart->model().overdue.count(), 3.0);
    QCOMPARE(label(u"effectSentenceLabel"_s), u"As it is now: 3 of 12 documents are overdue."_s);
    auto* verdict = need<widgets::VerdictLabel>(m_dialog, u"changeVerdictLabel"_s);
    QVERIFY(verdict->text().isEmpty());
    QVERIFY(period()->hasFocus());
}

void TestChangeIndexDialog::droppingSaysHowManyDocumentsNeverExpire()
{
    open(kExpiring, ChangeKind::Drop);
    QTRY_COMPARE(label(u"effectSentenceLabel"_s),
                 u"Deletes no documents. 10 document(s) will then never expire."_s);
}

void TestChangeIndexDialog::droppingOneOfTwoRulesSaysThatByThisRule()
{
    m_fixture->server->addIndex(tests::kSessions, "other", 60);
    open(kExpiring, ChangeKind::Drop);
    QTRY_VERIFY2(label(u"effectSentenceLabel"_s).endsWith(u"no longer expire by this rule."_s),
                 qPrintable(label(u"effectSentenceLabel"_s)));
}

void TestChangeIndexDialog::whatDeletesIsOutlinedAndWhatDoesNotIsFilled()
{
    open(kExpiring);
    type(period(), u"30m"_s);
    QTRY_VERIFY(confirm()->isEnabled());
    QCOMPARE(confirm()->property("emphasis").toString(), u"danger"_s);
    type(period(), u"2d"_s);
    QTRY_COMPARE(label(u"effectSentenceLabel"_s), u"Would delete nothing at once."_s);
    QCOMPARE(confirm()->property("emphasis").toString(), u"accent"_s);
    QVERIFY(!cancel()->isDefault());
    chooseKind(ChangeKind::Drop);
    QTRY_COMPARE(confirm()->property("emphasis").toString(), u"danger"_s);
    QVERIFY(cancel()->isDefault());
}

void TestChangeIndexDialog::anotherPeriodIsCountedAndSent()
{
    open(kExpiring);
    type(period(), u"30m"_s);
    QTRY_COMPARE(label(u"effectSentenceLabel"_s), u"Would delete at once: 8 of 12 (66.7 %)"_s);
    QTRY_VERIFY(confirm()->isEnabled());
    QVERIFY(confirm()->text().startsWith(u"Change and delete 8 "_s));
    QVERIFY(click(confirm()));
    QTRY_VERIFY(m_dialog.isNull());
    QCOMPARE(stored(kExpiring).expireAfterSeconds, 1'800);
}

void TestChangeIndexDialog::beforeAndAfterLieOverOneAnother()
{
    open(kExpiring);
    type(period(), u"30m"_s);
    auto* chart = need<widgets::ForecastChart>(m_dialog, u"effectChart"_s);
    QTRY_COMPARE(chart->model().overdue.count(), 8.0);
    QVERIFY(chart->model().outline.has_value());
    QCOMPARE(chart->model().outline->overdue, 3.0);
}

void TestChangeIndexDialog::anUnusablePeriodIsNamedBesideIt()
{
    open(kExpiring);
    type(period(), u"0"_s);
    auto* verdict = need<widgets::VerdictLabel>(m_dialog, u"changeVerdictLabel"_s);
    QTRY_VERIFY(!verdict->text().isEmpty());
    QVERIFY(verdict->isVisible());
    QVERIFY(!confirm()->isEnabled());
    type(period(), u"2h"_s);
    QTRY_VERIFY(verdict->text().isEmpty());
    QTRY_VERIFY(confirm()->isEnabled());
}

void TestChangeIndexDialog::theStoredDateIsTheValueZero()
{
    open(kExpiring);
    QVERIFY(click(need<QRadioButton>(m_dialog, u"changeAtDateRadioButton"_s)));
    QVERIFY(!period()->isEnabled());
    QTRY_VERIFY(confirm()->isEnabled());
    QVERIFY(click(confirm()));
    QTRY_VERIFY(m_dialog.isNull());
    QCOMPARE(stored(kExpiring).expireAfterSeconds, 0);
}

void TestChangeIndexDialog::stoppingNeedsNoCount()
{
    open(kExpiring);
    chooseKind(ChangeKind::StopExpiring);
    QTRY_COMPARE(confirm()->text(), u"Stop expiring"_s);
    QVERIFY(confirm()->isEnabled());
    QVERIFY(!period()->isEnabled());
    QVERIFY(!label(u"changeWarningLabel"_s).isEmpty());
    QVERIFY(click(confirm()));
    QTRY_VERIFY(m_dialog.isNull());
    QCOMPARE(stored(kExpiring).expireAfterSeconds, 2'147'483'647);
}

void TestChangeIndexDialog::hidingWarnsThatItGoesOnDeleting()
{
    open(kExpiring, ChangeKind::Hide);
    QTRY_VERIFY(need<QLabel>(m_dialog, u"changeWarningLabel"_s)->isVisible());
    QVERIFY(label(u"changeWarningLabel"_s).contains(u"continues to delete"_s));
    QSignalSpy verified(m_dialog, &ui::ChangeIndexDialog::verified);
    QVERIFY(click(confirm()));
    QTRY_VERIFY(m_dialog.isNull());
    QCOMPARE(verified.count(), 1);
    const QString sentence = verified.front().front().value<presenters::ChangeResult>().sentence;
    QVERIFY2(sentence.startsWith(u"lastSeen_1 of "_s), qPrintable(sentence));
    QVERIFY2(sentence.endsWith(u"is now hidden; read back and verified."_s), qPrintable(sentence));
    QVERIFY(stored(kExpiring).hidden);
}

void TestChangeIndexDialog::droppingAsksForTheName()
{
    open(kExpiring, ChangeKind::Drop);
    auto* name = need<QLineEdit>(m_dialog, u"typedNameEdit"_s);
    QTRY_VERIFY(name->isVisible());
    QVERIFY(!confirm()->isEnabled());
    type(name, u"lastSeen_1"_s);
    QVERIFY(!confirm()->isEnabled());
    type(name, u"sessions"_s);
    QTRY_VERIFY(confirm()->isEnabled());
    QVERIFY(click(confirm()));
    QTRY_VERIFY(m_dialog.isNull());
    QCOMPARE(m_fixture->server->collection(tests::kSessions).indexes.size(), std::size_t{1});
}

void TestChangeIndexDialog::theCommandStandsBelow()
{
    open(kExpiring);
    type(period(), u"30m"_s);
    QTRY_VERIFY(command().contains(u"collMod"_s));
    QVERIFY(command().contains(u"1800"_s));
}

void TestChangeIndexDialog::aChangeThatDidNothingIsShownAndNothingIsLost()
{
    open(kExpiring);
    m_fixture->server->ignoreChanges(true);
    type(period(), u"30m"_s);
    QTRY_VERIFY(confirm()->isEnabled());
    QVERIFY(click(confirm()));
    QTRY_VERIFY(need<QWidget>(m_dialog, u"changeErrorBanner"_s)->isVisible());
    QCOMPARE(need<widgets::DurationEdit>(m_dialog, u"changeDurationEdit"_s)->seconds(), 1'800);
    m_fixture->server->ignoreChanges(false);
    QVERIFY(click(confirm()));
    QTRY_VERIFY(m_dialog.isNull());
}

void TestChangeIndexDialog::aRefusalIsShown()
{
    open(kExpiring);
    m_fixture->server->fail("changeIndex", base::serverError(13, "Unauthorized", "not for you"));
    type(period(), u"30m"_s);
    QTRY_VERIFY(confirm()->isEnabled());
    QVERIFY(click(confirm()));
    auto* banner = need<QWidget>(m_dialog, u"changeErrorBanner"_s);
    QTRY_VERIFY(banner->isVisible());
    QVERIFY(
        need<QPlainTextEdit>(banner, u"detailsEdit"_s)->toPlainText().contains(u"not for you"_s));
}

void TestChangeIndexDialog::cancelIsTheDefault()
{
    open(kExpiring);
    type(period(), u"30m"_s);
    QTRY_VERIFY(confirm()->isEnabled());
    QVERIFY(cancel()->isDefault());
    QVERIFY(click(cancel()));
    QTRY_VERIFY(m_dialog.isNull());
    QCOMPARE(m_fixture->server->calls("changeIndex"), 0);
}

void TestChangeIndexDialog::escapeSendsNothing()
{
    open(kExpiring);
    type(period(), u"30m"_s);
    QTRY_VERIFY(confirm()->isEnabled());
    QTest::keyClick(m_dialog, Qt::Key_Escape);
    QTRY_VERIFY(m_dialog.isNull());
    QCOMPARE(m_fixture->server->calls("changeIndex"), 0);
}

void TestChangeIndexDialog::aServerThatCannotConvertSaysSo()
{
    ttl::ServerInfo old;
    old.product = ttl::Product::MongoDb;
    old.version = "5.0.3";
    old.versionNumbers = {5, 0, 3, 0};
    m_fixture->server->setInfo(old);
    open(kOrdinary, ChangeKind::Convert);
    auto* alternative = need<QLabel>(m_dialog, u"alternativeLabel"_s);
    QTRY_VERIFY(alternative->isVisible());
    QVERIFY(alternative->text().contains(u"other direction"_s));
    auto* kinds = need<QComboBox>(m_dialog, u"changeKindComboBox"_s);
    QCOMPARE(kinds->findData(static_cast<int>(ChangeKind::Convert)), -1);
    QVERIFY(kinds->itemText(kinds->count() - 1).contains(u"MongoDB 5.1"_s)); // it says why
    QVERIFY(kinds->currentText().contains(u"MongoDB 5.1"_s)); // nothing else is chosen instead
    QVERIFY(!confirm()->isEnabled());
    std::optional<ttl::TtlIndexDraft> first;
    connect(m_dialog, &ui::ChangeIndexDialog::alternativeRequested, this,
            [&](const ttl::TtlIndexDraft& draft) { first = draft; });
    QVERIFY(click(need<QPushButton>(m_dialog, u"createBesideButton"_s)));
    QVERIFY(first && first->descending);
}

void TestChangeIndexDialog::anIndexThatIsGoneIsReported()
{
    open({tests::kOrders, "gone_1"});
    QTRY_VERIFY(need<QWidget>(m_dialog, u"changeErrorBanner"_s)->isVisible());
    QVERIFY(!confirm()->isEnabled());
}

void TestChangeIndexDialog::anOwnRuleIsOfferedWhatItAllows()
{
    ttl::CollectionSpec& spec = m_fixture->server->collection(tests::kOrders).spec;
    spec.kind = ttl::CollectionKind::Clustered;
    spec.expireAfterSeconds = 86'400;
    open({tests::kOrders, {}});
    QVERIFY(m_dialog->windowTitle().contains(u"Own Rule"_s));
    auto* kinds = need<QComboBox>(m_dialog, u"changeKindComboBox"_s);
    QTRY_COMPARE(kinds->count(), 2);
    chooseKind(ChangeKind::StopExpiring);
    QTRY_VERIFY(command().contains(u"\"off\""_s));
    QVERIFY(label(u"changeWarningLabel"_s).contains(u"switched off"_s));
    QTRY_VERIFY(confirm()->isEnabled());
    QVERIFY(click(confirm()));
    QTRY_VERIFY(!m_fixture->server->collection(tests::kOrders).spec.expireAfterSeconds);
}

void TestChangeIndexDialog::theIndexesTabOffersTheOwnRule()
{
    m_fixture->server->collection(tests::kOrders).spec.kind = ttl::CollectionKind::Clustered;
    QVERIFY(m_fixture->connect());
    presenters::IndexListPresenter list(m_fixture->set, tests::kOrders);
    ui::IndexesTab tab(list);
    tab.show();
    auto* button = need<QPushButton>(&tab, u"changeOwnRuleButton"_s);
    QTRY_VERIFY(button->isVisible());
    QVERIFY(button->toolTip().contains(u"switched off"_s));
    QSignalSpy asked(&tab, &ui::IndexesTab::changeRequested);
    QVERIFY(click(button));
    QCOMPARE(asked.count(), 1);
    QVERIFY(asked.front().front().value<ttl::IndexRef>() == (ttl::IndexRef{tests::kOrders, {}}));
}

SANDGLASS_GUI_TEST(TestChangeIndexDialog)
} // namespace tst_ui_change_index_dialog

#include "tst_ui_change_index_dialog.moc"
