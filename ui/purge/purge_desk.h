// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/types.h"

#include <QObject>

class QWidget;

namespace sandglass::ttl {
struct Rule;
}

namespace sandglass::presenters {
class PurgePresenter;
class Workspace;
} // namespace sandglass::presenters

namespace sandglass::ui {

class PurgeDialog;

/// Opens the dialogs of staged purges and gives their presenters back. One for a window.
class PurgeDesk : public QObject
{
    Q_OBJECT

public:
    /// Both outlive the desk.
    PurgeDesk(presenters::Workspace& workspace, QWidget& window);

    /// For what the rule of an index deletes; nothing is opened for an index that deletes nothing.
    void purgeIndex(const ttl::IndexRef& index);
    /// For a rule of a form; the dialog stands over `parent`.
    PurgeDialog* purge(const ttl::Rule& target, bool archiveFirst, QWidget* parent);
    /// The purge under way, or the one that an earlier run left behind.
    void showPresent();

private:
    PurgeDialog* open(presenters::PurgePresenter& presenter, bool archiveFirst, QWidget* parent);

    presenters::Workspace& m_workspace;
    QWidget& m_window;
};

} // namespace sandglass::ui
