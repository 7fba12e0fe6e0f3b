// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/types.h"

#include <QObject>

#include <memory>
#include <optional>
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
class ChangeIndexPresenter;
class CollectionPresenter;
class ConnectFormPresenter;
class ConnectionPresenter;
class CreateIndexPresenter;
class DoctorPresenter;
class DocumentsPresenter;
class EnginePresenter;
class IndexListPresenter;
class InspectorPresenter;
class InventoryPresenter;
class NavigatorPresenter;
class PreferencesPresenter;
class PurgeNoticePresenter;
class PurgePresenter;
class RehearsalPresenter;
class RestorePointsPresenter;
class StatusPresenter;
class UndoPresenter;

/// Makes and owns all presenters; the only way for screens to get one. Made by main with the
/// services, which outlive it; itself it outlives every screen. Presenters of a collection are made
/// on first use and live until closeCollection(); those of dialogs until release(). GUI thread.
class Workspace : public QObject
{
    Q_OBJECT
public:
    explicit Workspace(services::ServiceSet& services, QObject* parent = nullptr);
    ~Workspace() override;

    ConnectionPresenter& connection();
    NavigatorPresenter& navigator();
    InventoryPresenter& inventory();
    ActivityPresenter& activity();
    InspectorPresenter& inspector();
    StatusPresenter& statusBar();
    EnginePresenter& engine();
    PreferencesPresenter& preferences();
    PurgeNoticePresenter& purgeNotice();
    /// The doctor for every rule of the server.
    DoctorPresenter& serverDoctor();
    AlertPresenter& alerts();
    RestorePointsPresenter& restorePoints();
    /// Not active() in an ordinary window.
    RehearsalPresenter& rehearsal();

    /// Of one collection; the same object for the same namespace until closeCollection().
    CollectionPresenter& collectionPage(const protocol::Namespace& ns);
    IndexListPresenter& indexList(const protocol::Namespace& ns);
    DocumentsPresenter& documents(const protocol::Namespace& ns);
    DoctorPresenter& doctor(const protocol::Namespace& ns);
    /// The page of a collection was closed; its presenters go.
    void closeCollection(const protocol::Namespace& ns);

    /// A new one for each dialog; given back with release() when the dialog has closed.
    CreateIndexPresenter& createIndex(const protocol::Namespace& ns);
    ChangeIndexPresenter& changeIndex(const ttl::IndexRef& index);
    /// One new period for several indexes (at least one).
    BatchChangePresenter& batchChange(std::vector<ttl::IndexRef> indexes);
    ConnectFormPresenter& connectForm();
    UndoPresenter& undo(std::uint64_t journalEntry);
    PurgePresenter& purge(const ttl::Rule& target);
    /// Of the purge under way or left behind by an earlier run.
    PurgePresenter& presentPurge();
    /// The rule of an index for purge(); unset when it deletes nothing.
    std::optional<ttl::Rule> purgeTarget(const ttl::IndexRef& index) const;
    void release(QObject& dialogPresenter);

    /// Reads everything that is shown anew (F5).
    void refreshAll();

private:
    void applyPreferences();
    void letGo(std::unique_ptr<QObject> presenter);

    struct Private;
    std::unique_ptr<Private> m_p;
};

} // namespace sandglass::presenters
