// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/journal/undo_bar.h"

#include "app/presenters/journal/activity_presenter.h"
#include "widgets/style/icon.h"
#include "widgets/views/visible_text.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <chrono>

namespace sandglass::ui {

namespace {

constexpr std::chrono::seconds kResultTime{15}; // an undo is offered for the same time

} // namespace

UndoBar::UndoBar(presenters::ActivityPresenter& presenter, QWidget* parent)
    : QFrame(parent)
    , m_presenter(presenter)
    , m_text(new QLabel(this))
    , m_undo(new QPushButton(widgets::icon(QStringLiteral("undo")), tr("&Undo…"), this))
    , m_dismiss(new QPushButton(tr("Dismi&ss"), this))
{
    setObjectName(QStringLiteral("undoBar"));
    setFrameShape(QFrame::StyledPanel);
    m_text->setObjectName(QStringLiteral("undoOfferLabel"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_undo->setObjectName(QStringLiteral("undoOfferButton"));
    m_undo->setAccessibleName(tr("Undo this change"));
    m_dismiss->setObjectName(QStringLiteral("dismissUndoOfferButton"));
    m_dismiss->setAccessibleName(tr("Dismiss"));
    auto* row = new QHBoxLayout(this);
    row->addWidget(m_text, 1);
    row->addWidget(m_undo);
    row->addWidget(m_dismiss);
    connect(m_undo, &QPushButton::clicked, this, [this] {
        // a copy: dismiss() withdraws the offer
        if (const auto offer = m_presenter.state().offer) {
            dismiss();
            Q_EMIT undoRequested(offer->entryId);
        }
    });
    m_resultEnd.setSingleShot(true);
    m_resultEnd.setInterval(kResultTime);
    connect(&m_resultEnd, &QTimer::timeout, this, [this] {
        m_result.clear();
        showState();
    });
    connect(m_dismiss, &QPushButton::clicked, this, &UndoBar::dismiss);
    connect(&m_presenter, &presenters::ActivityPresenter::stateChanged, this, &UndoBar::showState);
    showState();
}

void UndoBar::showResult(const QString& sentence)
{
    m_result = sentence;
    m_resultEnd.start();
    showState();
}

void UndoBar::dismiss()
{
    m_resultEnd.stop();
    m_result.clear();
    m_presenter.dismissOffer();
    showState();
}

void UndoBar::showState()
{
    const auto& offer = m_presenter.state().offer;
    // the result of a dialog says more than the offer
    const QString sentence = !m_result.isEmpty() ? m_result : offer ? offer->text : QString();
    const QString shown = widgets::visibleText(sentence);
    if (shown != m_text->text()) {
        m_text->setText(shown);
        if (!shown.isEmpty()) {
            // screen readers announce a change of name, not of text
            QAccessibleEvent changed(m_text, QAccessible::NameChanged);
            QAccessible::updateAccessibility(&changed);
        }
    }
    // an offer for an earlier change must not appear beside the result of the last one
    const presenters::JournalModel& journal = m_presenter.journal();
    const bool ofLastChange
        = offer && journal.rowCount() > 0 && journal.row(0).id == offer->entryId;
    m_undo->setVisible(offer && (m_result.isEmpty() || ofLastChange));
    setVisible(!shown.isEmpty());
}

} // namespace sandglass::ui

#include "moc_undo_bar.cpp"
