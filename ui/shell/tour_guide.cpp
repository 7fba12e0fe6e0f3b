// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/tour_guide.h"

#include "app/presenters/welcome/tour_presenter.h"
#include "app/presenters/words/words.h"
#include "ui/inventory/inventory_page.h"
#include "ui/shell/collection_page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/page_area.h"
#include "widgets/views/spotlight.h"

#include <QDockWidget>
#include <QEvent>

namespace sandglass::ui {

using presenters::TourStep;

TourGuide::TourGuide(presenters::TourPresenter& presenter, TourPlaces places, QObject* parent)
    : QObject(parent)
    , m_presenter(presenter)
    , m_places(places)
    , m_spotlight(new widgets::Spotlight(places.window))
{
    using presenters::TourPresenter;
    using widgets::Spotlight;
    places.window.installEventFilter(this);
    connect(&m_presenter, &TourPresenter::stateChanged, this, &TourGuide::showState);
    m_spotlight->setProperty("helpPlace", QStringLiteral("index#tour"));
    connect(m_spotlight, &Spotlight::nextRequested, &m_presenter, &TourPresenter::next);
    connect(m_spotlight, &Spotlight::backRequested, &m_presenter, &TourPresenter::back);
    connect(m_spotlight, &Spotlight::skipRequested, &m_presenter, &TourPresenter::end);
}

bool TourGuide::eventFilter(QObject* watched, QEvent* event)
{
    // a modal dialog takes the keyboard from the tour
    if (event->type() == QEvent::WindowBlocked) {
        m_presenter.end();
    }
    return QObject::eventFilter(watched, event);
}

void TourGuide::showState()
{
    const presenters::TourState& state = m_presenter.state();
    if (state.running) {
        m_shown = true;
        m_spotlight->explain(
            bringUp(), {state.title, state.text, state.progress, !state.canGoBack, state.isLast});
    } else if (m_shown) {
        m_shown = false;
        m_spotlight->finish();
        restore();
    }
}

CollectionPage* TourGuide::collectionPage()
{
    const auto& ns = m_presenter.state().collection;
    const bool opened = ns && m_places.window.openPage(presenters::text(ns->text()));
    return opened ? m_places.pages.currentCollection() : nullptr;
}

QWidget* TourGuide::bringUp()
{
    const TourStep step = m_presenter.state().step;
    if (step != TourStep::Journal) {
        restore();
    }
    switch (step) {
    case TourStep::Rules:
        m_places.pages.showInventory();
        return &m_places.pages.inventory().rules();
    case TourStep::Timeline:
        m_places.pages.showInventory();
        return &m_places.pages.inventory().timeline();
    case TourStep::WhatIf: {
        CollectionPage* page = collectionPage();
        return page ? &page->timeline() : nullptr;
    }
    case TourStep::Change: {
        CollectionPage* page = collectionPage();
        return page ? &page->showIndexes() : nullptr;
    }
    case TourStep::Journal:
        break;
    }
    m_openedActivity = m_openedActivity || m_places.activity.isHidden();
    m_places.activity.show();
    m_places.activity.raise();
    return &m_places.activity;
}

void TourGuide::restore()
{
    if (m_openedActivity) {
        m_places.activity.hide();
        m_openedActivity = false;
    }
}

} // namespace sandglass::ui

#include "moc_tour_guide.cpp"
