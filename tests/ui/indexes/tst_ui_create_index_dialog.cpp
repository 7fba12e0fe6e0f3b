// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/indexes/create_index_presenter.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "ui/indexes/confirm_row.h"
#include "ui/indexes/create_index_dialog.h"
#include "widgets/charts/forecast_chart.h"
#include "widgets/inputs/duration_edit.h"
#include "widgets/inputs/field_path_edit.h"
#include "widgets/inputs/verdict_label.h"

#include <QClipboard>
#include <QCompleter>
#include <QGuiApplication>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>

namespace tst_ui_create_index_dialog {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::click;
using tests::need;
using tests::ServiceFixture;
using tests::type;

class TestCreateIndexDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void anEmptyFormAsksForTheFieldOnly();
    void anEmptiedFieldIsAMistake();
    void theFieldsAreListedAtOnceAndChosenByAClick();
    void theOnlyFieldWithDatesIsFilledIn();
    void aFieldWithAnIndexIsNotFilledIn();
    void fieldsThatCannotBeReadAreSaidSo();
    void todaysTimelineIsThereFromTheStart();
    void enterCreatesWhatDeletesNothing();
    void aLockedConnectionOffersToUnlock();
    void aFieldThatCannotExpireIsNamedBesideIt();
    void anUnusablePeriodIsNamedBesideIt();
    void aFilterThatIsNoJsonIsNamedBesideIt();
    void theEffectAndTheButtonTellTheCount();
    void theEffectFollowsThePeriod();
    void theTimelineShowsWhatWouldBe();
    void theCommandStandsBelowAndIsCopied();
    void theStoredDateIsTheValueZero();
    void aPresetFillsTheForm();
    void fieldsOfASampleAreOffered();
    void confirmingCreatesTheIndexAndCloses();
    void aRefusalIsShownAndNothingIsLost();
    void anIndexReadBackDifferentlyIsShown();
    void cancelIsTheDefault();
    void escapeSendsNothing();
    void aCancelledCountAsksForTheName();
    void aFailedCountAsksForTheNameAndCanBeRepeated();
    void aLargeEffectAsksForTheName();
    void anOrdinaryIndexIsOfferedForConversion();
    void aLockedConnectionCannotConfirm();

private:
    void open(const protocol::Namespace& ns, bool local = true);
    /// Gives the notes a second field with dates, so that none is filled in.
    void addSecondDate()
    {
        m_fixture->server->addDocument(tests::kNotes,
                                       tests::agedDocument(*m_fixture, 900, "readAt", 1min));
    }
    QString verdict(const QString& name) const
    {
        return need<widgets::VerdictLabel>(m_dialog, name)->text();
    }
    QLineEdit* field() const { return need<QLineEdit>(m_dialog, u"fieldEdit"_s); }
    QLineEdit* period() const
    {
        return need<QLineEdit>(need<QWidget>(m_dialog, u"durationEdit"_s), u"valueEdit"_s);
    }
    QPushButton* confirm() const { return need<QPushButton>(m_dialog, u"confirmButton"_s); }
    QPushButton* cancel() const
    {
        return need<QPushButton>(need<QWidget>(m_dialog, u"confirmRow"_s), u"cancelButton"_s);
    }
    QString sentence() const { return need<QLabel>(m_dialog, u"effectSentenceLabel"_s)->text(); }
    QString command() const
    {
        return need<QPlainTextEdit>(m_dialog, u"commandTextEdit"_s)->toPlainText();
    }

    std::unique_ptr<ServiceFixture> m_fixture;
    std::unique_ptr<presenters::CreateIndexPresenter> m_presenter;
    QPointer<ui::CreateIndexDialog> m_dialog;
};

void TestCreateIndexDialog::init()
{
    m_fixture = std::make_unique<ServiceFixture>();
    tests::fillShop(*m_fixture);
}

void TestCreateIndexDialog::cleanup()
{
    delete m_dialog;
    m_presenter.reset();
    m_fixture.reset();
}

void TestCreateIndexDialog::open(const protocol::Namespace& ns, bool local)
{
    QVERIFY(m_fixture->connect(local));
    m_presenter = std::make_unique<presenters::CreateIndexPresenter>(m_fixture->set, ns, 1ms);
    m_dialog = new ui::CreateIndexDialog(*m_presenter, u"shop.notes"_s);
    m_dialog->show();
    QVERIFY(QTest::qWaitForWindowActive(m_dialog));
    QTRY_VERIFY(m_presenter->state().phase != presenters::EditPhase::Loading);
}

