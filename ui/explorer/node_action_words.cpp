// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explorer/node_action_words.h"

#include <QCoreApplication>

namespace sandglass::ui {

namespace {

struct NodeMenu
{
    Q_DECLARE_TR_FUNCTIONS(NodeMenu)
};

} // namespace

NodeActionWords wordsOf(presenters::NodeAction action)
{
    using presenters::NodeAction;
    switch (action) {
    case NodeAction::NewIndex:
        return {NodeMenu::tr("&New TTL index…"), "navigatorNewIndexAction"};
    case NodeAction::OwnRule:
        return {NodeMenu::tr("Collection's o&wn rule…"), "navigatorOwnRuleAction"};
    case NodeAction::Change:
        return {NodeMenu::tr("Change &expiry…"), "navigatorChangeExpiryAction"};
    case NodeAction::Convert:
        return {NodeMenu::tr("&Convert to TTL…"), "navigatorConvertAction"};
    case NodeAction::Hide:
        return {NodeMenu::tr("&Hide…"), "navigatorHideAction"};
    case NodeAction::Unhide:
        return {NodeMenu::tr("Un&hide…"), "navigatorHideAction"};
    case NodeAction::Purge:
        return {NodeMenu::tr("&Purge in stages…"), "navigatorPurgeAction"};
    case NodeAction::Drop:
        return {NodeMenu::tr("Dr&op…"), "navigatorDropAction"};
    case NodeAction::Doctor:
        return {NodeMenu::tr("&Doctor"), "navigatorDoctorAction"};
    case NodeAction::CopyName:
        break;
    }
    return {NodeMenu::tr("Copy na&me"), "navigatorCopyNameAction"};
}

} // namespace sandglass::ui
