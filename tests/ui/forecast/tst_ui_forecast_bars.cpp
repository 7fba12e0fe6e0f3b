// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/effect/edit_state.h"
#include "tests/support/test_program.h"
#include "tests/ui/widget_access.h"
#include "ui/forecast/chart_mapping.h"
#include "ui/forecast/figures_mapping.h"
#include "ui/forecast/sampling_bar.h"
#include "ui/forecast/selection_bar.h"
#include "ui/forecast/timeline_toolbar.h"
#include "widgets/views/elided_label.h"

#include <QAccessible>
#include <QButtonGroup>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>

#include <limits>

namespace tst_ui_forecast_bars {

using namespace sandglass;
using namespace Qt::StringLiterals;
using presenters::Accuracy;
using presenters::ForecastState;
using presenters::Horizon;
using tests::click;
using tests::need;

namespace {

/// A bar as it stands in the shown window of the test.
template <typename Bar>
struct Shown
{
    QWidget window;
    Bar* bar = new Bar(&window);

    Shown()
    {
        window.resize(1'200, 200);
        bar->resize(1'200, 100);
        window.show();
    }
    bool active() { return QTest::qWaitForWindowActive(&window); }
};

ForecastState sampled()
{
    ForecastState state;
    state.exact = false;
    state.sampledShare = 0.25;
    state.zone = QTimeZone::utc();
    return state;
}

} // namespace

/// The rows around the timeline, each for itself.
class TestForecastBars : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void overdueWarnsOnlyWhenItIsLate();
    void anUnknownPaceIsNotASecondDash();
    void theSelectionIsShownFromItsRangeOn();
    void theSelectionLeadsToItsDocumentsWhereThatIsOffered();
    void aHugeSelectionIsStillANumber_data();
    void aHugeSelectionIsStillANumber();
    void whatIsNotExactSaysSo();
    void theSamplingBarIsHiddenWhenEverythingIsCounted();
    void theSamplingBarOffersWhatCanBeDone_data();
    void theSamplingBarOffersWhatCanBeDone();
    void theShareOfTheSampleIsReported();
    void onlyAServerThatDrawsPagesIsSaidToDrawThem();
    void previewsFromASampleAreHatched();
    void withoutTheRuleDatedDocumentsNeverExpire();
    void aHorizonIsChosenByItsButton_data();
    void aHorizonIsChosenByItsButton();
    void aHorizonIsChosenByAssistiveTools_data();
    void aHorizonIsChosenByAssistiveTools();
    void theHorizonInForceIsMarkedAlone();
    void aZoomedRangeMarksNone();
    void switchesTellBothWays_data();
    void switchesTellBothWays();
    void bytesAreOfferedOnlyWhereTheyAreKnown();
    void everyButtonHasAName();
};

void TestForecastBars::theSelectionIsShownFromItsRangeOn()
{
    Shown<ui::SelectionBar> shown;
    QVERIFY(shown.active());
    QVERIFY(!shown.bar->isVisible());
    shown.bar->setRange(u"12:00"_s, u"13:00"_s, 7, Accuracy::Exact);
    QVERIFY(shown.bar->isVisible());
    const QString text = need<QLabel>(shown.bar, u"selectionLabel"_s)->text();
    QVERIFY2(text.contains(u"12:00"_s) && text.contains(u"13:00"_s) && text.contains(u'7'),
             qPrintable(text));
    const QSignalSpy cleared(shown.bar, &ui::SelectionBar::cleared);
    QVERIFY(click(need<QPushButton>(shown.bar, u"clearSelectionButton"_s)));
    QCOMPARE(cleared.count(), 1);
    shown.bar->clear();
    QVERIFY(!shown.bar->isVisible());
}

void TestForecastBars::theSelectionLeadsToItsDocumentsWhereThatIsOffered()
{
    Shown<ui::SelectionBar> shown;
    QVERIFY(shown.active());
    shown.bar->setRange(u"a"_s, u"b"_s, 1, Accuracy::Exact);
    auto* button = need<QPushButton>(shown.bar, u"showDocumentsButton"_s);
    QVERIFY(!button->isVisible());
    shown.bar->setOffersDocuments(true);
    const QSignalSpy requested(shown.bar, &ui::SelectionBar::documentsRequested);
    QVERIFY(click(button));
    QCOMPARE(requested.count(), 1);
    shown.bar->setOffersDocuments(false);
    QVERIFY(!button->isVisible());
}

void TestForecastBars::aHugeSelectionIsStillANumber_data()
{
    QTest::addColumn<qint64>("documents");
    QTest::newRow("none") << qint64{0};
    QTest::newRow("int") << qint64{std::numeric_limits<int>::max()};
    QTest::newRow("beyond int") << qint64{std::numeric_limits<int>::max()} + 1;
    QTest::newRow("most") << std::numeric_limits<qint64>::max();
}

void TestForecastBars::aHugeSelectionIsStillANumber()
{
    QFETCH(qint64, documents);
    ui::SelectionBar bar;
    bar.setRange(u"a"_s, u"b"_s, documents, Accuracy::Exact);
    const QString text = need<QLabel>(&bar, u"selectionLabel"_s)->text();
    QVERIFY2(!text.contains(u": -"_s) && !text.contains(u'%'), qPrintable(text));
}

void TestForecastBars::whatIsNotExactSaysSo()
{
    ui::SelectionBar bar;
    const auto* label = need<QLabel>(&bar, u"selectionLabel"_s);
    bar.setRange(u"a"_s, u"b"_s, 7, Accuracy::Estimated);
    QVERIFY2(label->text().contains(u"about 7 "_s), qPrintable(label->text()));
    bar.setRange(u"a"_s, u"b"_s, 7, Accuracy::AtLeast);
    QVERIFY2(label->text().contains(u"at least 7 "_s), qPrintable(label->text()));
    ui::TimelineToolbar toolbar;
    toolbar.setLater(7, Accuracy::Estimated, Horizon::Day1);
    const auto* later = need<QToolButton>(&toolbar, u"laterButton"_s);
    QVERIFY2(later->text().contains(u"≈ 7"_s), qPrintable(later->text()));
    toolbar.setLater(7, Accuracy::AtLeast, Horizon::Day1);
    QVERIFY2(later->text().contains(u"≥ 7"_s), qPrintable(later->text()));
    // a part that was not counted makes the other counts the least, also sampled ones
    ForecastState state;
    state.exact = false;
    QVERIFY(state.accuracy() == Accuracy::Estimated);
    QVERIFY(state.accuracy(true) == Accuracy::Exact);
    state.missing = u"One collection could not be counted."_s;
    QVERIFY(state.accuracy() == Accuracy::AtLeast);
    QVERIFY(state.accuracy(true) == Accuracy::AtLeast);
}

void TestForecastBars::theSamplingBarIsHiddenWhenEverythingIsCounted()
{
    Shown<ui::SamplingBar> shown;
    QVERIFY(shown.active());
    QVERIFY(!shown.bar->isVisible());
    shown.bar->setState(sampled());
    QVERIFY(shown.bar->isVisible());
    shown.bar->setState(ForecastState());
    QVERIFY(!shown.bar->isVisible());
}

void TestForecastBars::theSamplingBarOffersWhatCanBeDone_data()
{
    QTest::addColumn<bool>("exact");
    QTest::addColumn<bool>("held");
    QTest::addColumn<int>("percent"); // below zero: no count is under way
    QTest::addColumn<QList<int>>("asked"); // how often for: a count, its end, the sample
    QTest::newRow("sampled") << false << false << -1 << QList<int>{1, 0, 0};
    QTest::newRow("counting") << false << false << 0 << QList<int>{0, 1, 0};
    QTest::newRow("nearly counted") << false << false << 99 << QList<int>{0, 1, 0};
    QTest::newRow("counting again") << true << true << 40 << QList<int>{0, 1, 0};
    QTest::newRow("counted") << true << true << -1 << QList<int>{0, 0, 1};
}

void TestForecastBars::theSamplingBarOffersWhatCanBeDone()
{
    QFETCH(bool, exact);
    QFETCH(bool, held);
    QFETCH(int, percent);
    QFETCH(QList<int>, asked);
    Shown<ui::SamplingBar> shown;
    QVERIFY(shown.active());
    ForecastState state = sampled();
    state.exact = exact;
    state.held = held;
    if (percent >= 0) {
        state.countedPercent = percent;
    }
    shown.bar->setState(state);
    QVERIFY(shown.bar->isVisible());
    auto* progress = need<QProgressBar>(shown.bar, u"exactCountProgressBar"_s);
    QCOMPARE(progress->isVisible(), percent >= 0);
    QCOMPARE(progress->value(), qMax(percent, 0));
    const QSignalSpy counts(shown.bar, &ui::SamplingBar::exactCountRequested);
    const QSignalSpy cancels(shown.bar, &ui::SamplingBar::cancelRequested);
    const QSignalSpy resumes(shown.bar, &ui::SamplingBar::resumeRequested);
    QVERIFY(click(need<QPushButton>(shown.bar, u"exactCountButton"_s)));
    QCOMPARE((QList<int>{static_cast<int>(counts.count()), static_cast<int>(cancels.count()),
                         static_cast<int>(resumes.count())}),
             asked);
}

void TestForecastBars::theShareOfTheSampleIsReported()
{
    ui::SamplingBar bar;
    ForecastState state = sampled();
    state.overdueExact = false;
    bar.setState(state);
    auto* label = need<QLabel>(&bar, u"samplingLabel"_s);
    QVERIFY2(label->text().contains(u"25"_s), qPrintable(label->text()));
    QVERIFY2(label->toolTip().isEmpty(), qPrintable(label->toolTip()));
    state.overdueExact = true;
    bar.setState(state);
    const QString exact = label->toolTip();
    QVERIFY(!exact.isEmpty());
    QVERIFY2(!exact.contains(u"pages"_s), qPrintable(exact));
}

void TestForecastBars::onlyAServerThatDrawsPagesIsSaidToDrawThem()
{
    ui::SamplingBar bar;
    ForecastState state = sampled();
    state.drawnInPages = true;
    bar.setState(state);
    const QString tip = need<QLabel>(&bar, u"samplingLabel"_s)->toolTip();
    QVERIFY2(tip.contains(u"pages"_s), qPrintable(tip));
}

void TestForecastBars::previewsFromASampleAreHatched()
{
    presenters::PreviewState preview;
    preview.phase = presenters::Phase::Ready;
    preview.edges = {base::Time{}, base::Time{} + std::chrono::hours(1)};
    presenters::PreviewSide side;
    side.counts = {7};
    side.exact = false;
    side.errors = {3.0};
    side.overdueExact = true;
    side.laterError = 2.0;
    preview.after = side;
    const widgets::ChartModel model = ui::chartModel(preview);
    QCOMPARE(model.bars.size(), 1);
    QVERIFY(!model.bars.first().exact);
    QCOMPARE(model.bars.first().error, 3.0);
    QVERIFY(model.overdue.exact);
    QVERIFY(!model.later.exact);
    QCOMPARE(model.later.error, 2.0);
    preview.after = presenters::PreviewSide();
    preview.after->counts = {7};
    QVERIFY(ui::chartModel(preview).bars.first().exact);
}

// Of a dropped rule the dated documents are not gone from the picture: they never expire.
void TestForecastBars::withoutTheRuleDatedDocumentsNeverExpire()
{
    presenters::PreviewState preview;
    preview.phase = presenters::Phase::Ready;
    preview.edges = {base::Time{}, base::Time{} + std::chrono::hours(1)};
    preview.before = presenters::PreviewSide();
    preview.before->counts = {5};
    preview.before->overdue = 3;
    preview.before->later = 2;
    preview.before->never.noField = 4;
    preview.before->exact = false;
    const auto never = ui::chartModel(preview).never;
    QCOMPARE(never.size(), 5);
    QCOMPARE(never.first().count, 4.0);
    QCOMPARE(never.last().count, 10.0);
    QVERIFY(!never.last().exact && !never.first().exact);
    // the other way round, the documents are those of the new rule
    std::swap(preview.before, preview.after);
    QCOMPARE(ui::chartModel(preview).never.size(), 4);
}

void TestForecastBars::aHorizonIsChosenByItsButton_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<Horizon>("horizon");
    const auto row = [](const char* name, Horizon horizon) {
        QTest::newRow(name) << QString::fromLatin1(name) << horizon;
    };
    row("horizon5MinutesButton", Horizon::Minutes5);
    row("horizon1HourButton", Horizon::Hour1);
    row("horizon24HoursButton", Horizon::Day1);
    row("horizon7DaysButton", Horizon::Days7);
    row("horizon30DaysButton", Horizon::Days30);
    row("horizon90DaysButton", Horizon::Days90);
    row("horizon1YearButton", Horizon::Year1);
    row("horizonAllButton", Horizon::All);
}

void TestForecastBars::aHorizonIsChosenByItsButton()
{
    QFETCH(QString, name);
    QFETCH(Horizon, horizon);
    Shown<ui::TimelineToolbar> shown;
    QVERIFY(shown.active());
    QList<Horizon> chosen;
    connect(shown.bar, &ui::TimelineToolbar::horizonChosen, this,
            [&](Horizon one) { chosen.append(one); });
    auto* button = need<QToolButton>(shown.bar, name);
    QVERIFY(click(button));
    QCOMPARE(chosen, QList<Horizon>{horizon});
    // undoes a zoom
    QVERIFY(click(button));
    QCOMPARE(chosen, (QList<Horizon>{horizon, horizon}));
}

void TestForecastBars::aHorizonIsChosenByAssistiveTools_data()
{
    aHorizonIsChosenByItsButton_data();
}

void TestForecastBars::aHorizonIsChosenByAssistiveTools()
{
    QFETCH(QString, name);
    QFETCH(Horizon, horizon);
    Shown<ui::TimelineToolbar> shown;
    QVERIFY(shown.active());
    shown.bar->setHorizon(static_cast<Horizon>(99)); // a zoomed range
    QList<Horizon> chosen;
    connect(shown.bar, &ui::TimelineToolbar::horizonChosen, this,
            [&](Horizon one) { chosen.append(one); });
    for (const QString& action :
         {QAccessibleActionInterface::toggleAction(), QAccessibleActionInterface::pressAction()}) {
        chosen.clear();
        shown.bar->setHorizon(static_cast<Horizon>(99));
        QVERIFY(chosen.isEmpty()); // what is shown is not chosen
        QAccessible::queryAccessibleInterface(need<QToolButton>(shown.bar, name))
            ->actionInterface()
            ->doAction(action);
        QVERIFY2(chosen == QList<Horizon>{horizon}, qPrintable(action));
    }
}

void TestForecastBars::theHorizonInForceIsMarkedAlone()
{
    ui::TimelineToolbar bar;
    for (const Horizon horizon : {Horizon::Day1, Horizon::All, Horizon::Minutes5}) {
        bar.setHorizon(horizon);
        auto* group = bar.findChild<QButtonGroup*>();
        QVERIFY(group);
        int checked = 0;
        for (const QAbstractButton* button : group->buttons()) {
            checked += button->isChecked() ? 1 : 0;
        }
        QCOMPARE(checked, 1);
        QCOMPARE(group->checkedId(), static_cast<int>(horizon));
    }
}

void TestForecastBars::aZoomedRangeMarksNone()
{
    ui::TimelineToolbar bar;
    bar.setHorizon(Horizon::Day1);
    bar.setHorizon(static_cast<Horizon>(99));
    for (const QAbstractButton* button : bar.findChild<QButtonGroup*>()->buttons()) {
        QVERIFY2(!button->isChecked(), qPrintable(button->objectName()));
    }
    bar.setHorizon(Horizon::Day1);
    QVERIFY(need<QToolButton>(&bar, u"horizon24HoursButton"_s)->isChecked());
}

void TestForecastBars::switchesTellBothWays_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("on"); // to begin with
    QTest::newRow("log") << u"logScaleButton"_s << false;
    QTest::newRow("sum") << u"cumulativeButton"_s << true;
    QTest::newRow("bytes") << u"bytesButton"_s << false;
    QTest::newRow("table") << u"showAsTableButton"_s << false;
}

