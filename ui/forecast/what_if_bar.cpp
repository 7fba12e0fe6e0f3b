// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forecast/what_if_bar.h"

#include "app/presenters/forecast/what_if_presenter.h"
#include "app/presenters/words/words.h"
#include "widgets/inputs/duration_slider.h"
#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"
#include "widgets/views/visible_text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace sandglass::ui {

using presenters::WhatIfPhase;

namespace {

constexpr qint64 kYearSeconds = 31'536'000;

std::vector<widgets::DurationMark> snapMarks()
{
    std::vector<widgets::DurationMark> marks;
    for (const std::int64_t seconds : ttl::kWhatIfSnapSeconds) {
        marks.push_back(
            {seconds,
             // in words a year would be "365 d"
             seconds == kYearSeconds ? WhatIfBar::tr("1 y") : presenters::durationWords(seconds)});
    }
    return marks;
}

// QLabel would guess whether a text is HTML, and names come from the server.
QLabel* plainLabel(QWidget* parent, const QString& objectName)
{
    auto* label = new QLabel(parent);
    label->setObjectName(objectName);
    label->setTextFormat(Qt::PlainText);
    return label;
}

} // namespace

WhatIfBar::WhatIfBar(presenters::WhatIfPresenter& presenter, QWidget* parent)
    : QWidget(parent)
    , m_presenter(presenter)
    , m_open(new QPushButton(widgets::icon(QStringLiteral("clock")), tr("&What if…"), this))
    , m_rules(new QComboBox(this))
    , m_slider(new widgets::DurationSlider(this))
    , m_facts(new QWidget(this))
    , m_period(plainLabel(m_facts, QStringLiteral("whatIfPeriodLabel")))
    , m_overdue(plainLabel(m_facts, QStringLiteral("whatIfOverdueLabel")))
    , m_note(plainLabel(this, QStringLiteral("whatIfNoteLabel")))
    , m_apply(new QPushButton(tr("Appl&y…"), m_facts))
    , m_reset(new QPushButton(tr("&Reset"), m_facts))
{
    setObjectName(QStringLiteral("whatIfBar"));
    buildControls();
    buildLayout();
    connectSignals();
    showState();
}

void WhatIfBar::buildControls()
{
    m_open->setObjectName(QStringLiteral("whatIfButton"));
    m_open->setAccessibleName(tr("What if a rule had another period"));
    m_open->setToolTip(tr("Try another period: the timeline shows at once what would expire when. "
                          "Nothing is changed."));
    m_open->setCheckable(true);
    m_rules->setObjectName(QStringLiteral("whatIfRuleComboBox"));
    m_rules->setAccessibleName(tr("Rule to try another period for"));
    m_rules->setPlaceholderText(tr("Choose a rule"));
    m_rules->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_slider->setObjectName(QStringLiteral("whatIfSlider"));
    m_slider->setAccessibleName(tr("Period to try"));
    m_slider->setMarks(snapMarks());
    m_slider->setFormatter([](qint64 seconds) { return presenters::ruleWords(seconds); });
    m_note->setWordWrap(true);
    m_note->setProperty("muted", true);
    m_overdue->setWordWrap(true);
    m_apply->setObjectName(QStringLiteral("whatIfApplyButton"));
    m_apply->setToolTip(tr("Opens the dialog that changes the rule, with this period filled in."));
    m_reset->setObjectName(QStringLiteral("whatIfResetButton"));
    m_reset->setToolTip(tr("Ends the what-if: the timeline shows the current rules."));
}

void WhatIfBar::buildLayout()
{
    auto* facts = new QHBoxLayout(m_facts);
    facts->setContentsMargins(0, 0, 0, 0);
    facts->setSpacing(widgets::emPixels(this, 1));
    facts->addWidget(m_period);
    facts->addWidget(m_overdue, 1);
    facts->addWidget(m_apply);
    facts->addWidget(m_reset);
    auto* row = new QHBoxLayout;
    row->addWidget(m_open);
    row->addWidget(m_rules);
    row->addWidget(m_slider, 1);
    row->addStretch(0);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(row);
    column->addWidget(m_facts);
    column->addWidget(m_note);
}

void WhatIfBar::connectSignals()
{
    connect(&m_presenter, &presenters::WhatIfPresenter::stateChanged, this, &WhatIfBar::showState);
    connect(m_open, &QPushButton::toggled, this, [this](bool on) {
        if (on) {
            m_presenter.open();
        } else {
            m_presenter.close();
        }
        showState();
    });
    connect(m_rules, &QComboBox::activated, this,
            [this](int index) { m_presenter.choose(static_cast<std::size_t>(index)); });
    connect(m_slider, &widgets::DurationSlider::secondsChanged, &m_presenter,
            &presenters::WhatIfPresenter::setSeconds);
    connect(m_apply, &QPushButton::clicked, this, &WhatIfBar::apply);
    connect(m_reset, &QPushButton::clicked, &m_presenter, &presenters::WhatIfPresenter::close);
}

void WhatIfBar::apply()
{
    const presenters::WhatIfState& state = m_presenter.state();
    if (!state.canApply || !state.chosen) {
        return;
    }
    // copies: the slots may change this state while the signal is emitted
    const ttl::IndexRef index = state.rules.at(*state.chosen).index;
    const qint64 seconds = state.seconds;
    Q_EMIT applyRequested(index, seconds);
}

void WhatIfBar::showRules()
{
    const presenters::WhatIfState& state = m_presenter.state();
    const QSignalBlocker quiet(m_rules);
    QStringList names;
    for (const presenters::WhatIfRule& rule : state.rules) {
        names << widgets::visibleText(rule.words);
    }
    QStringList shown;
    for (int i = 0; i < m_rules->count(); ++i) {
        shown << m_rules->itemText(i);
    }
    // filling the list again would close it while it is open
    if (names != shown) {
        m_rules->clear();
        m_rules->addItems(names);
    }
    m_rules->setCurrentIndex(state.chosen ? static_cast<int>(*state.chosen) : -1);
}

void WhatIfBar::showState()
{
    const presenters::WhatIfState& state = m_presenter.state();
    const bool opened = state.phase != WhatIfPhase::Closed;
    const bool chosen = opened && state.chosen.has_value();
    setVisible(!state.rules.empty());
    {
        // toggled() would open or close the what-if again
        const QSignalBlocker quiet(m_open);
        m_open->setChecked(opened);
    }
    showRules();
    m_rules->setVisible(opened && state.rules.size() > 1);
    m_slider->setVisible(chosen);
    m_facts->setVisible(opened);
    if (chosen) {
        // secondsChanged() is also emitted for changes by code
        const QSignalBlocker quiet(m_slider);
        m_slider->setBounds(state.least, state.most);
        m_slider->setSeconds(state.seconds);
    }
    m_slider->setEnabled(state.phase == WhatIfPhase::Ready);
    m_period->setText(chosen ? state.words + u' ' + state.secondsText : QString());
    m_overdue->setText(state.phase == WhatIfPhase::Loading ? tr("Counting the dates…")
                                                           : state.overdueText);
    m_note->setText(state.failure ? state.failure->sentence : state.note);
    m_note->setVisible(opened && !m_note->text().isEmpty());
    m_apply->setEnabled(state.canApply);
}

} // namespace sandglass::ui

#include "moc_what_if_bar.cpp"
