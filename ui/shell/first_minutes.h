// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

class QWidget;

namespace sandglass::presenters {
class Workspace;
}

namespace sandglass::ui {

class TourNotice;
struct TourPlaces;

/// What a new user meets: the welcome screen in place of an empty inventory, the notice that offers
/// the tour, the tour, and "What is new" after an upgrade. The main window makes one. GUI thread.
class FirstMinutes : public QObject
{
    Q_OBJECT

public:
    /// The workspace must outlive this object.
    FirstMinutes(presenters::Workspace& workspace, TourPlaces places, QObject* parent = nullptr);

    /// The bar that offers the tour, to be put above the pages.
    QWidget& notice();
    /// Shows "What is new" if this is the first run after an upgrade to `version`, and lets the
    /// tour be offered. Not called by runs that nobody watches, such as those that take a picture.
    void greet(const QString& version);
    /// Starts the tour.
    void startTour();
    /// Shows "What is new".
    void showNews();

Q_SIGNALS:
    /// The user wants to connect to a server: to the saved connection `id`, to `uri` if there is no
    /// id, or to one that is yet to be entered if both are empty.
    void connectRequested(const QString& id, const QString& uri);
    /// The user wants to read the help.
    void helpRequested();

private:
    /// Puts the welcome screen into the inventory.
    void addWelcome(const TourPlaces& places);

    presenters::Workspace& m_workspace;
    QWidget& m_window;
    TourNotice* m_notice; // owned by the window
};

} // namespace sandglass::ui