void TestForecastBars::switchesTellBothWays()
{
    QFETCH(QString, name);
    QFETCH(bool, on);
    Shown<ui::TimelineToolbar> shown;
    QVERIFY(shown.active());
    shown.bar->setOffersBytes(true);
    QStringList told;
    const auto tell = [&told](const QString& which) {
        return [&told, which](bool now) { told.append(which + (now ? u" on"_s : u" off"_s)); };
    };
    connect(shown.bar, &ui::TimelineToolbar::logScaleToggled, this, tell(u"logScaleButton"_s));
    connect(shown.bar, &ui::TimelineToolbar::cumulativeToggled, this, tell(u"cumulativeButton"_s));
    connect(shown.bar, &ui::TimelineToolbar::bytesToggled, this, tell(u"bytesButton"_s));
    connect(shown.bar, &ui::TimelineToolbar::tableToggled, this, tell(u"showAsTableButton"_s));
    auto* button = need<QToolButton>(shown.bar, name);
    QCOMPARE(button->isChecked(), on);
    QVERIFY(click(button));
    QVERIFY(click(button));
    const QStringList expected{name + (on ? u" off"_s : u" on"_s),
                               name + (on ? u" on"_s : u" off"_s)};
    QCOMPARE(told, expected);
}

void TestForecastBars::bytesAreOfferedOnlyWhereTheyAreKnown()
{
    Shown<ui::TimelineToolbar> shown;
    QVERIFY(shown.active());
    auto* bytes = need<QToolButton>(shown.bar, u"bytesButton"_s);
    QVERIFY(!bytes->isVisible());
    shown.bar->setOffersBytes(true);
    QVERIFY(bytes->isVisible());
    shown.bar->setOffersBytes(false);
    QVERIFY(!bytes->isVisible());
    shown.bar->setFreshness(u"exact · as of 12:04:31"_s);
    QCOMPARE(need<widgets::ElidedLabel>(shown.bar, u"freshnessLabel"_s)->text(),
             u"exact · as of 12:04:31"_s);
}

