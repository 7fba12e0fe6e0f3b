// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/indexes/effect_view.h"

#include "ui/forecast/bar_message.h"
#include "ui/forecast/chart_export.h"
#include "ui/forecast/chart_mapping.h"
#include "ui/words/error_mapping.h"
#include "widgets/charts/forecast_chart.h"
#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"
#include "widgets/views/busy_overlay.h"
#include "widgets/views/error_banner.h"
#include "widgets/views/floating_stack.h"
#include "widgets/views/menu_button.h"
#include "widgets/views/visible_text.h"

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace sandglass::ui {

using presenters::Phase;

EffectView::EffectView(QWidget* parent)
    : QWidget(parent)
    , m_sentence(new QLabel(this))
    , m_detail(new QLabel(this))
    , m_export(new widgets::MenuButton(this))
    , m_purge(new QPushButton(tr("P&urge first…"), this))
    , m_archive(new QPushButton(tr("Ar&chive first…"), this))
    , m_banner(new widgets::ErrorBanner(this))
    , m_chart(new widgets::ForecastChart(this))
    , m_samplesCaption(new QLabel(tr("&Some of the affected documents, oldest first:"), this))
    , m_samples(new QPlainTextEdit(this))
    , m_busy(new widgets::BusyOverlay(this))
{
    setObjectName(QStringLiteral("effectView"));
    buildLayout();
    m_busy->setObjectName(QStringLiteral("effectBusyOverlay"));
    // on a large remote collection a count may take minutes
    m_busy->setCancellable(true);
    connect(m_busy, &widgets::BusyOverlay::cancelRequested, this, &EffectView::cancelRequested);
    connect(m_banner, &widgets::ErrorBanner::actionTriggered, this, &EffectView::countRequested);
}

void EffectView::buildLayout()
{
    m_sentence->setObjectName(QStringLiteral("effectSentenceLabel"));
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setWordWrap(true);
    m_detail->setObjectName(QStringLiteral("effectDetailLabel"));
    m_detail->setTextFormat(Qt::PlainText);
    m_detail->setWordWrap(true);
    m_detail->setProperty("muted", true);
    m_banner->setObjectName(QStringLiteral("effectErrorBanner"));
    m_chart->setObjectName(QStringLiteral("effectChart"));
    m_chart->setAccessibleName(tr("Timeline as it would be"));
    m_samplesCaption->setObjectName(QStringLiteral("effectSamplesLabel"));
    m_samplesCaption->setTextFormat(Qt::PlainText);
    m_samplesCaption->setBuddy(m_samples);
    m_samples->setObjectName(QStringLiteral("effectSamplesEdit"));
    m_samples->setAccessibleName(tr("Some of the affected documents"));
    m_samples->setReadOnly(true);
    m_samples->setTabChangesFocus(true);
    m_samples->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_samples->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_samples->setMaximumHeight(widgets::emPixels(this, 6));

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(buildHead());
    column->addWidget(m_detail);
    column->addLayout(buildPurge());
    column->addWidget(m_banner);
    // a stretch of 0 takes height only while the chart is hidden
    column->addWidget(buildChart(), 1);
    column->addStretch(0);
    column->addWidget(m_samplesCaption);
    column->addWidget(m_samples);
}

QWidget* EffectView::buildChart()
{
    // the message lies over the chart, but is none of its parts: those are its bars
    auto* frame = new QWidget(this);
    auto* column = new QVBoxLayout(frame);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_chart);
    auto* over = new widgets::FloatingStack(*frame, widgets::FloatingStack::Edge::Top);
    auto* message = new BarMessage;
    over->add(message);
    connect(m_chart, &widgets::ForecastChart::barActivated, message, [message] {
        message->say(tr("Documents cannot be opened while this dialog is open. \"What if…\" on the "
                        "page of a collection tries another period; its bars open their "
                        "documents."));
    });
    return frame;
}

QLayout* EffectView::buildHead()
{
    m_export->setObjectName(QStringLiteral("effectExportButton"));
    m_export->setIcon(widgets::icon(QStringLiteral("export")));
    m_export->setToolTip(tr("Copy or export the chart"));
    m_export->setAccessibleName(tr("Copy or export the chart"));
    m_export->choices().setObjectName(QStringLiteral("effectExportMenu"));
    m_export->hide();
    m_pictures = new ChartExport(
        *m_chart, [this] { return m_caption(m_preview); }, *m_banner, this);
    m_pictures->addTo(m_export->choices());
    auto* row = new QHBoxLayout;
    row->addWidget(m_sentence, 1);
    row->addWidget(m_export, 0, Qt::AlignTop | Qt::AlignRight);
    return row;
}

