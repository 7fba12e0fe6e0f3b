// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/help_places.h"

#include <QVariant>
#include <QWidget>

using namespace Qt::StringLiterals;

namespace sandglass::ui {

const QHash<QString, QString>& helpPlaces()
{
    static const QHash<QString, QString> kPlaces{
        // the window
        {u"navigatorDock"_s, u"index#navigator"_s},
        {u"inspectorDock"_s, u"index#inspector"_s},
        {u"statusStrip"_s, u"index#status-bar"_s},
        {u"mainToolBar"_s, u"index#window"_s},
        {u"menuBar"_s, u"index#window"_s},
        {u"aboutBox"_s, u"index"_s},
        {u"welcomeView"_s, u"index#first-screen"_s},
        {u"tourNotice"_s, u"index#tour"_s},
        {u"newsDialog"_s, u"whats-new"_s},
        {u"shortcutsDialog"_s, u"shortcuts"_s},
        {u"preferencesDialog"_s, u"preferences"_s},
        {u"alertsGroupBox"_s, u"preferences#alerts"_s},
        // connections
        {u"connectDialog"_s, u"connections"_s},
        {u"savedConnectionsView"_s, u"connections#saved"_s},
        {u"deleteConnectionBox"_s, u"connections#saved"_s},
        {u"otherOptionsView"_s, u"connections#other-options"_s},
        {u"testStagesView"_s, u"connections#test"_s},
        {u"sshPage"_s, u"connections#ssh"_s},
        {u"importConnectionsDialog"_s, u"connections#exchange"_s},
        {u"exportConnectionsDialog"_s, u"connections#exchange"_s},
        {u"unlockDialog"_s, u"connections#locked"_s},
        {u"capabilitiesDialog"_s, u"connections#capabilities"_s},
        {u"membersDialog"_s, u"connections#members"_s},
        {u"pauseExpiryDialog"_s, u"connections#pause"_s},
        {u"expiryPauseBanner"_s, u"connections#pause"_s},
        {u"namedDatabasesDialog"_s, u"connections#databases"_s},
        // the local engine
        {u"engineLogDock"_s, u"engine#log"_s},
        {u"engineFolderDialog"_s, u"engine#folder"_s},
        {u"engineNotice"_s, u"engine#notice"_s},
        {u"connectionBanner"_s, u"connections#lost"_s},
        // inventory and collection
        {u"inventoryPage"_s, u"inventory"_s},
        {u"inventoryFiguresStrip"_s, u"inventory#figures"_s},
        {u"rulesTableView"_s, u"inventory#rules"_s},
        {u"rulesFilterEdit"_s, u"inventory#filter"_s},
        {u"batchChangeDialog"_s, u"inventory#several"_s},
        {u"collectionPage"_s, u"collection"_s},
        {u"collectionFiguresStrip"_s, u"inventory#figures"_s},
        {u"inventoryTimelinePanel"_s, u"collection#reading"_s},
        {u"collectionTimelinePanel"_s, u"collection#reading"_s},
        {u"timelineTableView"_s, u"collection#table"_s},
        {u"selectionBar"_s, u"collection#navigating"_s},
        {u"samplingBar"_s, u"collection#fresh"_s},
        {u"whatIfBar"_s, u"collection#what-if"_s},
        {u"savePictureDialog"_s, u"collection#export"_s},
        {u"exportDialog"_s, u"collection#export"_s},
        {u"exportFailedBox"_s, u"collection#export"_s},
        // rules
        {u"indexesTab"_s, u"create"_s},
        {u"createIndexDialog"_s, u"create#form"_s},
        {u"changeIndexDialog"_s, u"change"_s},
        {u"effectView"_s, u"create#effect"_s},
        {u"restoreOfferBox"_s, u"restore#points"_s},
        // the doctor
        {u"doctorTab"_s, u"doctor"_s},
        {u"doctorDialog"_s, u"doctor"_s},
        // documents
        {u"documentsTab"_s, u"documents"_s},
        {u"documentEditor"_s, u"documents#editor"_s},
        {u"expireAtDialog"_s, u"documents#expire-at"_s},
        {u"deleteDocumentsBox"_s, u"documents#changing"_s},
        {u"touchDocumentsBox"_s, u"documents#changing"_s},
        {u"undoDatesBox"_s, u"documents#changing"_s},
        {u"expireDocumentsBox"_s, u"documents#expire-at"_s},
        // purge
        {u"purgeDialog"_s, u"purge#staged"_s},
        {u"purgeProgressView"_s, u"purge#progress"_s},
        {u"purgeNotice"_s, u"purge#progress"_s},
        {u"archiveComboBox"_s, u"purge#archive"_s},
        {u"archiveFolderEdit"_s, u"purge#archive"_s},
        {u"archiveFolderDialog"_s, u"purge#archive"_s},
        // restore points and rehearsals
        {u"restorePointsDialog"_s, u"restore#points"_s},
        {u"restoreDataBox"_s, u"restore#points"_s},
        {u"deleteRestorePointBox"_s, u"restore#points"_s},
        {u"rehearsalBanner"_s, u"restore#rehearsals"_s},
        // the journal
        {u"activityDock"_s, u"journal"_s},
        {u"tasksTableView"_s, u"journal#tasks"_s},
        {u"undoDialog"_s, u"journal#undo"_s},
        {u"undoBar"_s, u"journal#undo"_s},
    };
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
