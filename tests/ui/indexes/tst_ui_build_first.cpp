// SPDX-License-Identifier: GPL-3.0-or-later
// The dialogs of an index that is created in two steps.
#include "app/presenters/indexes/change_index_presenter.h"
#include "app/presenters/indexes/create_index_presenter.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "ui/indexes/change_index_dialog.h"
#include "ui/indexes/create_index_dialog.h"
#include "widgets/inputs/duration_edit.h"
#include "widgets/inputs/verdict_label.h"

#include <QCheckBox>
#include <QComboBox>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>

namespace tst_ui_build_first {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::click;
using tests::need;
using tests::ServiceFixture;

class TestBuildFirstDialogs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void theBoxSaysWhatTheStepsDo();
    void confirmingBuildsAnOrdinaryIndexAndCloses();
    void aPresetLeavesTheBoxAsItIs();
    void whereItIsNotPossibleTheBoxIsOffAndSaysWhy();
    void theSecondStepProposesThePeriod();
    void theSecondStepProposesTheStoredDate();
    void aSecondStepThatIsNotMadeIsReported();
    void aSecondStepThatWasSentIsNotReportedSo_data();
    void aSecondStepThatWasSentIsNotReportedSo();

private:
    void openCreate();
    void openSecond(qint64 seconds);
    QCheckBox* box() const { return need<QCheckBox>(m_create, u"buildFirstCheckBox"_s); }
    QString note() const
    {
        return need<widgets::VerdictLabel>(m_create, u"buildFirstVerdict"_s)->text();
    }

    std::unique_ptr<ServiceFixture> m_fixture;
    std::unique_ptr<presenters::CreateIndexPresenter> m_creating;
    std::unique_ptr<presenters::ChangeIndexPresenter> m_changing;
    QPointer<ui::CreateIndexDialog> m_create;
    QPointer<ui::ChangeIndexDialog> m_change;
};

void TestBuildFirstDialogs::init()
{
    m_fixture = std::make_unique<ServiceFixture>();
    tests::fillShop(*m_fixture);
}

void TestBuildFirstDialogs::cleanup()
{
    delete m_create;
    delete m_change;
    m_creating.reset();
    m_changing.reset();
    m_fixture.reset();
}

void TestBuildFirstDialogs::openCreate()
{
    QVERIFY(m_fixture->connect());
    m_creating
        = std::make_unique<presenters::CreateIndexPresenter>(m_fixture->set, tests::kNotes, 1ms);
    m_create = new ui::CreateIndexDialog(*m_creating, u"shop.notes"_s);
    m_create->show();
    QVERIFY(QTest::qWaitForWindowActive(m_create));
    // the only field with dates is filled in
    QTRY_VERIFY(need<QPushButton>(m_create, u"confirmButton"_s)->isEnabled());
}

void TestBuildFirstDialogs::openSecond(qint64 seconds)
{
    QVERIFY(m_fixture->connect());
    m_changing = std::make_unique<presenters::ChangeIndexPresenter>(
        m_fixture->set, ttl::IndexRef{tests::kOrders, "placedAt_1"}, 1ms);
    m_change = new ui::ChangeIndexDialog(*m_changing, presenters::ChangeKind::Convert);
    m_change->proposeSeconds(seconds);
    m_change->show();
    QVERIFY(QTest::qWaitForWindowActive(m_change));
    QTRY_VERIFY(need<QPushButton>(m_change, u"confirmButton"_s)->isEnabled());
}

void TestBuildFirstDialogs::theBoxSaysWhatTheStepsDo()
{
    openCreate();
    QVERIFY(box()->isEnabled() && !box()->isChecked());
    QVERIFY2(note().isEmpty(), qPrintable(note()));
    QVERIFY(click(box()));
    QTRY_VERIFY2(note().contains(u"deletes nothing"_s), qPrintable(note()));
    const auto* confirm = need<QPushButton>(m_create, u"confirmButton"_s);
    QTRY_COMPARE(confirm->text(), u"Build index only"_s);
    QVERIFY(confirm->isEnabled() && confirm->isDefault());
    QVERIFY(click(box()));
    QTRY_VERIFY(note().isEmpty());
    QTRY_VERIFY2(confirm->text().contains(u"delete 2 "_s), qPrintable(confirm->text()));
}

