// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/explorer/node_actions.h"
#include "app/presenters/settings/preferences_presenter.h"
#include "ui/shell/main_window.h"

#include <QAction>
#include <QActionGroup>

namespace sandglass::ui {

/// The actions of the menus and the tool bar; owned by the window.
struct MainWindow::Actions
{
    QAction* connectServer = nullptr;
    QAction* connectLocal = nullptr;
    QAction* connectAgain = nullptr;
    QAction* disconnectServer = nullptr;
    QAction* removeServer = nullptr;
    QAction* loadSamples = nullptr;
    QAction* startEngine = nullptr;
    QAction* engineFolder = nullptr;
    QAction* stopEngine = nullptr;
    QAction* engineAddress = nullptr;
    QAction* copyAddress = nullptr;
    QAction* doctor = nullptr;
    QAction* capabilities = nullptr;
    QAction* nameDatabases = nullptr;
    QAction* members = nullptr;
    QAction* restorePoints = nullptr;
    QAction* trash = nullptr;
    QAction* closePage = nullptr;
    QAction* pinPage = nullptr;
    QAction* quit = nullptr;
    QAction* newIndex = nullptr;
    QAction* changeExpiry = nullptr;
    QAction* convert = nullptr;
    QAction* hide = nullptr;
    QAction* purge = nullptr;
    QAction* doctorHere = nullptr;
    QAction* remove = nullptr;
    QAction* refresh = nullptr;
    QAction* filter = nullptr;
    QAction* activity = nullptr;
    QAction* inventory = nullptr;
    QAction* resetLayout = nullptr;
    QAction* preferences = nullptr;
    QAction* helpHere = nullptr;
    QAction* helpContents = nullptr;
    QAction* shortcuts = nullptr;
    QAction* tour = nullptr;
    QAction* news = nullptr;
    QAction* about = nullptr;
    presenters::NodeAction hides = presenters::NodeAction::Hide; ///< what `hide` does
    QActionGroup* themes = nullptr; ///< in the order of presenters::Theme

    /// Checks the entry of the current theme.
    void showTheme(presenters::Theme theme)
    {
        themes->actions().at(static_cast<int>(theme))->setChecked(true);
    }
};

} // namespace sandglass::ui
