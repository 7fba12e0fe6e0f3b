// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/help_places.h"

#include <QVariant>
#include <QWidget>

#include <array>

using namespace Qt::StringLiterals;

namespace sandglass::ui {

namespace {

struct Place
{
    QLatin1StringView object; // the name of a widget
    QLatin1StringView page; // with its section
};

constexpr std::array kTable{
    // the window
    Place{"navigatorDock"_L1, "index#navigator"_L1},
    Place{"inspectorDock"_L1, "index#inspector"_L1},
    Place{"statusStrip"_L1, "index#status-bar"_L1},
    Place{"mainToolBar"_L1, "index#window"_L1},
    Place{"menuBar"_L1, "index#window"_L1},
    Place{"aboutBox"_L1, "index"_L1},
    Place{"welcomeView"_L1, "index#first-screen"_L1},
    Place{"tourNotice"_L1, "index#tour"_L1},
    Place{"newsDialog"_L1, "whats-new"_L1},
    Place{"shortcutsDialog"_L1, "shortcuts"_L1},
    Place{"preferencesDialog"_L1, "preferences"_L1},
    Place{"alertsGroupBox"_L1, "preferences#alerts"_L1},
    // connections
    Place{"connectDialog"_L1, "connections"_L1},
    Place{"savedConnectionsView"_L1, "connections#saved"_L1},
    Place{"deleteConnectionBox"_L1, "connections#saved"_L1},
    Place{"leaveServerBox"_L1, "connections#several"_L1},
    Place{"otherOptionsView"_L1, "connections#other-options"_L1},
    Place{"testStagesView"_L1, "connections#test"_L1},
    Place{"sshPage"_L1, "connections#ssh"_L1},
    Place{"importConnectionsDialog"_L1, "connections#exchange"_L1},
    Place{"exportConnectionsDialog"_L1, "connections#exchange"_L1},
    Place{"unlockDialog"_L1, "connections#locked"_L1},
    Place{"capabilitiesDialog"_L1, "connections#capabilities"_L1},
    Place{"membersDialog"_L1, "connections#members"_L1},
    Place{"pauseExpiryDialog"_L1, "connections#pause"_L1},
    Place{"expiryPauseBanner"_L1, "connections#pause"_L1},
    Place{"namedDatabasesDialog"_L1, "connections#databases"_L1},
    // the local engine
    Place{"engineLogDock"_L1, "engine#log"_L1},
    Place{"engineFolderDialog"_L1, "engine#folder"_L1},
    Place{"dataFolderBox"_L1, "engine#folder"_L1},
    Place{"otherFolderDialog"_L1, "engine#folder"_L1},
    Place{"engineAddressDialog"_L1, "engine#address"_L1},
    Place{"engineNotice"_L1, "engine#notice"_L1},
    Place{"serverHealthNotice"_L1, "not-expiring#takes-writes"_L1},
    Place{"ttlHoldBanner"_L1, "engine#held"_L1},
    Place{"ttlHoldQuestion"_L1, "engine#held"_L1},
    Place{"connectionBanner"_L1, "connections#lost"_L1},
    // inventory and collection
    Place{"inventoryPage"_L1, "inventory"_L1},
    Place{"inventoryFiguresStrip"_L1, "inventory#figures"_L1},
    Place{"rulesTableView"_L1, "inventory#rules"_L1},
    Place{"rulesFilterEdit"_L1, "inventory#filter"_L1},
    Place{"batchChangeDialog"_L1, "inventory#several"_L1},
    Place{"collectionPage"_L1, "collection"_L1},
    Place{"collectionFiguresStrip"_L1, "inventory#figures"_L1},
    Place{"inventoryTimelinePanel"_L1, "collection#reading"_L1},
    Place{"collectionTimelinePanel"_L1, "collection#reading"_L1},
    Place{"timelineTableView"_L1, "collection#table"_L1},
    Place{"selectionBar"_L1, "collection#navigating"_L1},
    Place{"samplingBar"_L1, "collection#fresh"_L1},
    Place{"whatIfBar"_L1, "collection#what-if"_L1},
    Place{"savePictureDialog"_L1, "collection#export"_L1},
    Place{"exportDialog"_L1, "collection#export"_L1},
    Place{"exportFailedBox"_L1, "collection#export"_L1},
    // rules
    Place{"indexesTab"_L1, "create"_L1},
    Place{"createIndexDialog"_L1, "create#form"_L1},
    Place{"changeIndexDialog"_L1, "change"_L1},
    Place{"effectView"_L1, "create#effect"_L1},
    Place{"restoreOfferBox"_L1, "restore#points"_L1},
    // the doctor
    Place{"doctorTab"_L1, "doctor"_L1},
    Place{"doctorDialog"_L1, "doctor"_L1},
    // documents
    Place{"documentsTab"_L1, "documents"_L1},
    Place{"documentFilterBar"_L1, "documents"_L1},
    Place{"documentEditor"_L1, "documents#editor"_L1},
    Place{"expireAtDialog"_L1, "documents#expire-at"_L1},
    Place{"deleteDocumentsBox"_L1, "documents#changing"_L1},
    Place{"touchDocumentsBox"_L1, "documents#changing"_L1},
    Place{"undoDatesBox"_L1, "documents#changing"_L1},
    Place{"expireDocumentsBox"_L1, "documents#expire-at"_L1},
    // purge
    Place{"purgeDialog"_L1, "purge#staged"_L1},
    Place{"purgeProgressView"_L1, "purge#progress"_L1},
    Place{"purgeNotice"_L1, "purge#progress"_L1},
    Place{"archiveComboBox"_L1, "purge#archive"_L1},
    Place{"archiveFolderEdit"_L1, "purge#archive"_L1},
    Place{"archiveFolderDialog"_L1, "purge#archive"_L1},
    // restore points and rehearsals
    Place{"restorePointsDialog"_L1, "restore#points"_L1},
    Place{"restoreDataBox"_L1, "restore#points"_L1},
    Place{"deleteRestorePointBox"_L1, "restore#points"_L1},
    Place{"trashDialog"_L1, "restore#trash"_L1},
    Place{"putBackBox"_L1, "restore#trash"_L1},
    Place{"rehearsalBanner"_L1, "restore#rehearsals"_L1},
    // the journal
    Place{"activityDock"_L1, "journal"_L1},
    Place{"tasksTableView"_L1, "journal#tasks"_L1},
    Place{"undoDialog"_L1, "journal#undo"_L1},
    Place{"undoBar"_L1, "journal#undo"_L1},
};

} // namespace

const QHash<QString, QString>& helpPlaces()
{
    static const QHash<QString, QString> kPlaces = [] {
        QHash<QString, QString> places;
        for (const Place& place : kTable) {
            places.insert(place.object, place.page);
        }
        return places;
    }();
    return kPlaces;
}

QString helpPlaceOf(const QWidget* widget)
{
    for (const QWidget* each = widget; each; each = each->parentWidget()) {
        if (QString place = each->property("helpPlace").toString(); !place.isEmpty()) {
            return place;
        }
        if (QString place = helpPlaces().value(each->objectName()); !place.isEmpty()) {
            return place;
        }
    }
    return {};
}

} // namespace sandglass::ui
