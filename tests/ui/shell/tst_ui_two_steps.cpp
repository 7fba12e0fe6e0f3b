// SPDX-License-Identifier: GPL-3.0-or-later
// An index that is created in two steps in the window: the dialog of the second step follows that
// of the first.
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "tests/ui/window_fixture.h"
#include "widgets/inputs/duration_edit.h"

#include <QAction>
#include <QCheckBox>
#include <QDialog>
#include <QLabel>
#include <QPushButton>

namespace tst_ui_two_steps {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::click;
using tests::need;
using tests::WindowFixture;

class TestTwoSteps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_fixture.reset(); }
    void theSecondStepFollowsAndConverts();
    void withoutTheSecondStepTheMessageNamesTheIndex();

private:
    QDialog* dialog(const QString& name) const
    {
        return m_fixture->window->findChild<QDialog*>(name);
    }
    /// Builds the index in the first dialog and waits for the second one.
    void build();
    ttl::IndexSpec made() const
    {
        return m_fixture->server->collection(tests::kNotes).indexes.back();
    }

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestTwoSteps::init()
{
    m_fixture = std::make_unique<WindowFixture>();
    tests::fillShop(*m_fixture);
    QVERIFY(m_fixture->open());
    QVERIFY(m_fixture->openPage(u"shop.notes"_s));
}

void TestTwoSteps::build()
{
    QTRY_VERIFY(need<QAction>(m_fixture->window.get(), u"newIndexAction"_s)->isEnabled());
    QVERIFY(m_fixture->trigger(u"newIndexAction"_s));
    QTRY_VERIFY(dialog(u"createIndexDialog"_s));
    QDialog* create = dialog(u"createIndexDialog"_s);
    auto* confirm = need<QPushButton>(create, u"confirmButton"_s);
    // the only field with dates is filled in
    QTRY_VERIFY(confirm->isEnabled());
    QVERIFY(click(need<QCheckBox>(create, u"buildFirstCheckBox"_s)));
    QTRY_COMPARE(confirm->text(), u"Build index only"_s);
    QVERIFY(click(confirm));
    QTRY_VERIFY(dialog(u"changeIndexDialog"_s));
    QVERIFY(!made().isTtl());
}

void TestTwoSteps::theSecondStepFollowsAndConverts()
{
    build();
    QDialog* change = dialog(u"changeIndexDialog"_s);
    QTRY_COMPARE(need<QLabel>(change, u"currentRuleLabel"_s)->text(),
                 u"ordinary index on writtenAt"_s);
    QCOMPARE(need<widgets::DurationEdit>(change, u"changeDurationEdit"_s)->seconds(), 3'600);
    auto* confirm = need<QPushButton>(change, u"confirmButton"_s);
    QTRY_VERIFY(confirm->isEnabled());
    QVERIFY2(confirm->text().contains(u"delete 2 "_s), qPrintable(confirm->text()));
    QVERIFY(click(confirm));
    QTRY_VERIFY(!dialog(u"changeIndexDialog"_s));
    QCOMPARE(made().expireAfterSeconds, std::optional<std::int64_t>(3'600));
}

void TestTwoSteps::withoutTheSecondStepTheMessageNamesTheIndex()
{
    build();
    QDialog* change = dialog(u"changeIndexDialog"_s);
    QTRY_VERIFY(need<QPushButton>(change, u"confirmButton"_s)->isEnabled());
    QTest::keyClick(change, Qt::Key_Escape);
    QTRY_VERIFY(!dialog(u"changeIndexDialog"_s));
    const auto* bar = need<QWidget>(m_fixture->window.get(), u"undoBar"_s);
    QTRY_VERIFY(bar->isVisible());
    const auto* message = need<QLabel>(bar, u"undoOfferLabel"_s);
    QVERIFY2(message->text().contains(u"writtenAt_1 on shop.notes"_s)
                 && message->text().contains(u"deletes nothing"_s),
             qPrintable(message->text()));
    QVERIFY(!made().isTtl());
    QCOMPARE(m_fixture->server->calls("changeIndex"), 0);
}

SANDGLASS_GUI_TEST(TestTwoSteps)
} // namespace tst_ui_two_steps

#include "tst_ui_two_steps.moc"
