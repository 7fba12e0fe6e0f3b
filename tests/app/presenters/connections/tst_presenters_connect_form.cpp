// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/connections/connect_form_presenter.h"
#include "app/presenters/effect/edit_words.h"
#include "tests/support/fake_probe.h"
#include "tests/support/fake_secret_store.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QObject>
#include <QTest>

namespace tst_presenters_connect_form {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace Qt::StringLiterals;

namespace {

const QString kMasked = u"mongodb://joe:••••••@fake.example/?w=1"_s;

struct FormFixture
{
    tests::FakeClock clock;
    std::shared_ptr<tests::FakeTtlServer> server = std::make_shared<tests::FakeTtlServer>(clock);
    std::shared_ptr<tests::FakeTtlServerFactory> factory
        = std::make_shared<tests::FakeTtlServerFactory>(server);
    std::shared_ptr<tests::FakeSecretStore> store = std::make_shared<tests::FakeSecretStore>();
    std::shared_ptr<tests::FakeProbe> probe = std::make_shared<tests::FakeProbe>();
    QTemporaryDir folder;
    services::Services services{
        services::ServicesOptions{folder.path(), factory, {}, {}, store, probe}, clock};
    ConnectFormPresenter form{services.set()};
};

} // namespace

class TestConnectForm : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void typingTheStringFillsTheForm();
    void typingInTheFormWritesTheString();
    void namedDatabasesAreKeptForTheConnection();
    void theMaskKeepsThePassword();
    void aLinkDecidesNothingDangerousAndTheFormSaysSo();
    void theMaskInALinkIsNoPasswordOfAnotherConnection();
    void aBadStringIsNamedAndThePasswordNotRepeated();
    void badHostsAreNamedAndTheRestStays();
    void savingPutsThePasswordIntoTheKeychainOnly();
    void choosingFetchesThePassword();
    void withoutAKeychainTheFormSaysSo();
    void aConnectionThatAsksKeepsNoPassword();
    void deletingTakesThePasswordAlong();
    void aCopyHasItsOwnPassword();
    void theTestShowsTheReasonBesideItsStage();
    void connectingCarriesColourTagAndProfile();
    void aReadOnlyConnectionStaysLocked();
    void onProductionTheNameIsAlwaysTyped();
};

void TestConnectForm::typingTheStringFillsTheForm()
{
    FormFixture f;
    f.form.setUri(u"mongodb://joe:p%40w@fake.example:1/db?tls=true&strange=1"_s);
    const ConnectFormState& state = f.form.state();
    QCOMPARE(state.hostsText, u"fake.example:1"_s);
    QCOMPARE(state.parts.password.value(), std::string("p@w"));
    QCOMPARE(state.parts.option("tls"), std::string("true"));
    QVERIFY(state.shownUri.contains(u"p%40w"_s));
    f.form.settleUri();
    QVERIFY(!state.shownUri.contains(u"p%40w"_s));
}

void TestConnectForm::typingInTheFormWritesTheString()
{
    FormFixture f;
    f.form.setUri(u"mongodb://localhost/?strange=%61"_s);
    f.form.setHosts(u"a:1, b"_s);
    f.form.setUser(u"joe"_s);
    f.form.setPassword(u"s/e:c@r%t"_s);
    f.form.setDatabase(u"shop"_s);
    f.form.setOption(u"replicaSet"_s, u"rs0"_s);
    QCOMPARE(f.form.state().shownUri,
             u"mongodb://joe:••••••@a:1,b/shop?strange=%61&replicaSet=rs0"_s);
    f.form.connectNow();
    QTRY_COMPARE(f.factory->lastUri(),
                 std::string("mongodb://joe:s%2Fe%3Ac%40r%25t@a:1,b/shop?strange=%61&replicaSet="
                             "rs0"));
}

void TestConnectForm::namedDatabasesAreKeptForTheConnection()
{
    FormFixture f;
    f.form.setUri(u"mongodb://fake.example/"_s);
    f.form.setDatabases(u"shop, lo/gs"_s);
    QVERIFY(f.form.state().problem.contains(u"lo/gs"_s));
    QVERIFY(!f.form.state().canConnect);
    f.form.setDatabases(u" shop ,logs,"_s);
    QVERIFY(f.form.state().canConnect);
    f.form.connectNow();
    const std::vector<std::string> expected{"logs", "shop"};
    QCOMPARE(f.services.set().connections.namedDatabases(), expected);
    // a form that does not touch them leaves them
    f.form.startNew();
    QVERIFY(f.form.state().databases.isEmpty());
    f.form.setUri(u"mongodb://fake.example/"_s);
    f.form.connectNow();
    QCOMPARE(f.services.set().connections.namedDatabases(), expected);
    // a saved connection shows its own
    f.form.save();
    const QString id = f.form.state().currentId;
    f.form.startNew();
    f.form.choose(id);
    QCOMPARE(f.form.state().databases, u"shop, logs"_s);
}

