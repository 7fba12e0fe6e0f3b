// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/presenters/effect/edit_state.h"
#include "app/presenters/effect/effect_counter.h"
#include "app/presenters/restore/restore_offer.h"
#include "app/ttl/command_text.h"
#include "app/ttl/draft.h"
#include "app/ttl/ttl_server.h"

#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace sandglass::services {
struct ServiceSet;
} // namespace sandglass::services

namespace sandglass::presenters {

/// A filled-in form that teaches a use, after the product's own documents.
struct CreatePreset
{
    QString id; ///< "sessions", "carts", …
    QString title;
    QString explanation; ///< what it is good for
    QString codeLine; ///< what the application has to run
    QString unavailable; ///< why this server cannot use it; empty: it can
    ttl::TtlIndexDraft draft; ///< without namespace
};

/// Everything the create dialog shows.
struct CreateIndexState
{
    EditPhase phase = EditPhase::Loading;
    ttl::CommandLanguage commandLanguage = ttl::CommandLanguage::Mongosh;
    bool hiddenAvailable = true;
    bool filterAvailable = true;
    bool storedDateAvailable = true;
    bool ownTtlAvailable = false; ///< the mode "as each document's own ttl says" (Cosmos DB)
    ttl::TtlIndexDraft draft;
    std::vector<FieldVerdict> verdicts; ///< blocking ones first
    std::vector<CandidateRow> candidates; ///< dates first
    QString hiddenReason; ///< why it is not available
    QString filterReason;
    QString storedDateReason;
    EffectState effect;
    PreviewState preview;
    ConfirmState confirm;
    QString commandText; ///< in commandLanguage; empty while something blocks
    std::optional<FailureText> failure; ///< of loading or of the command
    std::optional<ttl::IndexRef> created; ///< in Done
};

/// The dialog for a new TTL index of one collection. Rules are checked at once; the effect follows
/// 300 ms after the last edit and can be cancelled. GUI thread.
class CreateIndexPresenter : public QObject
{
    Q_OBJECT
public:
    CreateIndexPresenter(services::ServiceSet& services, protocol::Namespace ns,
                         std::chrono::milliseconds debounce = std::chrono::milliseconds(300),
                         QObject* parent = nullptr);
    ~CreateIndexPresenter() override;

    const CreateIndexState& state() const { return m_state; }
    /// The presets, each with the reason when this server cannot use it.
    std::vector<CreatePreset> presets() const;

    /// The form changed; the namespace of `draft` is ignored.
    void edit(ttl::TtlIndexDraft draft);
    /// What stands in the name box that a dangerous change asks for.
    void setTypedName(const QString& name);
    /// The language of the command; remembered over runs.
    void setCommandLanguage(ttl::CommandLanguage language);
    /// Counts now, without waiting for the pause; also after a cancelled or failed count.
    void count();
    /// Stops the running count; the effect is then unknown.
    void cancelCount();
    /// Sends the command; only when state().confirm.enabled. A restore point comes first where it
    /// is offered and wanted.
    void create();
    void setRestoreWanted(bool wanted);
    /// Opens a rehearsal with this index made in a copy; only when
    /// state().confirm.restore.rehearsalOffered.
    void rehearse(int rate);

Q_SIGNALS:
    void stateChanged();

private:
    void loadSurroundings();
    void findOptions();
    void takeSurroundings(const Result<std::vector<ttl::IndexSpec>>& answer);
    void recheck(bool effectChanged);
    void updateConfirm();
    void takeCount(const EffectCount& count);
    void showConfirm();
    void send(const ttl::TtlIndexSpec& spec);
    void finishCreate(const Result<ttl::IndexRef>& answer);

    services::ServiceSet& m_services;
    CreateIndexState m_state;
    std::optional<ttl::DraftSurroundings> m_surroundings;
    QString m_typedName;
    EffectCounter m_counter;
    RestoreOffer m_offer;
};

} // namespace sandglass::presenters
