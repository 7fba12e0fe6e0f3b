// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/first_minutes.h"

#include "app/presenters/restore/rehearsal_presenter.h"
#include "app/presenters/shell/workspace.h"
#include "app/presenters/welcome/news_presenter.h"
#include "app/presenters/welcome/tour_presenter.h"
#include "ui/inventory/inventory_page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/page_area.h"
#include "ui/shell/tour_guide.h"
#include "ui/welcome/news_dialog.h"
#include "ui/welcome/tour_notice.h"
#include "ui/welcome/welcome_view.h"

namespace sandglass::ui {

FirstMinutes::FirstMinutes(presenters::Workspace& workspace, TourPlaces places, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_window(places.window)
    , m_notice(new TourNotice(workspace.tour(), &places.window))
{
    new TourGuide(workspace.tour(), places, this);
    // a rehearsal has its data and connects to nothing else
    if (!workspace.rehearsal().state().active) {
        addWelcome(places);
    }
}

void FirstMinutes::addWelcome(const TourPlaces& places)
{
    auto* welcome = new WelcomeView(m_workspace.welcome());
    places.pages.inventory().setWelcome(*welcome);
    connect(welcome, &WelcomeView::connectRequested, this,
            [this] { Q_EMIT connectRequested({}, {}); });
    connect(welcome, &WelcomeView::connectionRequested, this, &FirstMinutes::connectRequested);
    connect(welcome, &WelcomeView::helpRequested, this, &FirstMinutes::helpRequested);
    connect(welcome, &WelcomeView::tourRequested, this, &FirstMinutes::startTour);
}

QWidget& FirstMinutes::notice()
{
    return *m_notice;
}

void FirstMinutes::greet(const QString& version)
{
    m_workspace.tour().allowOffer();
    if (m_workspace.news().takeVersion(version)) {
        showNews();
    }
}

void FirstMinutes::startTour()
{
    m_workspace.tour().start();
}

void FirstMinutes::showNews()
{
    NewsDialog::openOver(&m_window);
}

} // namespace sandglass::ui

#include "moc_first_minutes.cpp"
