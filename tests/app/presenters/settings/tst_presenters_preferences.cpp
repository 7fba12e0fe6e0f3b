// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/settings/preferences_presenter.h"
#include "app/services/settings/settings.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_presenters_preferences {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::ServiceFixture;

class TestPreferences : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void aNewFolderHasTheDefaults();
    void everyChoiceIsShownAtOnceAndRemembered();
    void intervalsAreBroughtIntoRange_data();
    void intervalsAreBroughtIntoRange();
    void limitsOfSamplingAreBroughtIntoRange_data();
    void limitsOfSamplingAreBroughtIntoRange();
    void aFileEditedByHandDoesNoHarm_data();
    void aFileEditedByHandDoesNoHarm();
    void anUnknownZoneChangesNothing();
    void theLanguageCanBeReadBeforeThereAreServices();
    void aLayoutIsKeptByNameAndEmitsNothing();

private:
    const PreferencesState& state() const { return m_preferences->state(); }
    /// The same folder as another run of the program sees it.
    PreferencesState reopened() const { return PreferencesPresenter(m_fixture->set).state(); }

    std::unique_ptr<ServiceFixture> m_fixture;
    std::unique_ptr<PreferencesPresenter> m_preferences;
};

void TestPreferences::init()
{
    m_fixture = std::make_unique<ServiceFixture>();
    m_preferences = std::make_unique<PreferencesPresenter>(m_fixture->set);
}

void TestPreferences::cleanup()
{
    m_preferences.reset();
    m_fixture.reset();
}

void TestPreferences::aNewFolderHasTheDefaults()
{
    QCOMPARE(state().theme, Theme::System);
    QCOMPARE(state().remoteInterval, 10s);
    QCOMPARE(state().sampleAbove, std::int64_t{2'000'000});
    QVERIFY(state().language.isEmpty());
    QVERIFY(state().startEngine);
    QCOMPARE(state().folder, m_fixture->set.settings.folder());
}

