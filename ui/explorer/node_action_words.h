// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/explorer/node_actions.h"

#include <QString>

namespace sandglass::ui {

/// How menus name an action on a collection or an index.
struct NodeActionWords
{
    QString text; ///< with an access key that is unique among all of them
    const char* name; ///< object name of its entry in the navigator's menu
};

/// The words for an action. GUI thread.
NodeActionWords wordsOf(presenters::NodeAction action);

} // namespace sandglass::ui
