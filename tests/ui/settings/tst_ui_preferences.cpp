// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/settings/alert_presenter.h"
#include "app/presenters/settings/preferences_presenter.h"
#include "app/presenters/shell/status_presenter.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"
#include "tests/ui/widget_access.h"
#include "ui/settings/preferences_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGroupBox>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QSpinBox>

namespace tst_ui_preferences {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using presenters::PreferencesPresenter;
using tests::choose;
using tests::click;
using tests::need;
using tests::ServiceFixture;

class TestPreferencesDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void itShowsWhatIsInForce();
    void aChoiceActsAtOnce_data();
    void aChoiceActsAtOnce();
    void numbersAreReportedAsTheyAreSet();
    void tooSmallASampleIsCorrectedWhereItIsSeen();
    void theEngineIsStartedOrNot();
    void aChangeFromElsewhereIsShown();
    void theAlertsStandAboveTheButtons();
    void closingDeletesIt();

private:
    template <typename Control>
    Control* part(const QString& name) const
    {
        return need<Control>(m_dialog.data(), name);
    }

    std::unique_ptr<ServiceFixture> m_fixture;
    std::unique_ptr<PreferencesPresenter> m_presenter;
    std::unique_ptr<presenters::StatusPresenter> m_status;
    QPointer<ui::PreferencesDialog> m_dialog; // deletes itself when it is closed
};

void TestPreferencesDialog::init()
{
    m_fixture = std::make_unique<ServiceFixture>();
    m_presenter = std::make_unique<PreferencesPresenter>(m_fixture->set);
    m_status = std::make_unique<presenters::StatusPresenter>(m_fixture->set);
    m_dialog = std::make_unique<ui::PreferencesDialog>(*m_presenter, *m_status).release();
    m_dialog->show();
    QVERIFY(QTest::qWaitForWindowActive(m_dialog.data()));
}

void TestPreferencesDialog::cleanup()
{
    delete m_dialog.data();
    m_status.reset();
    m_presenter.reset();
    m_fixture.reset();
}

void TestPreferencesDialog::itShowsWhatIsInForce()
{
    QCOMPARE(part<QComboBox>(u"themeComboBox"_s)->currentIndex(), 0);
    QCOMPARE(part<QComboBox>(u"languageComboBox"_s)->currentIndex(), 0);
    QCOMPARE(part<QComboBox>(u"zoneComboBox"_s)->currentIndex(), 0);
    QCOMPARE(part<QSpinBox>(u"remoteIntervalSpinBox"_s)->value(), 10);
    QCOMPARE(part<QSpinBox>(u"sampleAboveSpinBox"_s)->value(), 2'000'000);
    QVERIFY(part<QCheckBox>(u"startEngineCheckBox"_s)->isChecked());
    QCOMPARE(part<QLabel>(u"dataFolderLabel"_s)->text(), m_presenter->state().folder);
}

void TestPreferencesDialog::aChoiceActsAtOnce_data()
{
    QTest::addColumn<QString>("list");
    QTest::addColumn<int>("row");
    QTest::addColumn<int>("theme");
    QTest::addColumn<QString>("language");
    QTest::newRow("light") << u"themeComboBox"_s << 1 << 1 << QString();
    QTest::newRow("dark") << u"themeComboBox"_s << 2 << 2 << QString();
    QTest::newRow("English") << u"languageComboBox"_s << 1 << 0 << u"en"_s;
    QTest::newRow("Chinese") << u"languageComboBox"_s << 2 << 0 << u"zh_CN"_s;
}

void TestPreferencesDialog::aChoiceActsAtOnce()
{
    QFETCH(QString, list);
    QFETCH(int, row);
    QFETCH(int, theme);
    QFETCH(QString, language);
    choose(part<QComboBox>(list), row);
    QCOMPARE(static_cast<int>(m_presenter->state().theme), theme);
    QCOMPARE(m_presenter->state().language, language);
    QCOMPARE(part<QComboBox>(list)->currentIndex(), row);
}

void TestPreferencesDialog::numbersAreReportedAsTheyAreSet()
{
    part<QSpinBox>(u"remoteIntervalSpinBox"_s)->setValue(60);
    QCOMPARE(m_presenter->state().remoteInterval, 60s);
    part<QSpinBox>(u"sampleAboveSpinBox"_s)->setValue(0);
    QCOMPARE(m_presenter->state().sampleAbove, std::int64_t{0});
    QCOMPARE(part<QSpinBox>(u"remoteIntervalSpinBox"_s)->minimum(), 1);
    QCOMPARE(part<QSpinBox>(u"remoteIntervalSpinBox"_s)->maximum(), 3'600);
}

void TestPreferencesDialog::tooSmallASampleIsCorrectedWhereItIsSeen()
{
    auto* above = part<QSpinBox>(u"sampleAboveSpinBox"_s);
    above->setValue(5);
    QCOMPARE(m_presenter->state().sampleAbove, std::int64_t{100'000});
    QCOMPARE(above->value(), 100'000);
}

void TestPreferencesDialog::theEngineIsStartedOrNot()
{
    part<QCheckBox>(u"startEngineCheckBox"_s)->toggle();
    QVERIFY(!m_presenter->state().startEngine);
    part<QCheckBox>(u"startEngineCheckBox"_s)->toggle();
    QVERIFY(m_presenter->state().startEngine);
}

void TestPreferencesDialog::aChangeFromElsewhereIsShown()
{
    m_presenter->setTheme(presenters::Theme::Dark);
    m_presenter->setZone("UTC");
    m_presenter->setRemoteInterval(7s);
    QCOMPARE(part<QComboBox>(u"themeComboBox"_s)->currentIndex(), 2);
    QCOMPARE(part<QComboBox>(u"zoneComboBox"_s)->currentData().toByteArray(), QByteArray("UTC"));
    QCOMPARE(part<QSpinBox>(u"remoteIntervalSpinBox"_s)->value(), 7);
}

void TestPreferencesDialog::theAlertsStandAboveTheButtons()
{
    presenters::AlertPresenter alerts(m_fixture->set);
    m_dialog->addAlerts(alerts);
    auto* group = part<QGroupBox>(u"alertsGroupBox"_s);
    auto* close = part<QPushButton>(u"closePreferencesButton"_s);
    QTRY_VERIFY(group->isVisible() && group->height() > 0);
    QTRY_VERIFY(group->mapToGlobal(group->rect().bottomLeft()).y()
                <= close->mapToGlobal(QPoint()).y());
    delete m_dialog.data(); // before the presenter that it shows
}

void TestPreferencesDialog::closingDeletesIt()
{
    QVERIFY(click(part<QPushButton>(u"closePreferencesButton"_s)));
    QTRY_VERIFY(!m_dialog);
}

SANDGLASS_GUI_TEST(TestPreferencesDialog)
} // namespace tst_ui_preferences

#include "tst_ui_preferences.moc"
