// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace sandglass::presenters {
class PreferencesPresenter;
} // namespace sandglass::presenters

namespace sandglass::ui {

/// Restores the columns of all tables below `root` as the user left them in a table of that object
/// name, and saves what the user changes. `preferences` must outlive the tables.
void saveColumns(QWidget& root, presenters::PreferencesPresenter& preferences);

/// Gives all tables below `root` the widths that they are about to get, before a picture is taken.
void settleColumns(QWidget& root);

} // namespace sandglass::ui
