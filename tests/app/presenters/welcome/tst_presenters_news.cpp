// SPDX-License-Identifier: GPL-3.0-or-later
// "What is new" is shown once after an upgrade and never at a first start.
#include "app/presenters/welcome/news_presenter.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QObject>
#include <QVariant>

namespace tst_presenters_news {

using namespace sandglass;
using namespace Qt::StringLiterals;
using presenters::NewsPresenter;
using tests::ServiceFixture;

namespace {

const QString kKey = u"welcome/version"_s;
const QString kGeometry = u"layout/geometry"_s;

} // namespace

class TestNews : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theSavedVersionDecides_data();
    void theSavedVersionDecides();
    void aFirstStartShowsNothing();
    void afterAFirstStartTheNextUpgradeIsShown();
    void aVersionThatSavedNoneCountsAsOlder();
    void itIsShownOnce();
    void aDowngradeAndTheWayBackShowNothing();
    void aProgramWithoutAVersionShowsAndSavesNothing();
    void dataOfTheEngineMakesItNoFirstStart();
};

void TestNews::theSavedVersionDecides_data()
{
    QTest::addColumn<QVariant>("saved");
    QTest::addColumn<bool>("shown");
    QTest::newRow("older") << QVariant(u"0.9.12"_s) << true;
    QTest::newRow("older, more digits") << QVariant(u"1.9.0"_s) << true;
    QTest::newRow("the same") << QVariant(u"1.10.0"_s) << false;
    QTest::newRow("newer") << QVariant(u"1.10.1"_s) << false;
    QTest::newRow("much newer") << QVariant(u"11.0"_s) << false;
    QTest::newRow("empty") << QVariant(QString()) << true;
    QTest::newRow("no version") << QVariant(u"yesterday"_s) << true;
    QTest::newRow("a list") << QVariant(QStringList{u"9.9.9"_s, u"x"_s}) << true;
    QTest::newRow("bytes") << QVariant(QByteArray("\xff\x00\xfe", 3)) << true;
    QTest::newRow("too large a number") << QVariant(QString(10'000, u'9')) << true;
    QTest::newRow("hostile text") << QVariant(u"\"; [x]\n\u202E1.10.0"_s) << true;
}

void TestNews::theSavedVersionDecides()
{
    QFETCH(QVariant, saved);
    QFETCH(bool, shown);
    ServiceFixture fixture;
    fixture.set.settings.setValue(kGeometry, QByteArray("a window"));
    fixture.set.settings.setValue(kKey, saved);
    QCOMPARE(NewsPresenter(fixture.set).takeVersion(u"1.10.0"_s), shown);
    // whatever it was, it is right now
    QCOMPARE(NewsPresenter(fixture.set).takeVersion(u"1.10.0"_s), false);
}

void TestNews::aFirstStartShowsNothing()
{
    ServiceFixture fixture;
    NewsPresenter news(fixture.set);
    QVERIFY(news.isFirstStart());
    QVERIFY(!news.takeVersion(u"1.0.0"_s));
    QVERIFY(!news.takeVersion(u"1.0.0"_s));
    QVERIFY(!NewsPresenter(fixture.set).isFirstStart());
}

void TestNews::afterAFirstStartTheNextUpgradeIsShown()
{
    ServiceFixture fixture;
    QVERIFY(!NewsPresenter(fixture.set).takeVersion(u"1.0.0"_s));
    QVERIFY(NewsPresenter(fixture.set).takeVersion(u"1.1.0"_s));
}

void TestNews::aVersionThatSavedNoneCountsAsOlder()
{
    ServiceFixture fixture;
    fixture.set.settings.setValue(kGeometry, QByteArray("a window"));
    NewsPresenter news(fixture.set);
    QVERIFY(!news.isFirstStart());
    QVERIFY(news.takeVersion(u"1.0.0"_s));
}

void TestNews::itIsShownOnce()
{
    ServiceFixture fixture;
    fixture.set.settings.setValue(kKey, u"0.9"_s);
    NewsPresenter news(fixture.set);
    QVERIFY(news.takeVersion(u"1.0.0"_s));
    QVERIFY(!news.takeVersion(u"1.0.0"_s));
}

void TestNews::aDowngradeAndTheWayBackShowNothing()
{
    ServiceFixture fixture;
    fixture.set.settings.setValue(kKey, u"2.0.0"_s);
    QVERIFY(!NewsPresenter(fixture.set).takeVersion(u"1.0.0"_s));
    QVERIFY(!NewsPresenter(fixture.set).takeVersion(u"2.0.0"_s));
    QVERIFY(NewsPresenter(fixture.set).takeVersion(u"2.0.1"_s));
}

void TestNews::aProgramWithoutAVersionShowsAndSavesNothing()
{
    ServiceFixture fixture;
    fixture.set.settings.setValue(kKey, u"0.9"_s);
    QVERIFY(!NewsPresenter(fixture.set).takeVersion({}));
    QCOMPARE(fixture.set.settings.value(kKey).toString(), u"0.9"_s);
}

void TestNews::dataOfTheEngineMakesItNoFirstStart()
{
    ServiceFixture fixture;
    QVERIFY(QDir().mkpath(fixture.set.engine.folder()));
    QVERIFY(!NewsPresenter(fixture.set).isFirstStart());
}

SANDGLASS_TEST(TestNews)
} // namespace tst_presenters_news

#include "tst_presenters_news.moc"
