// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/connections/connection_presenter.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_presenters_connection {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace Qt::StringLiterals;
using tests::ServiceFixture;

class TestConnectionPresenter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void connectingShowsTheServerAndNoPassword();
    void aFailureIsDescribed();
    void lockingFollowsTheService();
};

void TestConnectionPresenter::connectingShowsTheServerAndNoPassword()
{
    ServiceFixture fixture;
    ConnectionPresenter connection(fixture.set);
    connection.connectTo(u" mongodb://joe:secret@fake.example/ "_s);
    QTRY_COMPARE(connection.state().phase, ConnectionPhase::Connected);
    QCOMPARE(connection.state().name, u"fake.example:27017"_s);
    QCOMPARE(connection.state().serverText, u"MongoDB 7.0.5 · Standalone"_s);
    QCOMPARE(connection.state().recent, QStringList{u"mongodb://fake.example/"_s});
    QVERIFY(connection.state().locked);
}

void TestConnectionPresenter::aFailureIsDescribed()
{
    ServiceFixture fixture;
    fixture.factory->refuse(base::failure(Errc::Network, "connection refused"));
    ConnectionPresenter connection(fixture.set);
    connection.connectTo(u"mongodb://fake.example/"_s);
    QTRY_COMPARE(connection.state().phase, ConnectionPhase::Failed);
    QVERIFY(!connection.state().failure->sentence.isEmpty());
    QCOMPARE(connection.state().failure->details, u"connection refused"_s);
}

void TestConnectionPresenter::lockingFollowsTheService()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect(false));
    ConnectionPresenter connection(fixture.set);
    QVERIFY(connection.state().locked);
    connection.unlock();
    QVERIFY(!connection.state().locked);
    connection.lock();
    QVERIFY(connection.state().locked);
}

SANDGLASS_TEST(TestConnectionPresenter)
} // namespace tst_presenters_connection

#include "tst_presenters_connection.moc"
