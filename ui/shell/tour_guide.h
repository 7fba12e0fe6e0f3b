// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QDockWidget;

namespace sandglass::presenters {
class TourPresenter;
}

namespace sandglass::widgets {
class Spotlight;
}

namespace sandglass::ui {

class CollectionPage;
class MainWindow;
class PageArea;

/// What the tour shows of the window. All must outlive the guide.
struct TourPlaces
{
    MainWindow& window;
    PageArea& pages;
    QDockWidget& activity;
};

/// Draws the tour over the main window: brings the page of each step to the front and explains a
/// part of it. Ends the tour when a modal dialog opens. Afterwards the activity dock is hidden
/// again if it was. GUI thread.
class TourGuide : public QObject
{
    Q_OBJECT

public:
    /// The presenter must outlive the guide.
    TourGuide(presenters::TourPresenter& presenter, TourPlaces places, QObject* parent = nullptr);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Shows the current step, or takes everything away after the end.
    void showState();
    /// Brings the part of the window for the current step to the front and returns it; null if the
    /// server has nothing for it.
    QWidget* bringUp();
    /// The page of the tour's collection, brought to the front; null without a collection.
    CollectionPage* collectionPage();
    /// Hides what the tour has opened.
    void restore();

    presenters::TourPresenter& m_presenter;
    TourPlaces m_places;
    widgets::Spotlight* m_spotlight; // owned by the window
    bool m_shown = false;
    bool m_openedActivity = false; // the dock was hidden before
};

} // namespace sandglass::ui