void TestPreferences::everyChoiceIsShownAtOnceAndRemembered()
{
    const QSignalSpy changed(m_preferences.get(), &PreferencesPresenter::stateChanged);
    m_preferences->setTheme(Theme::Dark);
    m_preferences->setLanguage(u"zh_CN"_s);
    m_preferences->setRemoteInterval(30s);
    m_preferences->setSampleAbove(500'000);
    m_preferences->setZone("Asia/Kolkata");
    m_preferences->setStartEngine(false);
    QVERIFY(changed.count() >= 6);
    for (const PreferencesState& seen : {state(), reopened()}) {
        QCOMPARE(seen.theme, Theme::Dark);
        QCOMPARE(seen.language, u"zh_CN"_s);
        QCOMPARE(seen.remoteInterval, 30s);
        QCOMPARE(seen.sampleAbove, std::int64_t{500'000});
        QCOMPARE(seen.zoneId, QByteArray("Asia/Kolkata"));
        QVERIFY(!seen.startEngine);
    }
}

void TestPreferences::intervalsAreBroughtIntoRange_data()
{
    QTest::addColumn<qlonglong>("asked");
    QTest::addColumn<qlonglong>("kept");
    QTest::newRow("shortest") << 1LL << 1LL;
    QTest::newRow("zero") << 0LL << 1LL;
    QTest::newRow("negative") << -5LL << 1LL;
    QTest::newRow("longest") << 3'600LL << 3'600LL;
    QTest::newRow("longer") << 3'601LL << 3'600LL;
    QTest::newRow("beyond int") << 5'000'000'000LL << 3'600LL;
}

void TestPreferences::intervalsAreBroughtIntoRange()
{
    QFETCH(qlonglong, asked);
    QFETCH(qlonglong, kept);
    m_preferences->setRemoteInterval(std::chrono::seconds(asked));
    QCOMPARE(static_cast<qlonglong>(state().remoteInterval.count()), kept);
}

void TestPreferences::limitsOfSamplingAreBroughtIntoRange_data()
{
    QTest::addColumn<qlonglong>("asked");
    QTest::addColumn<qlonglong>("kept");
    QTest::newRow("never") << 0LL << 0LL;
    QTest::newRow("negative") << -1LL << 0LL;
    QTest::newRow("too few") << 1LL << 100'000LL;
    QTest::newRow("fewest") << 100'000LL << 100'000LL;
    QTest::newRow("most") << 1'000'000'000LL << 1'000'000'000LL;
    QTest::newRow("too many") << 1'000'000'001LL << 1'000'000'000LL;
}

void TestPreferences::limitsOfSamplingAreBroughtIntoRange()
{
    QFETCH(qlonglong, asked);
    QFETCH(qlonglong, kept);
    m_preferences->setSampleAbove(asked);
    QCOMPARE(static_cast<qlonglong>(state().sampleAbove), kept);
}

void TestPreferences::aFileEditedByHandDoesNoHarm_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QVariant>("value");
    QTest::addColumn<int>("theme");
    QTest::addColumn<qlonglong>("seconds");
    QTest::addColumn<qlonglong>("above");
    const auto row = [](const char* name, const char* key, const QVariant& value, int theme,
                        qlonglong seconds, qlonglong above) {
        QTest::newRow(name) << QString::fromLatin1(key) << value << theme << seconds << above;
    };
    row("no such theme", "display/theme", 7, 2, 10, 2'000'000);
    row("negative theme", "display/theme", -1, 0, 10, 2'000'000);
    row("theme in words", "display/theme", u"dark"_s, 0, 10, 2'000'000);
    row("interval of none", "refresh/remoteSeconds", 0, 0, 1, 2'000'000);
    row("interval in words", "refresh/remoteSeconds", u"often"_s, 0, 1, 2'000'000);
    row("interval of a day", "refresh/remoteSeconds", 86'400, 0, 3'600, 2'000'000);
    row("sampling in words", "refresh/sampleAbove", u"few"_s, 0, 10, 0);
    row("sampling of one", "refresh/sampleAbove", 1, 0, 10, 100'000);
}

void TestPreferences::aFileEditedByHandDoesNoHarm()
{
    QFETCH(QString, key);
    QFETCH(QVariant, value);
    QFETCH(int, theme);
    QFETCH(qlonglong, seconds);
    QFETCH(qlonglong, above);
    m_fixture->set.settings.setValue(key, value);
    QCOMPARE(static_cast<int>(state().theme), theme);
    QCOMPARE(static_cast<qlonglong>(state().remoteInterval.count()), seconds);
    QCOMPARE(static_cast<qlonglong>(state().sampleAbove), above);
}

void TestPreferences::anUnknownZoneChangesNothing()
{
    m_preferences->setZone("Europe/Berlin");
    m_preferences->setZone("Mars/Crater");
    QCOMPARE(state().zoneId, QByteArray("Europe/Berlin"));
    QCOMPARE(m_fixture->set.settings.zone().id(), QByteArray("Europe/Berlin"));
    m_preferences->setZone({});
    QVERIFY(state().zoneId.isEmpty());
}

void TestPreferences::theLanguageCanBeReadBeforeThereAreServices()
{
    QVERIFY(PreferencesPresenter::savedLanguage(state().folder).isEmpty());
    m_preferences->setLanguage(u"en"_s);
    const QString folder = state().folder;
    QCOMPARE(PreferencesPresenter::savedLanguage(folder), u"en"_s);
}

void TestPreferences::aLayoutIsKeptByNameAndEmitsNothing()
{
    const QSignalSpy changed(m_preferences.get(), &PreferencesPresenter::stateChanged);
    const QByteArray bytes("\x00\xff\x01", 3);
    m_preferences->saveLayout(u"docks"_s, bytes);
    QCOMPARE(m_preferences->layout(u"docks"_s), bytes);
    QVERIFY(m_preferences->layout(u"geometry"_s).isEmpty());
    QCOMPARE(changed.count(), 0);
    QCOMPARE(PreferencesPresenter(m_fixture->set).layout(u"docks"_s), bytes);
}

SANDGLASS_TEST(TestPreferences)
} // namespace tst_presenters_preferences

#include "tst_presenters_preferences.moc"