void TestCreateIndexDialog::anEmptyFormAsksForTheFieldOnly()
{
    addSecondDate();
    open(tests::kNotes);
    // a hint, since nothing has been typed that could be wrong
    auto* hint = need<widgets::VerdictLabel>(m_dialog, u"fieldVerdict"_s);
    QVERIFY(!hint->text().isEmpty());
    QCOMPARE(hint->tone(), widgets::Tone::Normal);
    QVERIFY(field()->hasFocus());
    QCOMPARE(sentence(), u"The effect is counted once the form is complete."_s);
    QVERIFY2(verdict(u"durationVerdict"_s).isEmpty(), qPrintable(verdict(u"durationVerdict"_s)));
    QVERIFY(!confirm()->isEnabled());
    QVERIFY(command().isEmpty());
}

void TestCreateIndexDialog::anEmptiedFieldIsAMistake()
{
    open(tests::kNotes);
    QTRY_VERIFY(confirm()->isEnabled());
    type(field(), {});
    QTRY_COMPARE(need<widgets::VerdictLabel>(m_dialog, u"fieldVerdict"_s)->tone(),
                 widgets::Tone::Error);
    QVERIFY(!confirm()->isEnabled());
}

void TestCreateIndexDialog::theFieldsAreListedAtOnceAndChosenByAClick()
{
    addSecondDate();
    open(tests::kNotes);
    auto* list = need<QListWidget>(m_dialog, u"fieldListWidget"_s);
    QTRY_VERIFY(list->isVisible() && list->count() >= 2);
    const QModelIndex wanted = list->model()->index(0, 0);
    QVERIFY2(wanted.data().toString().contains(u"date "_s), qPrintable(wanted.data().toString()));
    QVERIFY(tests::clickRow(list, wanted));
    QCOMPARE(field()->text(), wanted.data(Qt::UserRole).toString());
    QTRY_VERIFY(confirm()->isEnabled());
    // what was counted takes its room
    QVERIFY(!list->isVisible());
}

void TestCreateIndexDialog::theOnlyFieldWithDatesIsFilledIn()
{
    open(tests::kNotes);
    QTRY_COMPARE(field()->text(), u"writtenAt"_s);
    QTRY_VERIFY(confirm()->isEnabled());
}

void TestCreateIndexDialog::aFieldWithAnIndexIsNotFilledIn()
{
    open(tests::kOrders);
    auto* list = need<QListWidget>(m_dialog, u"fieldListWidget"_s);
    QTRY_VERIFY(list->count() > 0);
    QVERIFY(field()->text().isEmpty());
}

void TestCreateIndexDialog::fieldsThatCannotBeReadAreSaidSo()
{
    m_fixture->server->fail("fieldCandidates", base::serverError(13, "Unauthorized", "no"));
    open(tests::kNotes);
    auto* caption = need<QLabel>(m_dialog, u"fieldListLabel"_s);
    QTRY_VERIFY2(caption->text().startsWith(u"The fields could not be read"_s),
                 qPrintable(caption->text()));
    QVERIFY(!need<QListWidget>(m_dialog, u"fieldListWidget"_s)->isVisible());
    type(field(), u"writtenAt"_s);
    QTRY_VERIFY(confirm()->isEnabled());
}

void TestCreateIndexDialog::todaysTimelineIsThereFromTheStart()
{
    open(tests::kSessions);
    auto* chart = need<widgets::ForecastChart>(m_dialog, u"effectChart"_s);
    QTRY_VERIFY(chart->isVisible());
    QVERIFY(chart->model().outline.has_value());
    QCOMPARE(chart->model().outline->overdue, 3.0);
}

void TestCreateIndexDialog::enterCreatesWhatDeletesNothing()
{
    open(tests::kNotes);
    type(field(), u"writtenAt"_s);
    type(period(), u"3d"_s);
    QTRY_COMPARE(sentence(), u"Would delete nothing at once."_s);
    QVERIFY(confirm()->isEnabled() && confirm()->isDefault());
    QTest::keyClick(need<QLineEdit>(m_dialog, u"nameEdit"_s), Qt::Key_Return);
    QTRY_VERIFY(m_dialog.isNull());
    QCOMPARE(m_fixture->server->calls("createIndex"), 1);
}

void TestCreateIndexDialog::aLockedConnectionOffersToUnlock()
{
    open(tests::kNotes, false);
    type(field(), u"writtenAt"_s);
    auto* unlock = need<QPushButton>(m_dialog, u"unlockConnectionButton"_s);
    QTRY_VERIFY(unlock->isVisible());
    const QSignalSpy wanted(need<ui::ConfirmRow>(m_dialog, u"confirmRow"_s),
                            &ui::ConfirmRow::unlockRequested);
    QVERIFY(click(unlock));
    QCOMPARE(wanted.count(), 1);
    m_fixture->set.connections.unlock();
    QTRY_VERIFY(!unlock->isVisible());
}

