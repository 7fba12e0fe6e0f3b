// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/forecast/picture_caption.h"
#include "app/ttl/types.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::services {
struct ServiceSet;
}

namespace sandglass::ttl {
struct Rule;
}

namespace sandglass::presenters {

class ActivityPresenter;
class AlertPresenter;
class BatchChangePresenter;
class CapabilityPresenter;
class ChangeIndexPresenter;
class CollectionPresenter;
class ConnectFormPresenter;
class ConnectionPresenter;
class ConvertOffer;
class CreateIndexPresenter;
class DoctorPresenter;
class DocumentsPresenter;
class EnginePresenter;
class ExpiryPausePresenter;
class ServerHealthPresenter;
class TtlHoldPresenter;
class IndexListPresenter;
class InspectorPresenter;
class InventoryPresenter;
class MembersPresenter;
class NewsPresenter;
class PreferencesPresenter;
class PurgeNoticePresenter;
class PurgePresenter;
class RehearsalPresenter;
class RestorePointsPresenter;
class TrashPresenter;
class StatusPresenter;
class TourPresenter;
class UndoPresenter;
class WelcomePresenter;

/// Creates and owns all presenters of one server of a window; its screens get theirs only from
/// here. It must outlive every screen. Servers makes one for each server. The presenters of a
/// collection are created on first use and exist until closeCollection(), those of dialogs until
/// release(), and all others as long as this object. GUI thread.
class Workspace : public QObject
{
    Q_OBJECT
public:
    /// `services` must outlive this object.
    explicit Workspace(services::ServiceSet& services, QObject* parent = nullptr);
    ~Workspace() override;

    /// The number of the server in the window.
    int server() const;
    /// The name of the server, also while it is not connected.
    QString serverName() const;

    /// The connection to the server.
    ConnectionPresenter& connection();
    /// What the server can do, and the databases named by hand.
    CapabilityPresenter& capabilities();
    /// The members of the deployment and their TTL monitors.
    MembersPresenter& members();
    /// The banner about expiry that this program has paused.
    ExpiryPausePresenter& expiryPauses();
    /// The banner about deletion that the engine holds back.
    TtlHoldPresenter& ttlHold();
    /// The notice that the server takes no writes, or that data are damaged.
    ServerHealthPresenter& serverHealth();
    /// The connection page.
    InventoryPresenter& inventory();
    /// The dock with tasks and journal.
    ActivityPresenter& activity();
    /// The dock that describes the selection.
    InspectorPresenter& inspector();
    /// The status bar.
    StatusPresenter& statusBar();
    /// The local engine.
    EnginePresenter& engine();
    /// The preferences and the saved layout.
    PreferencesPresenter& preferences();
    /// The notice about a staged purge.
    PurgeNoticePresenter& purgeNotice();
    /// The doctor for all rules of the server.
    DoctorPresenter& serverDoctor();
    /// The alerts on the desktop.
    AlertPresenter& alerts();
    /// The dialog of the restore points.
    RestorePointsPresenter& restorePoints();
    /// The dialog of documents that have expired.
    TrashPresenter& trash();
    /// The banner of a rehearsal; in an ordinary window its state is not active.
    RehearsalPresenter& rehearsal();
    /// The welcome screen.
    WelcomePresenter& welcome();
    /// The tour.
    TourPresenter& tour();
    /// Whether to show "What is new".
    NewsPresenter& news();

    /// The page of a database; the same object until closeDatabase().
    InventoryPresenter& databasePage(const std::string& database);
    /// Destroys the presenter of a database's page, in a later turn of the event loop.
    void closeDatabase(const std::string& database);
    /// Which data the server has, as long as it is connected: another value after another server or
    /// another folder of the local engine has taken its place. Empty without a connection.
    QString dataIdentity() const;

    /// The page of a collection. This and the next four return the same object for the same
    /// namespace until closeCollection().
    CollectionPresenter& collectionPage(const protocol::Namespace& ns);
    /// The Indexes tab of a collection.
    IndexListPresenter& indexList(const protocol::Namespace& ns);
    /// The index of a collection without a rule that could be converted.
    ConvertOffer& convertOffer(const protocol::Namespace& ns);
    /// The Documents tab of a collection.
    DocumentsPresenter& documents(const protocol::Namespace& ns);
    /// The Doctor tab of a collection.
    DoctorPresenter& doctor(const protocol::Namespace& ns);
    /// Destroys the presenters of a collection, in a later turn of the event loop.
    void closeCollection(const protocol::Namespace& ns);

    /// A presenter for a new dialog that creates an index. This and the next functions create a new
    /// object each time; call release() when the dialog has closed.
    CreateIndexPresenter& createIndex(const protocol::Namespace& ns);
    /// For a dialog that changes an index.
    ChangeIndexPresenter& changeIndex(const ttl::IndexRef& index);
    /// For a dialog that sets one new period for several indexes, at least one.
    BatchChangePresenter& batchChange(std::vector<ttl::IndexRef> indexes);
    /// For the connect dialog.
    ConnectFormPresenter& connectForm();
    /// For a dialog that reverts a change. `journalEntry`: id of its journal entry.
    UndoPresenter& undo(std::uint64_t journalEntry);
    /// For a dialog that purges what a rule would delete.
    PurgePresenter& purge(const ttl::Rule& target);
    /// For a dialog about the purge in progress, or the unfinished one of an earlier run.
    PurgePresenter& currentPurge();
    /// The rule of an index, for purge(). Unset if it deletes nothing, and on a time series, whose
    /// measurements cannot be deleted one by one.
    std::optional<ttl::Rule> purgeTarget(const ttl::IndexRef& index) const;
    /// The caption of an exported preview of a dialog: the timeline of a collection before and
    /// after a change, with the edges of its bars and the server time of the count.
    PictureCaption previewCaption(const protocol::Namespace& collection,
                                  std::vector<base::Time> edges, base::Time countedAt);
    /// The same for the timeline of so many rules together. `perRule`: a document with dates for
    /// several of them is counted once for each.
    PictureCaption previewCaption(int rules, bool perRule, std::vector<base::Time> edges,
                                  base::Time countedAt);
    /// Destroys the presenter of a dialog, in a later turn of the event loop. An unknown one is
    /// ignored.
    void release(QObject& dialogPresenter);

    /// Reads everything on screen again (F5).
    void refreshAll();

private:
    /// Passes interval and sampling limit to those that need them.
    void applyPreferences();
    /// Has the forecast of the server go on while hidden if alerts are on.
    void watchForAlerts();
    /// Destroys a presenter in a later turn of the event loop; null is ignored.
    void destroyLater(std::unique_ptr<QObject> presenter);

    struct Private;
    std::unique_ptr<Private> m_p; // never null
};

} // namespace sandglass::presenters
