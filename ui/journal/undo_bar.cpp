// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/journal/undo_bar.h"

#include "app/presenters/journal/activity_presenter.h"

#include <QPushButton>

namespace sandglass::ui {

UndoBar::UndoBar(presenters::ActivityPresenter& presenter, QWidget* parent)
    : FloatingMessage(QStringLiteral("undoBar"),
                      {QStringLiteral("undoOfferLabel"), QStringLiteral("dismissUndoOfferButton")},
                      parent)
    , m_presenter(presenter)
    , m_undo(addButton(tr("&Undo"), QStringLiteral("undoOfferButton")))
{
    m_undo->setAccessibleName(tr("Undo this change"));
    connect(m_undo, &QPushButton::clicked, this, &UndoBar::undo);
    connect(this, &FloatingMessage::dismissed, &m_presenter,
            &presenters::ActivityPresenter::dismissOffer);
    connect(this, &FloatingMessage::heldChanged, this,
            [this] { m_presenter.holdMessage(isHeld()); });
    connect(&m_presenter, &presenters::ActivityPresenter::stateChanged, this, &UndoBar::showState);
    showState();
}

void UndoBar::undo()
{
    // a copy: dismissing withdraws the offer
    if (const auto offer = m_presenter.state().offer) {
        m_presenter.dismissOffer();
        Q_EMIT undoRequested(offer->entryId);
    }
}

void UndoBar::showState()
{
    m_undo->setVisible(m_presenter.state().messageHasUndo);
    setText(m_presenter.state().message);
}

} // namespace sandglass::ui

#include "moc_undo_bar.cpp"
