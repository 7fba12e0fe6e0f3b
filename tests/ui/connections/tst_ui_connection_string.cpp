// SPDX-License-Identifier: GPL-3.0-or-later
// What is typed or pasted into the connect dialog: hostile strings, sign-in, and secrets.
#include "tests/support/test_program.h"
#include "tests/ui/connections/connect_fixture.h"
#include "widgets/inputs/verdict_label.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTabWidget>

namespace tst_ui_connection_string {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::click;
using tests::ConnectFixture;

namespace {

const QString kMask(6, QChar(0x2022));
const QString kSecret = u"hunter2hunter2"_s;

/// Every text that a widget of the dialog shows or speaks.
QStringList visibleTexts(const QWidget& dialog)
{
    QStringList texts;
    for (const QWidget* widget : dialog.findChildren<QWidget*>()) {
        texts << widget->accessibleName() << widget->accessibleDescription() << widget->toolTip();
        if (const auto* label = qobject_cast<const QLabel*>(widget)) {
            texts << label->text();
        } else if (const auto* line = qobject_cast<const QLineEdit*>(widget)) {
            texts << line->displayText();
        } else if (const auto* table = qobject_cast<const QTableWidget*>(widget)) {
            for (int row = 0; row < table->rowCount(); ++row) {
                texts << table->item(row, 0)->text() << table->item(row, 1)->text();
            }
        }
    }
    return texts;
}

} // namespace

class TestConnectionString : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_fixture.reset(); }
    void whatIsNoConnectionStringIsRefused_data();
    void whatIsNoConnectionStringIsRefused();
    void whatIsOneIsTaken_data();
    void whatIsOneIsTaken();
    void aFaultNeverRepeatsThePassword_data();
    void aFaultNeverRepeatsThePassword();
    void theVerdictIsReadWithTheField();
    void aGoodStringAfterABadOneTakesTheVerdictAway();
    void blanksAroundAreNoFault();
    void aDialogThatEndsIsNotHeard();
    void secretOptionsAreMaskedEverywhere_data();
    void secretOptionsAreMaskedEverywhere();
    void theFieldsEscapeWhatTheyMust();
    void chineseAndSpacesSurviveInUserAndPassword();
    void noneForgetsUserAndPassword();
    void aCertificateNeedsNoPassword();
    void anUnknownMechanismIsShownAsItIs();
    void aPasswordWithoutAUserIsAFault();
    void theKindOfAddressIsSwitched();
    void recentAddressesHoldNoCredentials();
    void aRefusedSignInIsReportedAndCanBeRepeated();
    void withoutItsProgramTheLocalEngineLeavesTheDialogUsable();
    void cancelAndEscapeClose_data();
    void cancelAndEscapeClose();

private:
    QLineEdit* line(const QString& name) const { return m_fixture->part<QLineEdit>(name); }
    void showTab(int index) const
    {
        m_fixture->part<QTabWidget>(u"connectionTabWidget"_s)->setCurrentIndex(index);
    }
    QString verdict() const
    {
        return m_fixture->part<widgets::VerdictLabel>(u"uriVerdictLabel"_s)->text();
    }
    bool canConnect() const { return m_fixture->button(u"connectButton"_s)->isEnabled(); }

    std::unique_ptr<ConnectFixture> m_fixture;
};

void TestConnectionString::init()
{
    m_fixture = std::make_unique<ConnectFixture>();
    QVERIFY(m_fixture->open());
}