void TestForecastBars::everyButtonHasAName()
{
    ui::TimelineToolbar toolbar;
    ui::SelectionBar selection;
    ui::SamplingBar sampling;
    sampling.setState(sampled());
    for (const QWidget* bar : std::initializer_list<QWidget*>{&toolbar, &selection, &sampling}) {
        for (const QAbstractButton* button : bar->findChildren<QAbstractButton*>()) {
            QVERIFY2(!button->objectName().isEmpty(), qPrintable(button->text()));
            QVERIFY2(!button->accessibleName().isEmpty() || !button->text().isEmpty(),
                     qPrintable(button->objectName()));
            QVERIFY2(button->focusPolicy() & Qt::TabFocus, qPrintable(button->objectName()));
        }
    }
}

void TestForecastBars::overdueWarnsOnlyWhenItIsLate()
{
    presenters::FiguresState state;
    state.overdue.value = 40;
    state.overdue.text = u"40"_s;
    QCOMPARE(ui::figures(state).front().tone, widgets::Tone::Normal);
    state.late = true;
    QCOMPARE(ui::figures(state).front().tone, widgets::Tone::Warning);
}

void TestForecastBars::anUnknownPaceIsNotASecondDash()
{
    presenters::FiguresState state;
    state.deletionsPerMinute.text = u"–"_s;
    state.paceText = u"–"_s;
    QCOMPARE(ui::figures(state).at(4).detail, QString());
    state.paceText = u"keeping up"_s;
    QCOMPARE(ui::figures(state).at(4).detail, u"keeping up"_s);
}

SANDGLASS_GUI_TEST(TestForecastBars)
} // namespace tst_ui_forecast_bars

#include "tst_ui_forecast_bars.moc"
