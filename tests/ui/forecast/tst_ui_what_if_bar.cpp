// SPDX-License-Identifier: GPL-3.0-or-later
// The what-if bar by itself, over rules and answers that are out of the ordinary.
#include "app/presenters/forecast/forecast_presenter.h"
#include "app/presenters/forecast/what_if_presenter.h"
#include "resources/resources.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "ui/forecast/what_if_bar.h"
#include "widgets/inputs/duration_slider.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>

namespace tst_ui_what_if_bar {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using presenters::WhatIfPhase;
using tests::click;
using tests::kSessions;
using tests::need;
using tests::ServiceFixture;

class TestWhatIfBar : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { resources::initResources(); }
    void init();
    void cleanup();
    void withoutARuleThereIsNoBar();
    void openingAsksForTheDatesOnce();
    void whileTheDatesAreCountedNothingCanBeMoved();
    void closingWhileTheyAreCountedDropsTheAnswer();
    void aRefusedCountIsSaidInTheBar();
    void aLostAnswerCanBeAskedForAgain();
    void theSamePeriodCannotBeApplied();
    void applyNamesTheRuleAndThePeriod();
    void aRuleAtTheStoredDateStartsAtZero();
    void theSliderReachesFromOneSecondToYears();
    void aRuleThatIsDroppedTakesTheBarAlong();
    void aRuleThatComesMakesAChoiceNecessary();
    void choosingAnotherRuleAsksForItsDates();
    void hostileRuleNamesAreShownAsTheyAre();
    void everythingShownIsPlainText();
    void theSliderSpeaksThePeriodInWords();

private:
    bool open(bool atOnce = true);
    template <typename Wanted>
    Wanted* part(const QString& name) const
    {
        return need<Wanted>(m_bar.get(), name);
    }
    widgets::DurationSlider* slider() const
    {
        return part<widgets::DurationSlider>(u"whatIfSlider"_s);
    }
    QPushButton* apply() const { return part<QPushButton>(u"whatIfApplyButton"_s); }
    QComboBox* rules() const { return part<QComboBox>(u"whatIfRuleComboBox"_s); }
    bool ready() const { return m_whatIf->state().phase == WhatIfPhase::Ready; }

    std::unique_ptr<ServiceFixture> m_fixture;
    std::unique_ptr<presenters::ForecastPresenter> m_forecast;
    std::unique_ptr<presenters::WhatIfPresenter> m_whatIf;
    std::unique_ptr<ui::WhatIfBar> m_bar;
};

void TestWhatIfBar::init()
{
    m_fixture = std::make_unique<ServiceFixture>();
    tests::fillShop(*m_fixture);
}

void TestWhatIfBar::cleanup()
{
    m_bar.reset();
    m_whatIf.reset();
    m_forecast.reset();
    m_fixture.reset();
}

/// The bar of the sessions on a shown window; with `atOnce` it is opened and has its dates.
bool TestWhatIfBar::open(bool atOnce)
{
    if (!m_fixture->connect()) {
        return false;
    }
    m_forecast = std::make_unique<presenters::ForecastPresenter>(
        m_fixture->set, kSessions, presenters::RefreshPacing{24h, 24h});
    m_whatIf = std::make_unique<presenters::WhatIfPresenter>(m_fixture->set, *m_forecast);
    m_bar = std::make_unique<ui::WhatIfBar>(*m_whatIf);
    m_bar->resize(900, 90);
    m_bar->show();
    m_forecast->setVisible(true);
    const bool counted
        = QTest::qWaitFor([this] { return m_forecast->state().phase == presenters::Phase::Ready; });
    if (!counted || !atOnce) {
        return counted;
    }
    return click(part<QPushButton>(u"whatIfButton"_s))
        && QTest::qWaitFor([this] { return ready(); });
}

void TestWhatIfBar::withoutARuleThereIsNoBar()
{
    m_fixture->server->collection(kSessions).indexes.pop_back();
    QVERIFY(m_fixture->connect());
    m_forecast = std::make_unique<presenters::ForecastPresenter>(m_fixture->set, kSessions);
    m_whatIf = std::make_unique<presenters::WhatIfPresenter>(m_fixture->set, *m_forecast);
    m_bar = std::make_unique<ui::WhatIfBar>(*m_whatIf);
    QVERIFY(m_bar->isHidden());
}

