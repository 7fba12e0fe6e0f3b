// SPDX-License-Identifier: GPL-3.0-or-later
// The dialog that changes several indexes at once: its timeline, and how it is used without a
// mouse.
#include "app/presenters/indexes/batch_change_presenter.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "ui/indexes/batch_change_dialog.h"
#include "ui/indexes/effect_view.h"
#include "widgets/charts/forecast_chart.h"

#include <QAccessible>
#include <QApplication>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QToolButton>

namespace tst_ui_batch_change_dialog {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using presenters::EditPhase;
using tests::need;
using tests::ServiceFixture;
using tests::type;

namespace {

const protocol::Namespace kCarts{"shop", "carts"};
constexpr int kStopExpiring = 2; // its row in the list of changes

} // namespace

class TestBatchChangeDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void theTimelineIsThatOfAllRules();
    void whatIsMissingFromTheTimelineIsNamedBelowIt();
    void endingExpiryShowsTodayAlone();
    void theTableHasTheHeightUntilThereIsATimeline();
    void theTimelineCanBeExported();
    void theFocusBeginsInThePeriod();
    void itIsConfirmedByAssistiveActionsAlone();

private:
    void open();
    QLineEdit* period() const { return need<QLineEdit>(m_dialog, u"valueEdit"_s); }
    QPushButton* confirm() const { return need<QPushButton>(m_dialog, u"confirmButton"_s); }
    widgets::ForecastChart* chart() const
    {
        return need<widgets::ForecastChart>(m_dialog, u"effectChart"_s);
    }
    bool isReady() const
    {
        return QTest::qWaitFor([this] {
            return m_presenter->state().phase == EditPhase::Ready
                && m_presenter->state().preview.phase == presenters::Phase::Ready;
        });
    }

    std::unique_ptr<ServiceFixture> m_fixture;
    std::unique_ptr<presenters::BatchChangePresenter> m_presenter;
    QPointer<ui::BatchChangeDialog> m_dialog;
};

// The shop, and a rule of seven days on two carts: one is two days old, one an hour.
void TestBatchChangeDialog::init()
{
    m_fixture = std::make_unique<ServiceFixture>();
    tests::fillShop(*m_fixture);
    m_fixture->server->addIndex(kCarts, "madeAt", 7 * 86'400);
    m_fixture->server->addDocument(kCarts, tests::agedDocument(*m_fixture, 1, "madeAt", 48h));
    m_fixture->server->addDocument(kCarts, tests::agedDocument(*m_fixture, 2, "madeAt", 1h));
    QVERIFY(m_fixture->connect());
}

void TestBatchChangeDialog::cleanup()
{
    delete m_dialog;
    m_presenter.reset();
    m_fixture.reset();
}

void TestBatchChangeDialog::open()
{
    m_presenter = std::make_unique<presenters::BatchChangePresenter>(
        m_fixture->set,
        std::vector<ttl::IndexRef>{{kCarts, "madeAt_1"}, {tests::kSessions, "lastSeen_1"}}, 1ms);
    m_dialog = new ui::BatchChangeDialog(*m_presenter);
    m_dialog->show();
    QVERIFY(QTest::qWaitForWindowActive(m_dialog));
}

void TestBatchChangeDialog::theTimelineIsThatOfAllRules()
{
    open();
    type(period(), u"1"_s); // day
    QTRY_COMPARE(chart()->model().overdue.count(), 1.0); // the older cart
    QVERIFY(isReady());
    QVERIFY(chart()->isVisible());
    QVERIFY(chart()->model().outline.has_value());
    QCOMPARE(chart()->model().outline->overdue, 3.0); // of the sessions, after an hour
    QVERIFY(!chart()->model().atLeast);
    QVERIFY(!need<QLabel>(m_dialog, u"batchTimelineNoteLabel"_s)->isVisible());
}

void TestBatchChangeDialog::whatIsMissingFromTheTimelineIsNamedBelowIt()
{
    open();
    QVERIFY(isReady());
    m_fixture->server->failOnce("histogram", base::serverError(50, "MaxTimeMSExpired", "too slow"));
    type(period(), u"1"_s);
    auto* note = need<QLabel>(m_dialog, u"batchTimelineNoteLabel"_s);
    QTRY_VERIFY2(note->isVisible() && note->text().contains(u"madeAt_1 of shop.carts"_s),
                 qPrintable(note->text()));
    QVERIFY(isReady());
    QVERIFY(chart()->model().atLeast);
    QVERIFY(chart()->accessibleDescription().contains(u"madeAt_1 of shop.carts"_s));
    // the height of its lines, no less and no more
    QTRY_VERIFY(qAbs(note->height() - note->heightForWidth(note->width())) <= 1);
}

void TestBatchChangeDialog::endingExpiryShowsTodayAlone()
{
    open();
    tests::choose(need<QComboBox>(m_dialog, u"batchKindComboBox"_s), kStopExpiring);
    QVERIFY(isReady());
    QVERIFY(chart()->model().outline.has_value());
    QCOMPARE(chart()->model().outline->overdue, 3.0);
    QCOMPARE(chart()->model().overdue.count(), 0.0);
}

void TestBatchChangeDialog::theTableHasTheHeightUntilThereIsATimeline()
{
    m_fixture->server->hold("indexes");
    open();
    QVERIFY(!need<QWidget>(m_dialog, u"effectView"_s)->isVisible());
    m_fixture->server->release("indexes");
    QVERIFY(isReady());
    QVERIFY(chart()->isVisible());
    QTRY_VERIFY(chart()->height() >= chart()->minimumSizeHint().height());
}

void TestBatchChangeDialog::theTimelineCanBeExported()
{
    open();
    QVERIFY(isReady());
    const auto* button = need<QToolButton>(m_dialog, u"effectExportButton"_s);
    QVERIFY(!button->isVisible()); // nobody knows what to write above it
    need<ui::EffectView>(m_dialog, u"effectView"_s)
        ->setCaption([](const presenters::PreviewState&) { return presenters::PictureCaption(); });
    QVERIFY(button->isVisible());
}

void TestBatchChangeDialog::theFocusBeginsInThePeriod()
{
    open();
    QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(period()));
}

void TestBatchChangeDialog::itIsConfirmedByAssistiveActionsAlone()
{
    open();
    // ten days: nothing goes, so no name has to be typed
    QAccessibleInterface* field = QAccessible::queryAccessibleInterface(period());
    QVERIFY(field && field->editableTextInterface());
    field->editableTextInterface()->replaceText(0, static_cast<int>(period()->text().size()),
                                                u"10"_s);
    QTRY_VERIFY(isReady() && confirm()->isEnabled());
    QAccessibleInterface* button = QAccessible::queryAccessibleInterface(confirm());
    QVERIFY(button && button->actionInterface());
    button->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    QTRY_VERIFY(!m_dialog);
    QCOMPARE(m_fixture->server->collection(kCarts).indexes.back().expireAfterSeconds,
             std::optional<std::int64_t>(10 * 86'400));
    QCOMPARE(m_fixture->server->collection(tests::kSessions).indexes.back().expireAfterSeconds,
             std::optional<std::int64_t>(10 * 86'400));
}

SANDGLASS_GUI_TEST(TestBatchChangeDialog)
} // namespace tst_ui_batch_change_dialog

#include "tst_ui_batch_change_dialog.moc"