void TestConnectForm::theMaskKeepsThePassword()
{
    FormFixture f;
    f.form.setUri(u"mongodb://joe:secret@fake.example/?w=1"_s);
    f.form.settleUri();
    QCOMPARE(f.form.state().shownUri, kMasked);
    f.form.setUri(u"mongodb://joe:••••••@fake.example/?w=2"_s);
    QCOMPARE(f.form.state().parts.password.value(), std::string("secret"));
    f.form.setUri(u"mongodb://joe:•new@fake.example/?w=2"_s);
    QCOMPARE(f.form.state().parts.password.value(), std::string("new"));
}

void TestConnectForm::aLinkDecidesNothingDangerousAndTheFormSaysSo()
{
    FormFixture f;
    const QString risky = u"mongodb://joe@fake.example/db?w=1&tlsInsecure=true&tlsCAFile=%2Fx"_s;
    f.form.offerLink(risky);
    const ConnectFormState& state = f.form.state();
    QCOMPARE(state.shownUri, u"mongodb://joe@fake.example/db?w=1&tls=true"_s);
    QVERIFY2(state.warning.contains(u"tlsInsecure, tlsCAFile"_s), qPrintable(state.warning));
    QVERIFY(state.canConnect);
    // it is said as long as that connection is in the form
    f.form.setDatabase(u"other"_s);
    QVERIFY(state.warning.contains(u"tlsInsecure"_s));
    f.form.startNew();
    QVERIFY(state.warning.isEmpty());
    // what the user types stays as it is
    f.form.setUri(risky);
    QVERIFY(state.parts.hasOption("tlsInsecure") && state.parts.hasOption("tlsCAFile"));
    QVERIFY(state.warning.isEmpty());
}

void TestConnectForm::theMaskInALinkIsNoPasswordOfAnotherConnection()
{
    FormFixture f;
    f.form.setUri(u"mongodb://joe:hunter2@fake.example/?w=1"_s);
    f.form.settleUri();
    QCOMPARE(f.form.state().shownUri, kMasked);
    f.form.offerLink(u"mongodb://joe:••••••@evil.example/?w=1"_s);
    QCOMPARE(f.form.state().parts.hosts.front().name, std::string("evil.example"));
    QVERIFY(f.form.state().parts.password != std::optional<std::string>("hunter2"));
}

void TestConnectForm::aBadStringIsNamedAndThePasswordNotRepeated()
{
    FormFixture f;
    f.form.setUri(u"mongodb://joe:hunter2/x@fake.example"_s);
    QVERIFY(!f.form.state().problem.isEmpty());
    QVERIFY(!f.form.state().problem.contains(u"hunter2"_s));
    QVERIFY(!f.form.state().canConnect);
    f.form.setUri(u"mongodb://fake.example"_s);
    QVERIFY(f.form.state().canConnect);
}

void TestConnectForm::badHostsAreNamedAndTheRestStays()
{
    FormFixture f;
    f.form.setHosts(u"a,b:x"_s);
    QVERIFY(f.form.state().problem.contains(u'2'));
    QVERIFY(!f.form.state().canConnect);
    f.form.setHosts(u"a,b:2"_s);
    QVERIFY(f.form.state().problem.isEmpty());
    QCOMPARE(f.form.state().shownUri, u"mongodb://a,b:2"_s);
}

