// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/welcome/tour_notice.h"

#include "app/presenters/welcome/tour_presenter.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <utility>

namespace sandglass::ui {

TourNotice::TourNotice(presenters::TourPresenter& presenter, QWidget* parent)
    : QFrame(parent)
    , m_presenter(presenter)
{
    setObjectName(QStringLiteral("tourNotice"));
    auto* text = new QLabel(tr("The sample data is loaded. A tour of five steps shows what this "
                               "window can do. You can take it later, too: Help → Tour."),
                            this);
    text->setObjectName(QStringLiteral("tourNoticeLabel"));
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    setAccessibleName(text->text());
    auto* start = new QPushButton(tr("Take the to&ur"), this);
    start->setObjectName(QStringLiteral("startTourButton"));
    start->setAccessibleName(tr("Take the tour"));
    auto* decline = new QPushButton(tr("No, than&ks"), this);
    decline->setObjectName(QStringLiteral("declineTourButton"));
    decline->setAccessibleName(tr("No, thanks"));
    for (QPushButton* button : {start, decline}) {
        // outside dialogs Enter presses no other buttons
        button->setAutoDefault(true);
    }
    auto* row = new QHBoxLayout(this);
    row->addWidget(text, 1);
    row->addWidget(start);
    row->addWidget(decline);
    connect(start, &QPushButton::clicked, &m_presenter, &presenters::TourPresenter::start);
    connect(decline, &QPushButton::clicked, &m_presenter, &presenters::TourPresenter::declineOffer);
    connect(&m_presenter, &presenters::TourPresenter::stateChanged, this, &TourNotice::showState);
    showState();
}

void TourNotice::showState()
{
    const bool offered = m_presenter.state().offered;
    setVisible(offered);
    // announced once
    if (std::exchange(m_shown, offered) != offered && offered) {
        QAccessibleEvent alert(this, QAccessible::Alert);
        QAccessible::updateAccessibility(&alert);
    }
}

} // namespace sandglass::ui

#include "moc_tour_notice.cpp"