void TestWhatIfBar::openingAsksForTheDatesOnce()
{
    QVERIFY(open(false));
    const int calls = m_fixture->server->calls("histogram");
    QVERIFY(click(part<QPushButton>(u"whatIfButton"_s)));
    QTRY_VERIFY(ready());
    QCOMPARE(m_fixture->server->calls("histogram"), calls + 1);
}

void TestWhatIfBar::whileTheDatesAreCountedNothingCanBeMoved()
{
    QVERIFY(open(false));
    m_fixture->server->hold("histogram");
    QVERIFY(click(part<QPushButton>(u"whatIfButton"_s)));
    QCOMPARE(m_whatIf->state().phase, WhatIfPhase::Loading);
    QVERIFY(!slider()->isEnabled());
    QVERIFY(!apply()->isEnabled());
    QVERIFY(!part<QLabel>(u"whatIfOverdueLabel"_s)->text().isEmpty());
    m_fixture->server->release("histogram");
    QTRY_VERIFY(slider()->isEnabled());
}

void TestWhatIfBar::closingWhileTheyAreCountedDropsTheAnswer()
{
    QVERIFY(open(false));
    m_fixture->server->hold("histogram");
    QVERIFY(click(part<QPushButton>(u"whatIfButton"_s)));
    QTRY_VERIFY(m_fixture->server->running("histogram") > 0);
    QVERIFY(click(part<QPushButton>(u"whatIfButton"_s)));
    m_fixture->server->release("histogram");
    QTRY_COMPARE(m_fixture->server->running("histogram"), 0);
    QCOMPARE(m_whatIf->state().phase, WhatIfPhase::Closed);
    QVERIFY(!slider()->isVisible());
    QVERIFY(!part<QPushButton>(u"whatIfButton"_s)->isChecked());
}

void TestWhatIfBar::aRefusedCountIsSaidInTheBar()
{
    QVERIFY(open(false));
    m_fixture->server->fail("histogram", base::serverError(13, "Unauthorized", "not for you"));
    QVERIFY(click(part<QPushButton>(u"whatIfButton"_s)));
    auto* note = part<QLabel>(u"whatIfNoteLabel"_s);
    QTRY_VERIFY(note->isVisible() && !note->text().isEmpty());
    QVERIFY(!slider()->isEnabled());
    QVERIFY(!apply()->isEnabled());
    QVERIFY(part<QPushButton>(u"whatIfResetButton"_s)->isEnabled());
}

void TestWhatIfBar::aLostAnswerCanBeAskedForAgain()
{
    QVERIFY(open(false));
    m_fixture->server->fail("histogram", base::failure(Errc::Timeout, "no answer"));
    QVERIFY(click(part<QPushButton>(u"whatIfButton"_s)));
    QTRY_COMPARE(m_whatIf->state().phase, WhatIfPhase::Failed);
    m_fixture->server->fail("histogram", std::nullopt);
    QVERIFY(click(part<QPushButton>(u"whatIfResetButton"_s)));
    QVERIFY(!part<QLabel>(u"whatIfNoteLabel"_s)->isVisible());
    QVERIFY(click(part<QPushButton>(u"whatIfButton"_s)));
    QTRY_VERIFY(slider()->isEnabled());
}

