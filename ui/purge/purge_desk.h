// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/types.h"

#include <QObject>
#include <QString>

#include <functional>

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

/// Opens the dialogs of staged purges, and releases their presenters when they close. One for each
/// window. GUI thread.
class PurgeDesk : public QObject
{
    Q_OBJECT

public:
    /// `workspace` must outlive the desk; `window` owns it.
    PurgeDesk(presenters::Workspace& workspace, QWidget& window);

    /// Opens the dialog to purge what the rule of an index deletes; nothing happens for an index
    /// that deletes nothing.
    void purgeIndex(const ttl::IndexRef& index);
    /// Opens the dialog for a rule that is still a draft, over `parent`. `archiveFirst`: with an
    /// archive preselected. Never null; deletes itself when closed.
    PurgeDialog* purge(const ttl::Rule& target, bool archiveFirst, QWidget* parent);
    /// Opens the dialog of the purge that is running, or that an earlier run of the program did not
    /// finish.
    void openUnfinished();
    /// Calls `leave`, which ends the connection to the server; while a purge is in progress there,
    /// it asks before. `action`: the button's text, with an access key.
    void leave(const QString& action, std::function<void()> leave);

Q_SIGNALS:
    /// The user wants to unlock the connection.
    void unlockRequested();

private:
    /// Opens a dialog that releases its presenter when it is destroyed.
    PurgeDialog* open(presenters::PurgePresenter& presenter, bool archiveFirst, QWidget* parent);

    presenters::Workspace& m_workspace;
    QWidget& m_window;
};

} // namespace sandglass::ui