void TestBuildFirstDialogs::confirmingBuildsAnOrdinaryIndexAndCloses()
{
    openCreate();
    QVERIFY(click(box()));
    auto* confirm = need<QPushButton>(m_create, u"confirmButton"_s);
    QTRY_COMPARE(confirm->text(), u"Build index only"_s);
    QVERIFY(!need<QPlainTextEdit>(m_create, u"commandTextEdit"_s)
                 ->toPlainText()
                 .contains(u"expireAfterSeconds"_s));
    QVERIFY(click(confirm));
    QTRY_VERIFY(m_create.isNull());
    const std::vector<ttl::IndexSpec> indexes
        = m_fixture->server->collection(tests::kNotes).indexes;
    QCOMPARE(indexes.size(), std::size_t{2});
    QVERIFY(!indexes.back().isTtl());
    QVERIFY(m_creating->state().secondStep.has_value());
}

void TestBuildFirstDialogs::aPresetLeavesTheBoxAsItIs()
{
    openCreate();
    QVERIFY(click(box()));
    tests::choose(need<QComboBox>(m_create, u"presetComboBox"_s), 2);
    QVERIFY(box()->isChecked());
    QVERIFY(m_creating->state().draft.buildFirst);
}

void TestBuildFirstDialogs::whereItIsNotPossibleTheBoxIsOffAndSaysWhy()
{
    m_fixture->server->collection(tests::kNotes).spec.kind = ttl::CollectionKind::TimeSeries;
    QVERIFY(m_fixture->connect());
    m_creating
        = std::make_unique<presenters::CreateIndexPresenter>(m_fixture->set, tests::kNotes, 1ms);
    m_create = new ui::CreateIndexDialog(*m_creating, u"shop.notes"_s);
    m_create->show();
    QTRY_VERIFY(!box()->isEnabled());
    QTRY_VERIFY2(note().contains(u"time series"_s), qPrintable(note()));
}

void TestBuildFirstDialogs::theSecondStepProposesThePeriod()
{
    openSecond(7'200);
    QCOMPARE(need<widgets::DurationEdit>(m_change, u"changeDurationEdit"_s)->seconds(), 7'200);
    QVERIFY(need<QRadioButton>(m_change, u"changeAfterPeriodRadioButton"_s)->isChecked());
    m_change->proposeSeconds(0); // also after the index was read
    QVERIFY(need<QRadioButton>(m_change, u"changeAtDateRadioButton"_s)->isChecked());
}

void TestBuildFirstDialogs::theSecondStepProposesTheStoredDate()
{
    openSecond(0);
    QVERIFY(need<QRadioButton>(m_change, u"changeAtDateRadioButton"_s)->isChecked());
    QCOMPARE(m_changing->state().draft.wantedSeconds(), std::optional<std::int64_t>(0));
}

void TestBuildFirstDialogs::aSecondStepThatIsNotMadeIsReported()
{
    openSecond(7'200);
    const QSignalSpy left(m_change, &ui::ChangeIndexDialog::leftUnsent);
    QTest::keyClick(m_change, Qt::Key_Escape);
    QTRY_VERIFY(m_change.isNull());
    QCOMPARE(left.count(), 1);
    QCOMPARE(m_fixture->server->calls("changeIndex"), 0);
}

void TestBuildFirstDialogs::aSecondStepThatWasSentIsNotReportedSo_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<int>("reports");
    QTest::newRow("refused") << 13 << 1;
    // what became of it is in the journal; the index may not be as it was built
    QTest::newRow("the server does not know") << 202 << 0;
}

void TestBuildFirstDialogs::aSecondStepThatWasSentIsNotReportedSo()
{
    QFETCH(int, code);
    QFETCH(int, reports);
    m_fixture->set.outcomes.setFirstPause(1ms);
    openSecond(7'200);
    const QSignalSpy left(m_change, &ui::ChangeIndexDialog::leftUnsent);
    m_fixture->server->fail("changeIndex", base::serverError(code, "SomeName", "no"));
    QVERIFY(click(need<QPushButton>(m_change, u"confirmButton"_s)));
    QTRY_COMPARE(m_changing->state().phase, presenters::EditPhase::Failed);
    QTest::keyClick(m_change, Qt::Key_Escape);
    QTRY_VERIFY(m_change.isNull());
    QCOMPARE(left.count(), reports);
}

SANDGLASS_GUI_TEST(TestBuildFirstDialogs)
} // namespace tst_ui_build_first

#include "tst_ui_build_first.moc"
