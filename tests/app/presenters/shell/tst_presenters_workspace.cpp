// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/documents/documents_presenter.h"
#include "app/presenters/forecast/collection_presenter.h"
#include "app/presenters/indexes/change_index_presenter.h"
#include "app/presenters/indexes/create_index_presenter.h"
#include "app/presenters/indexes/index_list_presenter.h"
#include "app/presenters/inventory/inventory_presenter.h"
#include "app/presenters/journal/activity_presenter.h"
#include "app/presenters/settings/preferences_presenter.h"
#include "app/presenters/shell/workspace.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QPointer>
#include <QTest>

namespace tst_presenters_workspace {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using tests::ServiceFixture;

namespace {

const protocol::Namespace kSessions{"app", "sessions"};

} // namespace

class TestWorkspace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCollectionKeepsItsPresentersUntilItIsClosed();
    void dialogsGetTheirOwnAndGiveThemBack();
    void itMayEndWhileQueriesRun();
    void theHeadOfACollectionPageIsFilled();
    void theChosenIntervalReachesEveryForecast();
    void refreshingReadsOnlyWhatIsOnScreen();
    void aPictureOfSeveralRulesSaysSo();
};

void TestWorkspace::aCollectionKeepsItsPresentersUntilItIsClosed()
{
    ServiceFixture fixture;
    Workspace workspace(fixture.set);
    CollectionPresenter& page = workspace.collectionPage(kSessions);
    QCOMPARE(&workspace.collectionPage(kSessions), &page);
    QCOMPARE(&workspace.indexList(kSessions), &workspace.indexList(kSessions));
    QPointer<CollectionPresenter> watched(&page);
    workspace.closeCollection(kSessions);
    QTRY_VERIFY(!watched);
    workspace.closeCollection(kSessions);
}

void TestWorkspace::dialogsGetTheirOwnAndGiveThemBack()
{
    ServiceFixture fixture;
    Workspace workspace(fixture.set);
    CreateIndexPresenter& one = workspace.createIndex(kSessions);
    CreateIndexPresenter& two = workspace.createIndex(kSessions);
    QVERIFY(&one != &two);
    QPointer<CreateIndexPresenter> watched(&one);
    workspace.release(one);
    QTRY_VERIFY(!watched);
    workspace.release(two);
}

void TestWorkspace::itMayEndWhileQueriesRun()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    QVERIFY(fixture.connect());
    fixture.server->hold("histogram");
    fixture.server->hold("find");
    {
        Workspace workspace(fixture.set);
        workspace.collectionPage(kSessions).setVisible(true);
        workspace.documents(kSessions).setVisible(true);
        workspace.changeIndex({kSessions, "seen_1"});
        QTRY_COMPARE(fixture.server->running("find"), 1);
    }
    fixture.server->release("histogram");
    fixture.server->release("find");
    QTRY_COMPARE(fixture.server->running("find"), 0);
}

void TestWorkspace::theHeadOfACollectionPageIsFilled()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    QVERIFY(fixture.connect());
    Workspace workspace(fixture.set);
    CollectionPresenter& page = workspace.collectionPage(kSessions);
    page.setVisible(true);
    QTRY_VERIFY(!page.state().sizeText.isEmpty());
    QVERIFY(page.state().exists);
    QVERIFY(!page.state().kindText.isEmpty());
    QTRY_COMPARE(page.forecast().state().averageDocumentBytes, std::int64_t{64});
}

void TestWorkspace::theChosenIntervalReachesEveryForecast()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    QVERIFY(fixture.connect(false));
    Workspace workspace(fixture.set);
    ForecastPresenter& forecast = workspace.collectionPage(kSessions).forecast();
    forecast.setVisible(true);
    QTRY_COMPARE(forecast.state().phase, Phase::Ready);
    workspace.preferences().setRemoteInterval(77s);
    QTRY_VERIFY(forecast.nextPause() == std::chrono::milliseconds(77s));
}

void TestWorkspace::refreshingReadsOnlyWhatIsOnScreen()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    QVERIFY(fixture.connect());
    Workspace workspace(fixture.set);
    CollectionPresenter& page = workspace.collectionPage(kSessions);
    DocumentsPresenter& documents = workspace.documents(kSessions);
    page.setVisible(true);
    documents.setVisible(true);
    QTRY_COMPARE(documents.state().phase, Phase::Ready);
    QTRY_COMPARE(page.forecast().state().phase, Phase::Ready);
    documents.setVisible(false);
    page.setVisible(false);
    const auto idle = [&] {
        return !fixture.set.catalog.isLoading() && fixture.server->running("find") == 0
            && fixture.server->running("stats") == 0 && fixture.server->running("histogram") == 0;
    };
    QTRY_VERIFY(idle());
    const auto asked = [&] {
        return fixture.server->calls("find") + fixture.server->calls("stats")
            + fixture.server->calls("histogram");
    };
    const int hidden = asked();
    const int databases = fixture.server->calls("databases");
    workspace.refreshAll();
    QTRY_VERIFY(fixture.server->calls("databases") > databases);
    QTRY_VERIFY(idle());
    QCOMPARE(asked(), hidden);
    // what is shown again is read then
    documents.setVisible(true);
    QTRY_VERIFY(asked() > hidden);
}

void TestWorkspace::aPictureOfSeveralRulesSaysSo()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect());
    Workspace workspace(fixture.set);
    const base::Time now = fixture.clock.now();
    const PictureCaption caption = workspace.previewCaption(3, false, {now, now + 1h}, now);
    QCOMPARE(caption.title, QStringLiteral("Expirations of 3 rule(s) after the change"));
    QVERIFY2(caption.fileName.contains(QStringLiteral("-rules-change-")),
             qPrintable(caption.fileName));
    QVERIFY(caption.details.contains(QStringLiteral("time zone")));
    // before the first of them is counted, it is not one of all collections either
    QCOMPARE(workspace.previewCaption(0, false, {now, now + 1h}, now).title,
             QStringLiteral("Expirations of 0 rule(s) after the change"));
}

SANDGLASS_TEST(TestWorkspace)
} // namespace tst_presenters_workspace

#include "tst_presenters_workspace.moc"