// Source: MongoDB manual, Connection String URI Format.
void TestConnectionString::whatIsNoConnectionStringIsRefused_data()
{
    QTest::addColumn<QString>("uri");
    QTest::newRow("empty") << QString();
    QTest::newRow("blank") << u"   "_s;
    QTest::newRow("a host alone") << u"localhost:27017"_s;
    QTest::newRow("another scheme") << u"http://h/"_s;
    QTest::newRow("no host") << u"mongodb://"_s;
    QTest::newRow("no host but a database") << u"mongodb:///db"_s;
    QTest::newRow("an empty host") << u"mongodb://a,,b/"_s;
    QTest::newRow("port 0") << u"mongodb://h:0/"_s;
    QTest::newRow("port too large") << u"mongodb://h:65536/"_s;
    QTest::newRow("port in letters") << u"mongodb://h:x/"_s;
    QTest::newRow("an open bracket") << u"mongodb://[::1/"_s;
    QTest::newRow("IPv6 without brackets") << u"mongodb://::1/"_s;
    QTest::newRow("an unescaped @") << u"mongodb://joe:a@b@h/"_s;
    QTest::newRow("an unescaped slash") << u"mongodb://joe:a/b@h/"_s;
    QTest::newRow("half an escape") << u"mongodb://joe:a%4@h/"_s;
    QTest::newRow("an escaped zero") << u"mongodb://joe:a%00@h/"_s;
    QTest::newRow("a password alone") << u"mongodb://:pw@h/"_s;
    QTest::newRow("an option without a value") << u"mongodb://h/?tls"_s;
    QTest::newRow("srv with a port") << u"mongodb+srv://h.example.com:27017/"_s;
    QTest::newRow("srv with two hosts") << u"mongodb+srv://a.example.com,b.example.com/"_s;
    QTest::newRow("a quote in the host") << u"mongodb://h\"; rm -rf/"_s;
    QTest::newRow("two lines") << u"mongodb://a,\nb/"_s;
    QTest::newRow("100 kB") << u"mongodb://"_s + QString(100'000, u'h');
}

void TestConnectionString::whatIsNoConnectionStringIsRefused()
{
    QFETCH(QString, uri);
    m_fixture->uri()->setMaxLength(200'000);
    m_fixture->uri()->setText(uri);
    QVERIFY(!canConnect());
    QVERIFY(!m_fixture->button(u"saveConnectionButton"_s)->isEnabled());
    QVERIFY(!m_fixture->button(u"testConnectionButton"_s)->isEnabled());
    QVERIFY(!verdict().isEmpty());
    QTest::keyClick(m_fixture->uri(), Qt::Key_Return);
    QCOMPARE(m_fixture->factory->connects(), 0);
    QVERIFY(m_fixture->dialog && m_fixture->dialog->isVisible());
}

void TestConnectionString::whatIsOneIsTaken_data()
{
    QTest::addColumn<QString>("uri");
    QTest::addColumn<QString>("hosts");
    QTest::newRow("a host") << u"mongodb://h"_s << u"h"_s;
    QTest::newRow("IPv6") << u"mongodb://[::1]:1/"_s << u"[::1]:1"_s;
    QTest::newRow("three hosts") << u"mongodb://a,b:2,c/?replicaSet=r"_s << u"a, b:2, c"_s;
    QTest::newRow("seeded") << u"mongodb+srv://c.example.com/db"_s << u"c.example.com"_s;
    QTest::newRow("largest port") << u"mongodb://h:65535/"_s << u"h:65535"_s;
    QTest::newRow("a socket") << u"mongodb://%2Ftmp%2Fdb.sock"_s << u"/tmp/db.sock"_s;
}

void TestConnectionString::whatIsOneIsTaken()
{
    QFETCH(QString, uri);
    QFETCH(QString, hosts);
    tests::type(m_fixture->uri(), uri);
    QCOMPARE(verdict(), QString());
    QVERIFY(canConnect());
    QCOMPARE(line(u"hostsEdit"_s)->text(), hosts);
}

void TestConnectionString::aFaultNeverRepeatsThePassword_data()
{
    QTest::addColumn<QString>("uri");
    QTest::newRow("@ in it") << u"mongodb://joe:%1@x@h/"_s;
    QTest::newRow("slash in it") << u"mongodb://joe:%1/x@h/"_s;
    QTest::newRow("half an escape") << u"mongodb://joe:%1%4@h/"_s;
    QTest::newRow("bad port") << u"mongodb://joe:%1@h:x/"_s;
    QTest::newRow("no scheme") << u"joe:%1@h"_s;
    QTest::newRow("option without a value") << u"mongodb://h/?%1"_s;
    QTest::newRow("as the host") << u"mongodb://%1:h:1/"_s;
}

void TestConnectionString::aFaultNeverRepeatsThePassword()
{
    QFETCH(QString, uri);
    m_fixture->uri()->setText(QString(uri).replace(u"%1"_s, kSecret));
    QVERIFY(!canConnect());
    QVERIFY2(!verdict().contains(kSecret), qPrintable(verdict()));
    QVERIFY(!m_fixture->uri()->accessibleDescription().contains(kSecret));
}

void TestConnectionString::theVerdictIsReadWithTheField()
{
    m_fixture->uri()->setText(u"mongodb://h:0"_s);
    QVERIFY(!verdict().isEmpty());
    QCOMPARE(m_fixture->part<QWidget>(u"uriComboBox"_s)->accessibleDescription(), verdict());
}

void TestConnectionString::aGoodStringAfterABadOneTakesTheVerdictAway()
{
    m_fixture->uri()->setText(u"mongodb://h:0"_s);
    m_fixture->uri()->setText(u"mongodb://h:1"_s);
    QVERIFY(!m_fixture->part<QWidget>(u"uriVerdictLabel"_s)->isVisible());
    QCOMPARE(m_fixture->part<QWidget>(u"uriComboBox"_s)->accessibleDescription(), QString());
    QVERIFY(canConnect());
}

void TestConnectionString::blanksAroundAreNoFault()
{
    m_fixture->uri()->setText(u"  mongodb://h.example/ \n"_s);
    QVERIFY(canConnect());
    QVERIFY(click(m_fixture->button(u"connectButton"_s)));
    QTRY_COMPARE(m_fixture->factory->lastUri(), std::string("mongodb://h.example"));
}

void TestConnectionString::secretOptionsAreMaskedEverywhere_data()
{
    QTest::addColumn<QString>("uri");
    QTest::newRow("password") << u"mongodb://joe:%1@h/"_s;
    QTest::newRow("key password") << u"mongodb://h/?tls=true&tlsCertificateKeyFilePassword=%1"_s;
    QTest::newRow("proxy password") << u"mongodb://h/?proxyHost=p&proxyPassword=%1"_s;
    QTest::newRow("in other case") << u"mongodb://h/?PROXYPASSWORD=%1"_s;
    QTest::newRow("session token")
        << u"mongodb://h/?authMechanism=MONGODB-AWS&authMechanismProperties=AWS_SESSION_TOKEN:%1"_s;
}

void TestConnectionString::secretOptionsAreMaskedEverywhere()
{
    QFETCH(QString, uri);
    tests::type(m_fixture->uri(), uri.arg(kSecret));
    QTest::keyClick(m_fixture->uri(), Qt::Key_Tab);
    QTRY_VERIFY(m_fixture->uri()->text().contains(kMask));
    for (const QString& text : visibleTexts(*m_fixture->dialog)) {
        QVERIFY2(!text.contains(kSecret), qPrintable(text));
    }
    if (uri.contains(u"proxy"_s, Qt::CaseInsensitive)) {
        QVERIFY(!canConnect()); // the driver cannot use a proxy
        return;
    }
    QVERIFY(click(m_fixture->button(u"connectButton"_s)));
    QTRY_VERIFY(QString::fromStdString(m_fixture->factory->lastUri()).contains(kSecret));
}

void TestConnectionString::theFieldsEscapeWhatTheyMust()
{
    showTab(1);
    tests::type(line(u"userEdit"_s), u"j@o:e/?"_s);
    tests::type(line(u"passwordEdit"_s), u"p@ss:w/rd%?#&="_s);
    QVERIFY(canConnect());
    QVERIFY(click(m_fixture->button(u"connectButton"_s)));
    QTRY_COMPARE(m_fixture->factory->connects(), 1);
    const auto sent = protocol::readConnectionString(m_fixture->factory->lastUri());
    QVERIFY(sent.good());
    QCOMPARE(sent.parts.user, std::string("j@o:e/?"));
    QCOMPARE(sent.parts.password.value_or(""), std::string("p@ss:w/rd%?#&="));
}

void TestConnectionString::chineseAndSpacesSurviveInUserAndPassword()
{
    showTab(1);
    line(u"userEdit"_s)->setText(u"用户 一"_s);
    Q_EMIT line(u"userEdit"_s)->textEdited(u"用户 一"_s);
    line(u"passwordEdit"_s)->setText(u" 密码 "_s);
    Q_EMIT line(u"passwordEdit"_s)->textEdited(u" 密码 "_s);
    QVERIFY(click(m_fixture->button(u"connectButton"_s)));
    QTRY_COMPARE(m_fixture->factory->connects(), 1);
    const auto sent = protocol::readConnectionString(m_fixture->factory->lastUri());
    QCOMPARE(QString::fromStdString(sent.parts.user), u"用户 一"_s);
    QCOMPARE(QString::fromStdString(sent.parts.password.value_or("")), u" 密码 "_s);
}

void TestConnectionString::noneForgetsUserAndPassword()
{
    tests::type(m_fixture->uri(), u"mongodb://joe:%1@h/?authMechanism=SCRAM-SHA-1"_s.arg(kSecret));
    showTab(1);
    tests::choose(m_fixture->part<QComboBox>(u"mechanismComboBox"_s), 0);
    QCOMPARE(line(u"userEdit"_s)->text(), QString());
    QCOMPARE(line(u"passwordEdit"_s)->text(), QString());
    QCOMPARE(m_fixture->uri()->text(), u"mongodb://h"_s);
}

void TestConnectionString::aCertificateNeedsNoPassword()
{
    tests::type(m_fixture->uri(), u"mongodb://h/?authMechanism=MONGODB-X509&tls=true"_s);
    QVERIFY(!line(u"passwordEdit"_s)->isEnabled());
    QVERIFY(canConnect());
    tests::type(m_fixture->uri(), u"mongodb://h/"_s);
    QVERIFY(line(u"passwordEdit"_s)->isEnabled());
}

void TestConnectionString::anUnknownMechanismIsShownAsItIs()
{
    tests::type(m_fixture->uri(), u"mongodb://joe@h/?authMechanism=FUTURE-1"_s);
    const auto* list = m_fixture->part<QComboBox>(u"mechanismComboBox"_s);
    QCOMPARE(list->currentText(), u"FUTURE-1"_s);
    QVERIFY(canConnect());
}

void TestConnectionString::aPasswordWithoutAUserIsAFault()
{
    showTab(1);
    tests::type(line(u"passwordEdit"_s), kSecret);
    QVERIFY(!canConnect());
    QVERIFY(!verdict().isEmpty() && !verdict().contains(kSecret));
    tests::type(line(u"userEdit"_s), u"joe"_s);
    QVERIFY(canConnect());
}

void TestConnectionString::theKindOfAddressIsSwitched()
{
    tests::type(line(u"hostsEdit"_s), u"c.example.com"_s);
    auto* scheme = m_fixture->part<QComboBox>(u"schemeComboBox"_s);
    tests::choose(scheme, 1);
    QCOMPARE(m_fixture->uri()->text(), u"mongodb+srv://c.example.com"_s);
    tests::type(line(u"hostsEdit"_s), u"a.example.com, b.example.com"_s);
    QVERIFY(!canConnect());
    tests::choose(scheme, 0);
    QVERIFY(canConnect());
    QCOMPARE(m_fixture->uri()->text(), u"mongodb://a.example.com,b.example.com"_s);
}

void TestConnectionString::recentAddressesHoldNoCredentials()
{
    tests::type(m_fixture->uri(),
                u"mongodb://joe:%1@h.example/?tlsCertificateKeyFilePassword=%1"_s.arg(kSecret));
    QVERIFY(click(m_fixture->button(u"connectButton"_s)));
    QTRY_VERIFY(m_fixture->dialog.isNull());
    // the connection of the window is offered with its user; what is stored has none
    m_fixture->connection.disconnectNow();
    QVERIFY(m_fixture->open());
    const auto* recent = m_fixture->part<QComboBox>(u"uriComboBox"_s);
    QVERIFY(recent->count() > 0);
    for (int row = 0; row < recent->count(); ++row) {
        QVERIFY2(!recent->itemText(row).contains(kSecret), qPrintable(recent->itemText(row)));
        QVERIFY2(!recent->itemText(row).contains(u"joe"_s), qPrintable(recent->itemText(row)));
    }
}

void TestConnectionString::aRefusedSignInIsReportedAndCanBeRepeated()
{
    m_fixture->factory->refuse(
        base::serverError(18, "AuthenticationFailed", "Authentication failed."));
    tests::type(m_fixture->uri(), u"mongodb://joe:wrong@h/"_s);
    QVERIFY(click(m_fixture->button(u"connectButton"_s)));
    QVERIFY(!canConnect());
    auto* banner = m_fixture->part<QWidget>(u"connectErrorBanner"_s);
    QTRY_VERIFY(banner->isVisible());
    QVERIFY(canConnect());
    m_fixture->factory->refuse(std::nullopt);
    QVERIFY(click(m_fixture->button(u"connectButton"_s)));
    QVERIFY(!banner->isVisible());
    QTRY_VERIFY(m_fixture->dialog.isNull());
}

void TestConnectionString::withoutItsProgramTheLocalEngineLeavesTheDialogUsable()
{
    QVERIFY(click(m_fixture->button(u"connectLocalButton"_s)));
    QTRY_COMPARE(m_fixture->set.engine.phase(), services::EngineProcessPhase::Failed);
    QVERIFY(m_fixture->dialog && m_fixture->dialog->isVisible());
    tests::type(m_fixture->uri(), u"mongodb://h/"_s);
    QVERIFY(click(m_fixture->button(u"connectButton"_s)));
    QTRY_VERIFY(m_fixture->dialog.isNull());
}

void TestConnectionString::cancelAndEscapeClose_data()
{
    QTest::addColumn<bool>("byKey");
    QTest::newRow("Escape") << true;
    QTest::newRow("Cancel") << false;
}

void TestConnectionString::cancelAndEscapeClose()
{
    QFETCH(bool, byKey);
    if (byKey) {
        QTest::keyClick(m_fixture->dialog.data(), Qt::Key_Escape);
    } else {
        QVERIFY(click(m_fixture->button(u"cancelConnectButton"_s)));
    }
    QTRY_VERIFY(m_fixture->dialog.isNull());
    QCOMPARE(m_fixture->factory->connects(), 0);
}

void TestConnectionString::aDialogThatEndsIsNotHeard()
{
    m_fixture->uri()->setFocus();
    tests::type(m_fixture->uri(), u"mongodb://joe:pw@a:1"_s);
    QVERIFY(m_fixture->uri()->hasFocus());
    // what the form announces would reach a dialog of which only a QWidget is left
    const QSignalSpy states(&m_fixture->form, &presenters::ConnectFormPresenter::stateChanged);
    delete m_fixture->dialog.data();
    QCOMPARE(states.size(), 0);
}

SANDGLASS_GUI_TEST(TestConnectionString)
} // namespace tst_ui_connection_string

#include "tst_ui_connection_string.moc"