void TestWhatIfBar::theSamePeriodCannotBeApplied()
{
    QVERIFY(open());
    QVERIFY(!apply()->isEnabled());
    slider()->setSeconds(7'200);
    QVERIFY(apply()->isEnabled());
    slider()->setSeconds(3'600);
    QVERIFY(!apply()->isEnabled());
}

void TestWhatIfBar::applyNamesTheRuleAndThePeriod()
{
    QVERIFY(open());
    QList<qint64> periods;
    connect(m_bar.get(), &ui::WhatIfBar::applyRequested, this,
            [&](const ttl::IndexRef& index, qint64 seconds) {
                QCOMPARE(index, (ttl::IndexRef{kSessions, "lastSeen_1"}));
                periods << seconds;
            });
    slider()->setSeconds(86'400);
    QVERIFY(click(apply()));
    QCOMPARE(periods, QList<qint64>{86'400});
    // nothing was sent: the dialog that follows asks first
    QCOMPARE(m_fixture->server->calls("changeIndex"), 0);
}

void TestWhatIfBar::aRuleAtTheStoredDateStartsAtZero()
{
    m_fixture->server->collection(kSessions).indexes.back().expireAfterSeconds = 0;
    QVERIFY(open());
    QCOMPARE(slider()->seconds(), qint64{0});
    QVERIFY(!apply()->isEnabled());
    // the bare 0 is never shown
    QVERIFY(!part<QLabel>(u"whatIfPeriodLabel"_s)->text().startsWith(u'0'));
}

void TestWhatIfBar::theSliderReachesFromOneSecondToYears()
{
    QVERIFY(open());
    slider()->setSeconds(slider()->least());
    QVERIFY(slider()->seconds() <= 1);
    slider()->setSeconds(slider()->most());
    QVERIFY(slider()->seconds() >= qint64{365} * 86'400);
    QVERIFY(slider()->seconds() <= qint64{2'147'483'647}); // MongoDB's limit
    QVERIFY(apply()->isEnabled());
}

void TestWhatIfBar::aRuleThatIsDroppedTakesTheBarAlong()
{
    QVERIFY(open());
    m_fixture->server->collection(kSessions).indexes.pop_back();
    m_fixture->set.catalog.refresh();
    QTRY_VERIFY(m_bar->isHidden());
    QCOMPARE(m_whatIf->state().phase, WhatIfPhase::Closed);
}

void TestWhatIfBar::aRuleThatComesMakesAChoiceNecessary()
{
    m_fixture->server->addIndex(kSessions, "made", 60);
    QVERIFY(open(false));
    QVERIFY(click(part<QPushButton>(u"whatIfButton"_s)));
    QCOMPARE(m_whatIf->state().phase, WhatIfPhase::Choosing);
    QVERIFY(rules()->isVisible());
    QCOMPARE(rules()->currentIndex(), -1);
    QVERIFY(!slider()->isVisible());
    QVERIFY(!apply()->isEnabled());
}

void TestWhatIfBar::choosingAnotherRuleAsksForItsDates()
{
    m_fixture->server->addIndex(kSessions, "made", 60);
    QVERIFY(open(false));
    QVERIFY(click(part<QPushButton>(u"whatIfButton"_s)));
    for (const int row : {1, 0}) {
        tests::choose(rules(), row);
        Q_EMIT rules()->activated(row);
        QTRY_VERIFY(ready());
        QCOMPARE(m_whatIf->state().chosen.value_or(99), static_cast<std::size_t>(row));
        QCOMPARE(slider()->seconds(), m_whatIf->state().today);
        QCOMPARE(rules()->currentIndex(), row);
    }
}

void TestWhatIfBar::hostileRuleNamesAreShownAsTheyAre()
{
    m_fixture->server->addIndex(kSessions, "made", 60);
    m_fixture->server->collection(kSessions).indexes.back().name = "<b>a</b>\u202E%1";
    QVERIFY(open(false));
    QVERIFY(click(part<QPushButton>(u"whatIfButton"_s)));
    QStringList shown;
    for (int row = 0; row < rules()->count(); ++row) {
        shown << rules()->itemText(row);
    }
    QVERIFY2(shown.filter(u"<b>a</b>\u2039U+202E\u203A%1"_s).size() == 1,
             qPrintable(shown.join(u'\n')));
}

void TestWhatIfBar::everythingShownIsPlainText()
{
    QVERIFY(open());
    for (const QLabel* label : m_bar->findChildren<QLabel*>()) {
        QVERIFY2(label->textFormat() == Qt::PlainText, qPrintable(label->objectName()));
    }
}

void TestWhatIfBar::theSliderSpeaksThePeriodInWords()
{
    QVERIFY(open());
    slider()->setSeconds(7'200);
    QVERIFY2(slider()->valueText().contains(u"2 h"_s), qPrintable(slider()->valueText()));
    QVERIFY(!slider()->accessibleName().isEmpty());
    QVERIFY(!rules()->accessibleName().isEmpty());
}

SANDGLASS_GUI_TEST(TestWhatIfBar)
} // namespace tst_ui_what_if_bar

#include "tst_ui_what_if_bar.moc"
