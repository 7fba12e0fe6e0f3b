// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/explorer/navigator_model.h"
#include "app/presenters/settings/alert_presenter.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "tests/ui/window_fixture.h"
#include "widgets/inputs/duration_edit.h"

#include <QCheckBox>
#include <QDialog>
#include <QGroupBox>
#include <QSpinBox>
#include <QTreeView>

namespace tst_ui_alerts {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::click;
using tests::need;
using tests::WindowFixture;

class TestAlerts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_fixture.reset(); }
    void alertsAreOffAtFirst();
    void whatIsChosenActsAtOnce();
    void aNumberCountsWhenItIsTypedToItsEnd();
    void theDialogShowsWhatWasChosen();
    void theNavigatorShowsTheMark();

private:
    QDialog* preferences();
    const services::AlertLimits& limits() const { return m_fixture->set.alerts.limits(); }

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestAlerts::init()
{
    m_fixture = std::make_unique<WindowFixture>();
    tests::fillShop(*m_fixture);
    QVERIFY(m_fixture->open());
}

QDialog* TestAlerts::preferences()
{
    if (!m_fixture->trigger(u"preferencesAction"_s)) {
        return nullptr;
    }
    return need<QDialog>(m_fixture->window.get(), u"preferencesDialog"_s);
}

void TestAlerts::alertsAreOffAtFirst()
{
    QDialog* dialog = preferences();
    QVERIFY(dialog);
    QVERIFY(!need<QGroupBox>(dialog, u"alertsGroupBox"_s)->isChecked());
    QVERIFY(!need<QCheckBox>(dialog, u"alertPassesCheckBox"_s)->isEnabled());
}

void TestAlerts::whatIsChosenActsAtOnce()
{
    QDialog* dialog = preferences();
    QVERIFY(dialog);
    need<QGroupBox>(dialog, u"alertsGroupBox"_s)->setChecked(true);
    QVERIFY(limits().on);
    QVERIFY(click(need<QCheckBox>(dialog, u"alertPassesCheckBox"_s)));
    QVERIFY(!limits().passes);
    auto* age = need<widgets::DurationEdit>(dialog, u"alertAgeDurationEdit"_s);
    tests::type(need<QLineEdit>(age, u"valueEdit"_s), u"30 min"_s);
    QCOMPARE(limits().overdueAge, std::chrono::seconds(1'800));
    need<QSpinBox>(dialog, u"alertDocumentsSpinBox"_s)->setValue(250);
    QCOMPARE(limits().waveDocuments, std::int64_t{250});
    auto* within = need<QComboBox>(dialog, u"alertWithinComboBox"_s);
    within->setFocus();
    QTest::keyClick(within, Qt::Key_Home);
    QVERIFY(limits().waveWithin == services::WaveSpan::Hour);
}

// The first digit of 2500 was a limit of two documents, and an alert followed.
void TestAlerts::aNumberCountsWhenItIsTypedToItsEnd()
{
    QDialog* dialog = preferences();
    QVERIFY(dialog);
    need<QGroupBox>(dialog, u"alertsGroupBox"_s)->setChecked(true);
    auto* documents = need<QSpinBox>(dialog, u"alertDocumentsSpinBox"_s);
    const std::int64_t before = limits().waveDocuments;
    documents->setFocus();
    documents->selectAll();
    QTest::keyClicks(documents, u"2500"_s);
    QCOMPARE(limits().waveDocuments, before);
    QTest::keyClick(documents, Qt::Key_Return);
    QCOMPARE(limits().waveDocuments, std::int64_t{2'500});
}

void TestAlerts::theDialogShowsWhatWasChosen()
{
    presenters::AlertPreferences chosen;
    chosen.on = true;
    chosen.overdueAge = std::chrono::seconds(7'200);
    chosen.wave = false;
    chosen.waveDocuments = 12;
    m_fixture->workspace.alerts().setPreferences(chosen);
    QDialog* dialog = preferences();
    QVERIFY(dialog);
    QVERIFY(need<QGroupBox>(dialog, u"alertsGroupBox"_s)->isChecked());
    QCOMPARE(need<widgets::DurationEdit>(dialog, u"alertAgeDurationEdit"_s)->seconds(),
             std::optional<qint64>(7'200));
    QVERIFY(!need<QCheckBox>(dialog, u"alertWaveCheckBox"_s)->isChecked());
    QCOMPARE(need<QSpinBox>(dialog, u"alertDocumentsSpinBox"_s)->value(), 12);
}

void TestAlerts::theNavigatorShowsTheMark()
{
    auto* tree = need<QTreeView>(m_fixture->window.get(), u"navigatorTreeView"_s);
    tree->expandAll();
    const QModelIndex sessions = tests::rowNamed(tree, u"sessions"_s);
    QVERIFY(sessions.isValid());
    const auto picture
        = [&] { return tree->viewport()->grab(tree->visualRect(sessions)).toImage(); };
    const QImage before = picture();
    presenters::AlertPreferences chosen;
    chosen.on = true;
    chosen.overdueAge = std::chrono::seconds(60);
    // the inventory in front has counted three documents, overdue for an hour
    m_fixture->workspace.alerts().setPreferences(chosen);
    QVERIFY(sessions.data(Qt::ToolTipRole).toString().contains(u"3 document"_s));
    QVERIFY(picture() != before);
}

SANDGLASS_GUI_TEST(TestAlerts)
} // namespace tst_ui_alerts

#include "tst_ui_alerts.moc"
