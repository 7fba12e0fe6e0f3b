// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/journal/undo_bar.h"

#include "app/presenters/journal/activity_presenter.h"
#include "widgets/style/icon.h"
#include "widgets/views/visible_text.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace sandglass::ui {

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
        if (const auto offer = m_presenter.state().offer) {
            m_presenter.dismissOffer();
            Q_EMIT undoRequested(offer->entryId);
        }
    });
    connect(m_dismiss, &QPushButton::clicked, &m_presenter,
            &presenters::ActivityPresenter::dismissOffer);
    connect(&m_presenter, &presenters::ActivityPresenter::stateChanged, this, &UndoBar::showState);
    showState();
}

void UndoBar::showState()
{
    const auto& offer = m_presenter.state().offer;
    const QString shown = offer ? widgets::visibleText(offer->text) : QString();
    if (shown != m_text->text()) {
        m_text->setText(shown);
        if (offer) {
            QAccessibleEvent told(m_text, QAccessible::NameChanged);
            QAccessible::updateAccessibility(&told);
        }
    }
    setVisible(offer.has_value());
}

} // namespace sandglass::ui

#include "moc_undo_bar.cpp"
