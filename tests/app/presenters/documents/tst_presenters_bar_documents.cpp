// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/documents/bar_documents.h"
#include "app/presenters/forecast/forecast_state.h"
#include "app/presenters/forecast/what_if_presenter.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_presenters_bar_documents {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using Kind = BarDocuments::Kind;

namespace {

ForecastSeries series(const QString& name, std::vector<std::int64_t> counts)
{
    ForecastSeries series;
    series.name = name;
    series.ns = protocol::Namespace{"shop", name.toStdString()};
    series.counts = std::move(counts);
    return series;
}

/// Two collections and "other" over two hours.
ForecastState shop()
{
    ForecastState state;
    state.edges = {state.now, state.now + 1h, state.now + 2h};
    state.series
        = {series(QStringLiteral("carts"), {1, 2}), series(QStringLiteral("logs"), {0, 4})};
    state.series[0].overdue = 7;
    state.series[1].never.notADate = 5;
    ForecastSeries other;
    other.counts = {8, 0};
    state.series.push_back(other);
    return state;
}

BarDocuments bar(Kind kind)
{
    BarDocuments bar;
    bar.kind = kind;
    return bar;
}

} // namespace

class TestBarDocuments : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyMembersWithDocumentsAreOffered();
    void aRangeCountsItsWholeBars();
    void neverCountsItsReason();
    void otherCollectionsAreCountedAndNotOffered();
    void anIndexIsNamed();
    void withoutAnAnswerThereIsNothing();
    void aWhatIfNamesTheTriedPeriodOfItsRuleOnly();
};

void TestBarDocuments::onlyMembersWithDocumentsAreOffered()
{
    const BarChoices choices = barChoices(shop(), bar(Kind::Overdue));
    QCOMPARE(choices.members.size(), std::size_t{1});
    QCOMPARE(choices.members[0].count, std::int64_t{7});
    QCOMPARE(choices.members[0].documents.ns.collection, std::string("carts"));
    QVERIFY(barChoices(shop(), bar(Kind::Later)).members.empty());
}

void TestBarDocuments::aRangeCountsItsWholeBars()
{
    const ForecastState state = shop();
    BarDocuments range;
    range.from = state.edges[1];
    range.to = state.edges[2];
    const BarChoices choices = barChoices(state, range);
    QCOMPARE(choices.members.size(), std::size_t{2});
    QCOMPARE(choices.members[0].count, std::int64_t{2});
    QCOMPARE(choices.members[1].count, std::int64_t{4});
    QCOMPARE(choices.members[1].documents.from, range.from);
    range.to = state.edges[2] - 1ms;
    QVERIFY(barChoices(state, range).members.empty());
}

void TestBarDocuments::neverCountsItsReason()
{
    BarDocuments never = bar(Kind::Never);
    never.reason = ttl::NeverReason::NoField;
    QVERIFY(barChoices(shop(), never).members.empty());
    never.reason = ttl::NeverReason::NotADate;
    QCOMPARE(barChoices(shop(), never).members.at(0).count, std::int64_t{5});
    never.reason.reset();
    QCOMPARE(barChoices(shop(), never).members.at(0).count, std::int64_t{5});
}

void TestBarDocuments::otherCollectionsAreCountedAndNotOffered()
{
    const ForecastState state = shop();
    BarDocuments range;
    range.from = state.edges[0];
    range.to = state.edges[1];
    const BarChoices choices = barChoices(state, range);
    QCOMPARE(choices.members.size(), std::size_t{1});
    QCOMPARE(choices.inOthers, std::int64_t{8});
}

void TestBarDocuments::anIndexIsNamed()
{
    ForecastState state = shop();
    state.series[0].index = ttl::IndexRef{*state.series[0].ns, "at_1"};
    QCOMPARE(barChoices(state, bar(Kind::Overdue)).members.at(0).documents.indexName,
             std::string("at_1"));
}

void TestBarDocuments::withoutAnAnswerThereIsNothing()
{
    const BarChoices choices = barChoices(ForecastState(), bar(Kind::Range));
    QVERIFY(choices.members.empty());
    QCOMPARE(choices.inOthers, std::int64_t{0});
}

void TestBarDocuments::aWhatIfNamesTheTriedPeriodOfItsRuleOnly()
{
    WhatIfState whatIf;
    whatIf.picture = shop();
    for (ForecastSeries& series : whatIf.picture.series) {
        series.ns = protocol::Namespace{"shop", "carts"};
        series.index = ttl::IndexRef{*series.ns, series.name.toStdString() + "_1"};
        series.overdue = 3;
        series.never.noField = 2;
        whatIf.rules.push_back({*series.index, {}});
    }
    whatIf.chosen = 1;
    whatIf.seconds = 60;
    whatIf.canApply = true;
    const BarChoices choices = barChoices(whatIf, bar(Kind::Overdue));
    QCOMPARE(choices.members.size(), std::size_t{3});
    QVERIFY(!choices.members[0].documents.triedSeconds);
    QCOMPARE(choices.members[1].documents.triedSeconds, std::optional(std::int64_t{60}));
    QVERIFY(!choices.members[2].documents.triedSeconds);
    // no period changes what never expires
    QVERIFY(!barChoices(whatIf, bar(Kind::Never)).members.at(1).documents.triedSeconds);
    whatIf.canApply = false; // the period is today's
    QVERIFY(!barChoices(whatIf, bar(Kind::Overdue)).members.at(1).documents.triedSeconds);
}

SANDGLASS_TEST(TestBarDocuments)
} // namespace tst_presenters_bar_documents

#include "tst_presenters_bar_documents.moc"