void TestCreateIndexDialog::aFieldThatCannotExpireIsNamedBesideIt()
{
    addSecondDate();
    open(tests::kNotes);
    type(field(), u"_id"_s);
    QTRY_VERIFY(verdict(u"fieldVerdict"_s).contains(u"_id"_s));
    QVERIFY(need<QWidget>(m_dialog, u"fieldVerdict"_s)->isVisible());
    QVERIFY(!confirm()->isEnabled());
    QCOMPARE(m_fixture->server->calls("impact"), 0);
}

void TestCreateIndexDialog::anUnusablePeriodIsNamedBesideIt()
{
    open(tests::kNotes);
    type(field(), u"writtenAt"_s);
    type(period(), u"soon"_s);
    QTRY_VERIFY(!verdict(u"durationVerdict"_s).isEmpty());
    QVERIFY(!confirm()->isEnabled());
    type(period(), u"99999999999"_s);
    QTRY_VERIFY2(verdict(u"durationVerdict"_s).contains(u"2,147,483,647"_s),
                 qPrintable(verdict(u"durationVerdict"_s)));
    type(period(), u"90d"_s);
    QTRY_VERIFY(verdict(u"durationVerdict"_s).isEmpty());
    QTRY_VERIFY(confirm()->isEnabled());
}

void TestCreateIndexDialog::aFilterThatIsNoJsonIsNamedBesideIt()
{
    open(tests::kNotes);
    type(field(), u"writtenAt"_s);
    type(need<QLineEdit>(m_dialog, u"filterEdit"_s), u"{ \"state\": "_s);
    QTRY_VERIFY(!verdict(u"filterVerdict"_s).isEmpty());
    QVERIFY(!confirm()->isEnabled());
}

void TestCreateIndexDialog::theEffectAndTheButtonTellTheCount()
{
    open(tests::kNotes);
    type(field(), u"writtenAt"_s);
    QTRY_COMPARE(sentence(), u"Would delete at once: 2 of 3 (66.7 %)"_s);
    QVERIFY(confirm()->isEnabled());
    QVERIFY2(confirm()->text().contains(u"delete 2 "_s), qPrintable(confirm()->text()));
    QCOMPARE(confirm()->accessibleName(), confirm()->text());
    const auto* samples = need<QPlainTextEdit>(m_dialog, u"effectSamplesEdit"_s);
    QCOMPARE(samples->toPlainText().count(u"writtenAt"_s), 2);
}

void TestCreateIndexDialog::theEffectFollowsThePeriod()
{
    open(tests::kNotes);
    type(field(), u"writtenAt"_s);
    type(period(), u"3d"_s);
    QTRY_COMPARE(sentence(), u"Would delete nothing at once."_s);
    QTRY_COMPARE(confirm()->text(), u"Create"_s);
    type(period(), u"30s"_s);
    QTRY_COMPARE(sentence(), u"Would delete at once: 3 of 3 (100.0 %)"_s);
}

void TestCreateIndexDialog::theTimelineShowsWhatWouldBe()
{
    open(tests::kNotes);
    type(field(), u"writtenAt"_s);
    auto* chart = need<widgets::ForecastChart>(m_dialog, u"effectChart"_s);
    QTRY_COMPARE(chart->model().overdue.count(), 2.0);
    double coming = 0;
    for (const widgets::Bar& bar : chart->model().bars) {
        coming += bar.count();
    }
    QCOMPARE(coming, 1.0);
}

void TestCreateIndexDialog::theCommandStandsBelowAndIsCopied()
{
    open(tests::kNotes);
    type(field(), u"writtenAt"_s);
    QTRY_VERIFY(command().contains(u"createIndex"_s));
    QVERIFY(command().contains(u"3600"_s));
    QVERIFY(click(need<QPushButton>(m_dialog, u"copyCommandButton"_s)));
    QCOMPARE(QGuiApplication::clipboard()->text(), command());
}

void TestCreateIndexDialog::theStoredDateIsTheValueZero()
{
    open(tests::kNotes);
    type(field(), u"writtenAt"_s);
    QVERIFY(click(need<QRadioButton>(m_dialog, u"atDateRadioButton"_s)));
    QVERIFY(!need<QWidget>(m_dialog, u"durationEdit"_s)->isEnabled());
    QTRY_VERIFY2(command().contains(u"expireAfterSeconds\": 0"_s)
                     || command().contains(u"expireAfterSeconds: 0"_s),
                 qPrintable(command()));
}