QLayout* EffectView::buildPurge()
{
    m_purge->setObjectName(QStringLiteral("purgeFirstButton"));
    m_purge->setToolTip(tr("Deletes the affected documents in stages before the rule does"));
    m_archive->setObjectName(QStringLiteral("archiveFirstButton"));
    m_archive->setToolTip(tr("Writes the affected documents to a file before they are deleted"));
    auto* row = new QHBoxLayout;
    for (QPushButton* button : {m_purge, m_archive}) {
        button->setAutoDefault(false);
        button->hide();
        row->addWidget(button);
    }
    row->addStretch(1);
    connect(m_purge, &QPushButton::clicked, this, [this] { Q_EMIT purgeRequested(false); });
    connect(m_archive, &QPushButton::clicked, this, [this] { Q_EMIT purgeRequested(true); });
    return row;
}

void EffectView::setEffect(const presenters::EffectState& effect)
{
    // only what was counted is a headline
    QFont heading = font();
    if (effect.phase != Phase::Idle) {
        heading.setPointSizeF(heading.pointSizeF() * 1.25);
        heading.setBold(true);
    }
    m_sentence->setFont(heading);
    m_sentence->setText(effect.sentence);
    m_sentence->setVisible(!effect.sentence.isEmpty());
    m_detail->setText(effect.detail);
    m_detail->setVisible(!effect.detail.isEmpty());
    // Without a failure, Failed means that no client can count this (Cosmos DB); then none can
    // purge it either. After a failure purging stays possible.
    const bool deletes = m_offersPurge
        && ((effect.phase == Phase::Failed && effect.failure)
            || (effect.phase == Phase::Ready && effect.affected > 0));
    m_purge->setVisible(deletes);
    m_archive->setVisible(deletes);
    if (!m_pictures->usesBanner(effect.failure.has_value())) {
        showFailure(*m_banner, effect.failure, tr("&Count again"));
    }
    showSamples(effect);
    showBusy(effect);
}

void EffectView::showSamples(const presenters::EffectState& effect)
{
    QStringList lines;
    for (const QString& sample : effect.samples) {
        // documents come from the server
        lines << widgets::visibleText(sample);
    }
    const QString text = lines.join(QLatin1Char('\n'));
    // setPlainText() would scroll back to the top
    if (m_samples->toPlainText() != text) {
        m_samples->setPlainText(text);
    }
    // an empty list would take height from the chart; while counting it stays as it is
    if (effect.phase != Phase::Loading) {
        m_samplesCaption->setVisible(!lines.isEmpty());
        m_samples->setVisible(!lines.isEmpty());
    }
}

void EffectView::showBusy(const presenters::EffectState& effect)
{
    const bool sending = effect.sending.has_value();
    m_busy->setCancellable(!sending || effect.sending->cancellable);
    if (sending) {
        m_busy->start(tr("Sending the change…"));
        m_busy->setProgress(effect.sending->share);
    } else if (effect.phase == Phase::Loading) {
        m_busy->start(tr("Counting what would be deleted…"));
    } else {
        m_busy->stop();
    }
}

void EffectView::setTimeZone(const QTimeZone& zone)
{
    m_chart->setTimeZone(zone);
}

void EffectView::setOffersPurge(bool offers)
{
    m_offersPurge = offers;
}

void EffectView::setCaption(CaptionOf caption)
{
    m_caption = std::move(caption);
    m_export->setVisible(m_caption && !m_preview.edges.empty());
}

void EffectView::setPreview(const presenters::PreviewState& preview)
{
    m_preview = preview;
    m_chart->setVisible(!preview.edges.empty());
    m_export->setVisible(m_caption && !preview.edges.empty());
    widgets::ChartModel model = chartModel(preview);
    if (!preview.afterName.isEmpty() && !model.series.isEmpty()) {
        model.series.first().name = preview.afterName;
    }
    model.atLeast = !preview.missing.isEmpty();
    model.note = preview.perRule;
    m_chart->setModel(model);
    m_chart->setNow(preview.edges.empty() ? 0 : preview.now.time_since_epoch().count());
    m_chart->setDimmed(preview.phase == Phase::Stale || preview.phase == Phase::Loading);
    m_chart->setSummary(preview.summary);
}

} // namespace sandglass::ui

#include "moc_effect_view.cpp"
