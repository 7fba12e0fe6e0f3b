// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/alert_group.h"

#include "app/presenters/settings/alert_presenter.h"
#include "widgets/inputs/duration_edit.h"
#include "widgets/style/metrics.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>

namespace sandglass::ui {

namespace {

constexpr widgets::DurationRange kAges{60, qint64{366} * 86'400}; // a minute to a year
constexpr int kMostDocuments = 2'147'483'647; // the largest value of a QSpinBox

} // namespace

AlertGroup::AlertGroup(presenters::AlertPresenter& presenter, QWidget* parent)
    : QGroupBox(tr("Desktop &alerts"), parent)
    , m_presenter(presenter)
    , m_overdue(new QCheckBox(tr("&Overdue for longer than"), this))
    , m_age(new widgets::DurationEdit(this))
    , m_wave(new QCheckBox(tr("Mor&e documents due than"), this))
    , m_documents(new QSpinBox(this))
    , m_within(new QComboBox(this))
    , m_passes(
          new QCheckBox(tr("The TTL monitor makes no &passes while documents are overdue"), this))
    , m_note(new QLabel(tr("Based on what the window reads while it is open. Each alert is shown "
                           "once, until its condition has ended."),
                        this))
{
    setObjectName(QStringLiteral("alertsGroupBox"));
    setAccessibleName(tr("Desktop alerts"));
    // the box of the group switches all alerts
    setCheckable(true);
    buildControls();
    buildLayout();
    showState();
    connectSignals();
}

QWidget* AlertGroup::lastControl() const
{
    return m_passes;
}

void AlertGroup::buildControls()
{
    m_overdue->setObjectName(QStringLiteral("alertOverdueCheckBox"));
    m_age->setObjectName(QStringLiteral("alertAgeDurationEdit"));
    m_age->setLabel(tr("Overdue for longer than"));
    m_age->setRange(kAges);
    m_passes->setObjectName(QStringLiteral("alertPassesCheckBox"));
    m_wave->setObjectName(QStringLiteral("alertWaveCheckBox"));
    m_documents->setObjectName(QStringLiteral("alertDocumentsSpinBox"));
    m_documents->setAccessibleName(tr("Number of documents due"));
    m_documents->setRange(1, kMostDocuments);
    m_documents->setGroupSeparatorShown(true);
    // otherwise the first digit typed would be a limit, and alert at once
    m_documents->setKeyboardTracking(false);
    // a step of a tenth suits 100 as well as a million
    m_documents->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    m_within->setObjectName(QStringLiteral("alertWithinComboBox"));
    m_within->setAccessibleName(tr("How soon they are due"));
    m_within->addItems({tr("within an hour"), tr("within a day")});
    m_note->setObjectName(QStringLiteral("alertNoteLabel"));
    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    m_note->setProperty("muted", true);
}

void AlertGroup::buildLayout()
{
    auto* wave = new QHBoxLayout;
    wave->setSpacing(widgets::emPixels(this, 0.5));
    wave->addWidget(m_documents);
    wave->addWidget(m_within);
    wave->addStretch(1);
    auto* grid = new QGridLayout(this);
    grid->setColumnStretch(1, 1);
    grid->addWidget(m_overdue, 0, 0);
    grid->addWidget(m_age, 0, 1);
    grid->addWidget(m_wave, 1, 0);
    grid->addLayout(wave, 1, 1);
    grid->addWidget(m_passes, 2, 0, 1, 2);
    grid->addWidget(m_note, 3, 0, 1, 2);
}

void AlertGroup::connectSignals()
{
    for (QCheckBox* box : {m_overdue, m_passes, m_wave}) {
        connect(box, &QCheckBox::toggled, this, &AlertGroup::submit);
    }
    connect(this, &QGroupBox::toggled, this, &AlertGroup::submit);
    connect(m_age, &widgets::DurationEdit::secondsChanged, this, &AlertGroup::submit);
    connect(m_documents, &QSpinBox::valueChanged, this, &AlertGroup::submit);
    connect(m_within, &QComboBox::activated, this, &AlertGroup::submit);
    connect(&m_presenter, &presenters::AlertPresenter::preferencesChanged, this,
            &AlertGroup::showState);
}

void AlertGroup::submit()
{
    if (m_showing) {
        return;
    }
    presenters::AlertPreferences wanted = m_presenter.preferences();
    wanted.on = isChecked();
    wanted.overdue = m_overdue->isChecked();
    // while the text is not a duration, the last valid one applies
    if (const auto seconds = m_age->seconds()) {
        wanted.overdueAge = std::chrono::seconds(*seconds);
    }
    wanted.passes = m_passes->isChecked();
    wanted.wave = m_wave->isChecked();
    wanted.waveDocuments = m_documents->value();
    wanted.waveWithinHour = m_within->currentIndex() == 0;
    m_presenter.setPreferences(wanted);
}

void AlertGroup::showState()
{
    const presenters::AlertPreferences& state = m_presenter.preferences();
    m_showing = true;
    setChecked(state.on);
    m_overdue->setChecked(state.overdue);
    // setSeconds() would replace "90m" by "90 minutes" while it is being typed
    if (m_age->seconds() != state.overdueAge.count()) {
        m_age->setSeconds(state.overdueAge.count());
    }
    m_passes->setChecked(state.passes);
    m_wave->setChecked(state.wave);
    m_documents->setValue(static_cast<int>(state.waveDocuments));
    m_within->setCurrentIndex(state.waveWithinHour ? 0 : 1);
    m_showing = false;
}

} // namespace sandglass::ui

#include "moc_alert_group.cpp"
