// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/purge/purge_progress.h"

#include "widgets/style/metrics.h"
#include "widgets/views/dialog_buttons.h"
#include "widgets/views/visible_text.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sandglass::ui {

PurgeProgressView::PurgeProgressView(QWidget* parent)
    : QWidget(parent)
    , m_status(new QLabel(this))
    , m_bar(new QProgressBar(this))
    , m_figures(new QLabel(this))
    , m_report(new QPlainTextEdit(this))
    , m_nameLabel(new QLabel(this))
    , m_name(new QLineEdit(this))
    , m_buttons(new widgets::DialogButtons(this))
    , m_copy(m_buttons->addAside(tr("Cop&y report"), QStringLiteral("copyReportButton")))
    , m_pause(m_buttons->addAside(tr("&Pause"), QStringLiteral("pausePurgeButton")))
    , m_discard(m_buttons->addAside(tr("&Discard"), QStringLiteral("discardPurgeButton")))
    , m_cancel(m_buttons->addAside(tr("Cancel the p&urge"), QStringLiteral("cancelPurgeButton")))
    , m_resume(m_buttons->addPrimary(tr("&Resume"), QStringLiteral("resumePurgeButton")))
{
    m_buttons->addClose(QStringLiteral("closePurgeButton"));
    m_buttons->setDeletes(true);
    setObjectName(QStringLiteral("purgeProgressView"));
    buildLayout();
    connect(m_copy, &QPushButton::clicked, this, &PurgeProgressView::copyReport);
    connect(m_pause, &QPushButton::clicked, this, &PurgeProgressView::pauseRequested);
    connect(m_resume, &QPushButton::clicked, this, &PurgeProgressView::resumeRequested);
    connect(m_name, &QLineEdit::textChanged, this, [this](const QString& typed) {
        Q_EMIT resumeNameTyped(widgets::meantName(typed, m_nameToType));
    });
    connect(m_discard, &QPushButton::clicked, this, &PurgeProgressView::discardRequested);
    connect(m_cancel, &QPushButton::clicked, this, &PurgeProgressView::cancelRequested);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &PurgeProgressView::closeRequested);
}

void PurgeProgressView::buildLayout()
{
    m_status->setObjectName(QStringLiteral("purgeStatusLabel"));
    m_status->setTextFormat(Qt::PlainText);
    m_status->setWordWrap(true);
    m_bar->setObjectName(QStringLiteral("purgeProgressBar"));
    m_bar->setAccessibleName(tr("Progress of the purge"));
    m_figures->setObjectName(QStringLiteral("purgeFiguresLabel"));
    m_figures->setTextFormat(Qt::PlainText);
    m_figures->setWordWrap(true);
    m_figures->setProperty("muted", true);
    m_report->setObjectName(QStringLiteral("purgeReportEdit"));
    m_report->setAccessibleName(tr("Report of the purge"));
    m_report->setReadOnly(true);
    m_report->setTabChangesFocus(true);
    m_report->setMinimumHeight(widgets::emPixels(this, 7));
    m_nameLabel->setObjectName(QStringLiteral("resumeNameLabel"));
    m_nameLabel->setTextFormat(Qt::PlainText);
    m_nameLabel->setWordWrap(true);
    m_nameLabel->setBuddy(m_name);
    m_name->setObjectName(QStringLiteral("resumeNameEdit"));
    m_name->setAccessibleName(tr("Name of the collection, to resume the purge"));
    auto* nameRow = new QHBoxLayout;
    nameRow->addWidget(m_nameLabel, 1);
    nameRow->addWidget(m_name, 1);
    m_column = new QVBoxLayout(this);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->addWidget(m_status);
    m_column->addWidget(m_bar);
    m_column->addWidget(m_figures);
    m_column->addWidget(m_report, 1);
    // takes height only while there are neither a timeline nor a report
    m_column->addStretch(0);
    m_column->addLayout(nameRow);
    m_column->addWidget(m_buttons);
}

void PurgeProgressView::setTimeline(QWidget* timeline)
{
    if (m_column->indexOf(timeline) < 0) {
        m_column->insertWidget(m_column->indexOf(m_report), timeline, 1);
    }
}

void PurgeProgressView::focusFirst()
{
    const auto buttons = m_buttons->buttons();
    const auto usable = std::ranges::find_if(buttons, [](const QAbstractButton* button) {
        return !button->isHidden() && button->isEnabled();
    });
    if (usable != buttons.end()) {
        (*usable)->setFocus();
    }
}

void PurgeProgressView::setState(const presenters::PurgeState& state)
{
    m_status->setText(widgets::visibleText(state.statusText));
    m_figures->setText(state.figures);
    m_figures->setVisible(!state.ended);
    // the range 0 to 0 shows that something is going on, without a share
    m_bar->setRange(0, state.percent < 0 ? 0 : 100);
    m_bar->setValue(qMax(0, state.percent));
    m_bar->setVisible(!state.ended || state.percent >= 0);
    // setPlainText() would scroll back to the top and drop the selection
    if (m_report->toPlainText() != state.report) {
        m_report->setPlainText(state.report);
    }
    m_report->setVisible(!state.report.isEmpty());
    m_copy->setVisible(!state.report.isEmpty());
    m_pause->setVisible(state.canPause);
    m_resume->setVisible(state.canResume);
    m_resume->setText(state.resumeText.isEmpty() ? tr("&Resume") : state.resumeText);
    m_resume->setEnabled(state.resumeEnabled);
    const bool asks = state.canResume && !state.resumeName.isEmpty();
    m_nameToType = state.resumeName;
    // beside a field, the & of a name is no access key
    m_nameLabel->setText(
        tr("This is a production server. To resume, type the name of the "
           "collection: %1")
            .arg(widgets::visibleText(state.resumeName).replace(u'&', QStringLiteral("&&"))));
    m_nameLabel->setVisible(asks);
    m_name->setVisible(asks);
    if (!asks) {
        m_name->clear();
    }
    m_discard->setVisible(state.canDiscard);
    m_cancel->setVisible(state.canCancel);
}

void PurgeProgressView::copyReport() const
{
    QGuiApplication::clipboard()->setText(m_report->toPlainText());
}

} // namespace sandglass::ui

#include "moc_purge_progress.cpp"
