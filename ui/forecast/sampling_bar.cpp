// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forecast/sampling_bar.h"

#include "app/presenters/words/words.h"
#include "widgets/style/metrics.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStringList>

namespace sandglass::ui {

SamplingBar::SamplingBar(QWidget* parent)
    : QWidget(parent)
    , m_text(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_button(new QPushButton(this))
{
    setObjectName(QStringLiteral("samplingBar"));
    m_text->setObjectName(QStringLiteral("samplingLabel"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_progress->setObjectName(QStringLiteral("exactCountProgressBar"));
    m_progress->setAccessibleName(tr("Progress of the exact count"));
    m_progress->setMaximumWidth(widgets::emPixels(this, 12));
    m_button->setObjectName(QStringLiteral("exactCountButton"));
    connect(m_button, &QPushButton::clicked, this, &SamplingBar::press);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_text, 1);
    row->addWidget(m_progress);
    row->addWidget(m_button);
    hide();
}

void SamplingBar::setState(const presenters::ForecastState& state)
{
    const bool counting = state.countedPercent.has_value();
    m_progress->setVisible(counting);
    m_progress->setValue(state.countedPercent.value_or(0));
    if (counting) {
        m_offer = Offer::Cancel;
        m_text->setText(tr("Counting every document, in parts. The sample stays on screen."));
        m_button->setText(tr("Stop co&unting"));
    } else if (state.held && state.cannotSample) {
        m_offer = Offer::Resume;
        m_text->setText(tr("Counted at %1. This server cannot draw a sample, and counting again "
                           "reads every document.")
                            .arg(presenters::timeOfDayText(state.asOf, state.zone)));
        m_button->setText(tr("Co&unt again"));
    } else if (state.held) {
        m_offer = Offer::Resume;
        m_text->setText(tr("Counted exactly at %1. Live updates are paused.")
                            .arg(presenters::timeOfDayText(state.asOf, state.zone)));
        m_button->setText(tr("Res&ume sampling"));
    } else {
        m_offer = Offer::Count;
        m_text->setText(tr("Estimated from a random sample of %1 of the documents; "
                           "±\u00a0is the 95 % margin.")
                            .arg(presenters::shareText(state.sampledShare)));
        m_button->setText(tr("Co&unt exactly"));
    }
    QStringList notes;
    if (state.drawnInPages) {
        notes << tr("The server draws the sample in pages, not in single documents, so "
                    "neighbouring documents are drawn together.");
    }
    if (!state.exact && state.overdueExact) {
        notes << tr("Overdue documents are counted exactly.");
    }
    m_text->setToolTip(notes.join(u' '));
    // a held exact count is exact too, but live updates have to be resumed by hand
    setVisible(!state.exact || counting || state.held);
}

void SamplingBar::press()
{
    if (m_offer == Offer::Count) {
        Q_EMIT exactCountRequested();
    } else if (m_offer == Offer::Cancel) {
        Q_EMIT cancelRequested();
    } else {
        Q_EMIT resumeRequested();
    }
}

} // namespace sandglass::ui

#include "moc_sampling_bar.cpp"
