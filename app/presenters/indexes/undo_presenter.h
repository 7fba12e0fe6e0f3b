// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/presenters/effect/edit_state.h"
#include "app/presenters/effect/effect_counter.h"
#include "app/presenters/restore/restore_offer.h"
#include "app/ttl/command_text.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <memory>
#include <variant>

namespace sandglass::services {
enum class UndoObstacle;
struct ServiceSet;
struct UndoPlan;
using UndoOutlook = std::variant<UndoPlan, UndoObstacle>;
} // namespace sandglass::services

namespace sandglass::presenters {

/// Everything the dialog shows that asks before a change is taken back.
struct UndoState
{
    EditPhase phase = EditPhase::Loading;
    QString title; ///< the change: "Change index createdAt_1 of app.sessions"
    QString sentence; ///< what the undo does, in words
    QStringList notes; ///< what else to know, one sentence each
    bool expires = false; ///< the undo makes something expire: effect and preview count
    EffectState effect;
    PreviewState preview;
    ConfirmState confirm;
    ttl::CommandLanguage commandLanguage = ttl::CommandLanguage::Mongosh;
    QString commandText; ///< all commands that would be sent, one a line
    std::optional<FailureText> failure; ///< why it cannot be undone, or could not
};

/// Previews the undo of one journal entry and does it. GUI thread.
class UndoPresenter : public QObject
{
    Q_OBJECT
public:
    UndoPresenter(services::ServiceSet& services, std::uint64_t entryId, QObject* parent = nullptr);
    ~UndoPresenter() override;

    const UndoState& state() const { return m_state; }

    void setCommandLanguage(ttl::CommandLanguage language);
    /// What stands in the name box that a dangerous undo asks for.
    void setTypedName(const QString& name);
    /// Counts (again), after a cancelled or failed count.
    void count();
    void cancelCount();
    /// Sends the commands; only when state().confirm.enabled. A restore point comes first where it
    /// is offered and wanted.
    void undo();
    void setRestoreWanted(bool wanted);

Q_SIGNALS:
    void stateChanged();

private:
    void finishLoad(const Result<services::UndoOutlook>& answer);
    void explain();
    void updateCommand();
    void updateConfirm();
    void send();
    void finishUndo(const Result<void>& answer);
    void takeCount(const EffectCount& count);
    void changed();

    services::ServiceSet& m_services;
    UndoState m_state;
    std::unique_ptr<services::UndoPlan> m_plan; // set once the index was read
    QString m_typedName;
    EffectCounter m_counter;
    RestoreOffer m_offer;
};

} // namespace sandglass::presenters