void TestCreateIndexDialog::aPresetFillsTheForm()
{
    open(tests::kNotes);
    tests::choose(need<QComboBox>(m_dialog, u"presetComboBox"_s), 2);
    QCOMPARE(field()->text(), u"lastModified"_s);
    QCOMPARE(need<widgets::DurationEdit>(m_dialog, u"durationEdit"_s)->seconds(), 604'800);
    QVERIFY(!need<QLineEdit>(m_dialog, u"filterEdit"_s)->text().isEmpty());
    auto* explanation = need<QLabel>(m_dialog, u"presetExplanationLabel"_s);
    QVERIFY(explanation->isVisible());
    QVERIFY(need<QLabel>(m_dialog, u"presetCodeLabel"_s)->text().contains(u"db.carts.updateOne"_s));
    QTRY_VERIFY(command().contains(u"lastModified"_s));
}

void TestCreateIndexDialog::fieldsOfASampleAreOffered()
{
    open(tests::kNotes);
    auto* line = need<widgets::FieldPathEdit>(m_dialog, u"fieldEdit"_s);
    const QAbstractItemModel* offered = line->completer()->model();
    QTRY_VERIFY(offered->rowCount() > 0);
    QCOMPARE(offered->index(0, 0).data(Qt::EditRole).toString(), u"writtenAt"_s);
    QVERIFY(offered->index(0, 0).data().toString().contains(u"date 100.0 %"_s));
    // a list that is rebuilt while it is open would lose the row that the user is on
    const QSignalSpy rebuilt(offered, &QAbstractItemModel::modelReset);
    type(line, u"writtenAt"_s);
    QTRY_VERIFY(confirm()->isEnabled());
    QCOMPARE(rebuilt.count(), 0);
    QVERIFY(verdict(u"fieldVerdict"_s).contains(u"date 100.0 %"_s));
}

void TestCreateIndexDialog::confirmingCreatesTheIndexAndCloses()
{
    open(tests::kNotes);
    type(field(), u"writtenAt"_s);
    QTRY_VERIFY(confirm()->isEnabled());
    QVERIFY(click(confirm()));
    QTRY_VERIFY(m_dialog.isNull());
    const std::vector<ttl::IndexSpec> indexes
        = m_fixture->server->collection(tests::kNotes).indexes;
    QCOMPARE(indexes.size(), std::size_t{2});
    QCOMPARE(indexes.back().expireAfterSeconds, 3'600);
}

void TestCreateIndexDialog::aRefusalIsShownAndNothingIsLost()
{
    open(tests::kNotes);
    m_fixture->server->fail("createIndex",
                            base::serverError(67, "CannotCreateIndex", "no room for it"));
    type(field(), u"writtenAt"_s);
    type(period(), u"7d"_s);
    QTRY_VERIFY(confirm()->isEnabled());
    QVERIFY(click(confirm()));
    auto* banner = need<QWidget>(m_dialog, u"createErrorBanner"_s);
    QTRY_VERIFY(banner->isVisible());
    const QString details = need<QPlainTextEdit>(banner, u"detailsEdit"_s)->toPlainText();
    QVERIFY(details.contains(u"67 CannotCreateIndex"_s));
    QVERIFY(details.contains(u"no room for it"_s));
    QCOMPARE(field()->text(), u"writtenAt"_s);
    QVERIFY(field()->isEnabled());
    QCOMPARE(need<widgets::DurationEdit>(m_dialog, u"durationEdit"_s)->seconds(), 604'800);
    m_fixture->server->fail("createIndex", std::nullopt);
    QVERIFY(click(confirm()));
    QTRY_VERIFY(m_dialog.isNull());
}

void TestCreateIndexDialog::anIndexReadBackDifferentlyIsShown()
{
    open(tests::kNotes);
    m_fixture->server->ignoreChanges(true);
    type(field(), u"writtenAt"_s);
    QTRY_VERIFY(confirm()->isEnabled());
    QVERIFY(click(confirm()));
    QTRY_VERIFY(need<QWidget>(m_dialog, u"createErrorBanner"_s)->isVisible());
}

void TestCreateIndexDialog::cancelIsTheDefault()
{
    open(tests::kNotes);
    type(field(), u"writtenAt"_s);
    QTRY_VERIFY(confirm()->isEnabled());
    QVERIFY(cancel()->isDefault());
    QVERIFY(!confirm()->isDefault());
    QTest::keyClick(need<QLineEdit>(m_dialog, u"nameEdit"_s), Qt::Key_Return);
    QTRY_VERIFY(m_dialog.isNull());
    QCOMPARE(m_fixture->server->calls("createIndex"), 0);
}

void TestCreateIndexDialog::escapeSendsNothing()
{
    open(tests::kNotes);
    type(field(), u"writtenAt"_s);
    QTRY_VERIFY(confirm()->isEnabled());
    QTest::keyClick(m_dialog, Qt::Key_Escape);
    QTRY_VERIFY(m_dialog.isNull());
    QCOMPARE(m_fixture->server->calls("createIndex"), 0);
}

void TestCreateIndexDialog::aCancelledCountAsksForTheName()
{
    open(tests::kNotes);
    m_fixture->server->hold("impact");
    type(field(), u"writtenAt"_s);
    auto* overlay = need<QWidget>(m_dialog, u"effectBusyOverlay"_s);
    QTRY_VERIFY(overlay->isVisible());
    QVERIFY(!confirm()->isEnabled());
    QVERIFY(click(need<QPushButton>(overlay, u"cancelButton"_s)));
    QTRY_VERIFY(!overlay->isVisible());
    auto* name = need<QLineEdit>(m_dialog, u"typedNameEdit"_s);
    QTRY_VERIFY(name->isVisible());
    QVERIFY(!confirm()->isEnabled());
    type(name, u"note"_s);
    QVERIFY(!confirm()->isEnabled());
    type(name, u"notes"_s);
    QTRY_VERIFY(confirm()->isEnabled());
    m_fixture->server->release("impact");
}

void TestCreateIndexDialog::aFailedCountAsksForTheNameAndCanBeRepeated()
{
    open(tests::kNotes);
    m_fixture->server->fail("impact", base::failure(Errc::Timeout, "too slow"));
    type(field(), u"writtenAt"_s);
    auto* banner = need<QWidget>(m_dialog, u"effectErrorBanner"_s);
    QTRY_VERIFY(banner->isVisible());
    const auto* name = need<QLineEdit>(m_dialog, u"typedNameEdit"_s);
    QVERIFY(name->isVisible());
    // the name alone would look as if it had been typed
    QCOMPARE(name->placeholderText(), u"Type: notes"_s);
    QVERIFY(!confirm()->isEnabled());
    m_fixture->server->fail("impact", std::nullopt);
    QVERIFY(click(need<QPushButton>(banner, u"actionButton"_s)));
    QTRY_VERIFY(confirm()->isEnabled());
    QVERIFY(!banner->isVisible());
}

void TestCreateIndexDialog::aLargeEffectAsksForTheName()
{
    for (std::int32_t id = 1'000; id < 101'000; ++id) {
        m_fixture->server->addDocument(tests::kNotes,
                                       tests::agedDocument(*m_fixture, id, "writtenAt", 3h));
    }
    open(tests::kNotes);
    type(field(), u"writtenAt"_s);
    QTRY_VERIFY_WITH_TIMEOUT(need<QLineEdit>(m_dialog, u"typedNameEdit"_s)->isVisible(), 60'000);
    QVERIFY(!confirm()->isEnabled());
    type(need<QLineEdit>(m_dialog, u"typedNameEdit"_s), u"notes"_s);
    QTRY_VERIFY(confirm()->isEnabled());
    QVERIFY(confirm()->text().contains(u"100002"_s) || confirm()->text().contains(u"100,002"_s));
}

void TestCreateIndexDialog::anOrdinaryIndexIsOfferedForConversion()
{
    open(tests::kOrders);
    type(field(), u"placedAt"_s);
    auto* existing = need<QPushButton>(m_dialog, u"existingIndexButton"_s);
    QTRY_VERIFY(existing->isVisible());
    QVERIFY(!confirm()->isEnabled());
    const QSignalSpy chosen(m_dialog, &ui::CreateIndexDialog::existingIndexChosen);
    QVERIFY(click(existing));
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen.front().front().toString(), u"placedAt_1"_s);
    QTRY_VERIFY(m_dialog.isNull());
}

void TestCreateIndexDialog::aLockedConnectionCannotConfirm()
{
    open(tests::kNotes, false);
    type(field(), u"writtenAt"_s);
    QTRY_COMPARE(sentence(), u"Would delete at once: 2 of 3 (66.7 %)"_s);
    QVERIFY(!confirm()->isEnabled());
    QVERIFY(need<QLabel>(m_dialog, u"confirmReasonLabel"_s)->text().contains(u"locked"_s));
    m_fixture->set.connections.unlock();
    QTRY_VERIFY(confirm()->isEnabled());
}

SANDGLASS_GUI_TEST(TestCreateIndexDialog)
} // namespace tst_ui_create_index_dialog

#include "tst_ui_create_index_dialog.moc"