void TestConnectForm::savingPutsThePasswordIntoTheKeychainOnly()
{
    FormFixture f;
    f.form.setUri(u"mongodb://joe:hunter2@fake.example/?w=1"_s);
    f.form.save();
    QTRY_COMPARE(f.store->secrets.size(), 1);
    QCOMPARE(f.store->secrets.value(f.form.state().currentId), u"password=hunter2"_s);
    QFile file(f.folder.filePath(u"connections.json"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!file.readAll().contains("hunter2"));
    QCOMPARE(f.form.state().saved.size(), std::size_t{1});
    QCOMPARE(f.form.state().shownUri, kMasked);
}

void TestConnectForm::choosingFetchesThePassword()
{
    FormFixture f;
    f.form.setUri(u"mongodb://joe:hunter2@fake.example/?w=1"_s);
    f.form.save();
    const QString id = f.form.state().currentId;
    QTRY_COMPARE(f.store->secrets.size(), 1);
    f.form.startNew();
    QVERIFY(!f.form.state().parts.password);
    f.form.choose(id);
    QVERIFY(!f.form.state().canConnect);
    QTRY_VERIFY(f.form.state().canConnect);
    QCOMPARE(f.form.state().parts.password.value(), std::string("hunter2"));
    QVERIFY(f.form.state().keychainNote.isEmpty());
}

void TestConnectForm::withoutAKeychainTheFormSaysSo()
{
    FormFixture f;
    f.store->failure = base::failure(Errc::Unsupported, "Unknown error");
    f.form.setUri(u"mongodb://joe:hunter2@fake.example/"_s);
    f.form.save();
    QTRY_VERIFY(!f.form.state().keychainNote.isEmpty());
    const QString id = f.form.state().currentId;
    f.form.startNew();
    f.form.choose(id);
    QTRY_COMPARE(f.form.state().parts.password.value_or(""), std::string("hunter2"));
}

void TestConnectForm::aConnectionThatAsksKeepsNoPassword()
{
    FormFixture f;
    f.form.setUri(u"mongodb://joe:hunter2@fake.example/"_s);
    f.form.setTraits({u"x"_s, {}, {}, 0, false, true});
    f.form.save();
    const QString id = f.form.state().currentId;
    f.form.startNew();
    f.form.choose(id);
    QVERIFY(f.form.state().canConnect);
    QVERIFY(!f.form.state().parts.password);
    QVERIFY(f.store->secrets.isEmpty());
}

void TestConnectForm::deletingTakesThePasswordAlong()
{
    FormFixture f;
    f.form.setUri(u"mongodb://joe:hunter2@fake.example/"_s);
    f.form.save();
    QTRY_COMPARE(f.store->secrets.size(), 1);
    f.form.removeCurrent();
    QVERIFY(f.form.state().saved.empty());
    QVERIFY(f.store->secrets.isEmpty());
    QVERIFY(!f.form.state().parts.password);
}

void TestConnectForm::aCopyHasItsOwnPassword()
{
    FormFixture f;
    f.form.setUri(u"mongodb://joe:hunter2@fake.example/"_s);
    f.form.save();
    const QString original = f.form.state().currentId;
    f.form.duplicate();
    QVERIFY(f.form.state().currentId != original);
    QTRY_COMPARE(f.store->secrets.size(), 2);
    QTRY_COMPARE(f.form.state().parts.password.value_or(""), std::string("hunter2"));
    QVERIFY(f.form.state().keychainNote.isEmpty());
}

void TestConnectForm::theTestShowsTheReasonBesideItsStage()
{
    FormFixture f;
    f.probe->unreached = base::failure(Errc::Network, "connection refused");
    f.form.setUri(u"mongodb://fake.example/"_s);
    f.form.startTest();
    QVERIFY(f.form.state().testing);
    QTRY_VERIFY(!f.form.state().testing);
    const auto& stages = f.form.state().stages;
    QCOMPARE(stages[0].mark, TestMark::Passed);
    QCOMPARE(stages[1].mark, TestMark::Failed);
    QVERIFY(!stages[1].text.isEmpty());
    QCOMPARE(stages[1].details, u"connection refused"_s);
    QCOMPARE(stages[2].mark, TestMark::Waiting);
}

void TestConnectForm::connectingCarriesColourTagAndProfile()
{
    FormFixture f;
    f.form.setUri(u"mongodb://fake.example/"_s);
    f.form.setTraits({u"Shop"_s, u"#d55e00"_s, u"production"_s, 2, false, false});
    f.form.connectNow();
    const services::LinkState& link = f.services.set().connections.state();
    QTRY_COMPARE(link.phase, services::LinkPhase::Connected);
    QCOMPARE(link.name, u"Shop"_s);
    QCOMPARE(link.label.color, u"#d55e00"_s);
    QVERIFY(link.label.isProduction());
    QCOMPARE(link.server->product, ttl::Product::CosmosDb);
}

void TestConnectForm::aReadOnlyConnectionStaysLocked()
{
    FormFixture f;
    f.form.setUri(u"mongodb://fake.example/"_s);
    f.form.setTraits({{}, {}, {}, 0, true, false});
    f.form.connectNow();
    services::ConnectionService& connections = f.services.set().connections;
    QTRY_VERIFY(connections.isConnected());
    connections.unlock();
    QVERIFY(connections.isLocked());
}

void TestConnectForm::onProductionTheNameIsAlwaysTyped()
{
    EffectState nothing;
    nothing.phase = Phase::Ready;
    QCOMPARE(ceremonyFor(nothing), Ceremony::None);
    QCOMPARE(ceremonyFor(nothing, true), Ceremony::TypeName);
}

SANDGLASS_TEST(TestConnectForm)
} // namespace tst_presenters_connect_form

#include "tst_presenters_connect_form.moc"
