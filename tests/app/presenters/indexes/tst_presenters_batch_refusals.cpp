// SPDX-License-Identifier: GPL-3.0-or-later
// What a batch says of rules that it could not read: they are refused, not in need of no change.
#include "app/presenters/indexes/batch_change_presenter.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_presenters_batch_refusals {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::ServiceFixture;

namespace {

const std::vector<ttl::IndexRef> kAll{
    {{"shop", "carts"}, "t_1"}, {{"shop", "logs"}, "t_1"}, {{"shop", "notes"}, "t_1"}};

/// Three empty collections with a rule of 30 days each.
struct Shop : ServiceFixture
{
    Shop()
    {
        for (const ttl::IndexRef& index : kAll) {
            server->addIndex(index.ns, "t", 2'592'000);
        }
    }
};

/// What a server answers to a user who may not list indexes.
Error refusedListing()
{
    Error error = base::serverError(
        13, "Unauthorized",
        "not authorized on shop to execute command { listIndexes: \"carts\", $db: \"shop\" }");
    error.code = Errc::NotPermitted;
    return error;
}

bool reaches(const BatchChangePresenter& batch, EditPhase phase)
{
    return QTest::qWaitFor([&] { return batch.state().phase == phase; });
}

ChangeDraft after(std::int64_t seconds)
{
    ChangeDraft draft;
    draft.seconds = seconds;
    return draft;
}

} // namespace

class TestBatchRefusals : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rulesThatCouldNotBeReadAreSaidToBeRefused();
    void aRefusedRuleBesideOnesThatNeedNoChangeIsSaid();
};

void TestBatchRefusals::rulesThatCouldNotBeReadAreSaidToBeRefused()
{
    Shop fixture;
    QVERIFY(fixture.connect());
    fixture.server->fail("indexes", refusedListing());
    BatchChangePresenter batch(fixture.set, kAll, 0ms);
    QVERIFY(reaches(batch, EditPhase::Editing));
    const auto isRefused = [&batch] {
        const BatchChangeState& state = batch.state();
        return state.failure && state.failure->notPermitted
            && state.failure->codeName == u"13 Unauthorized"_s
            && state.failure->details.contains(u"not authorized on shop"_s)
            && state.confirm.reason.startsWith(u"3 rule"_s)
            && state.confirm.reason.contains(u"could not be read"_s);
    };
    QVERIFY2(isRefused(), qPrintable(batch.state().confirm.reason));
    batch.edit(after(7'200));
    QVERIFY2(isRefused(), qPrintable(batch.state().confirm.reason));
    QVERIFY(!batch.state().confirm.enabled);
    ChangeDraft hide;
    hide.kind = ChangeKind::Hide;
    batch.edit(hide);
    QVERIFY2(isRefused(), qPrintable(batch.state().confirm.reason));
}

void TestBatchRefusals::aRefusedRuleBesideOnesThatNeedNoChangeIsSaid()
{
    Shop fixture;
    QVERIFY(fixture.connect());
    fixture.server->failOnce("indexes", refusedListing());
    BatchChangePresenter batch(fixture.set, kAll, 0ms);
    batch.edit(after(2'592'000)); // what the other two have
    QVERIFY(reaches(batch, EditPhase::Editing));
    QVERIFY(batch.state().failure && batch.state().failure->notPermitted);
    QVERIFY2(batch.state().confirm.reason.startsWith(u"1 rule"_s),
             qPrintable(batch.state().confirm.reason));
    // a period that changes the others is not held up by it
    batch.edit(after(7'200));
    QVERIFY(reaches(batch, EditPhase::Ready));
    QVERIFY(!batch.state().failure);
    QVERIFY(batch.state().confirm.enabled);
    batch.apply();
    QVERIFY(reaches(batch, EditPhase::Done));
    QCOMPARE(batch.state().changed, 2);
}

SANDGLASS_TEST(TestBatchRefusals)
} // namespace tst_presenters_batch_refusals

#include "tst_presenters_batch_refusals.moc"
