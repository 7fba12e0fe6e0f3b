// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/presenters/effect/edit_state.h"
#include "app/presenters/indexes/edit_presenter.h"
#include "app/presenters/journal/change_result.h"
#include "app/protocol/namespace.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <memory>
#include <variant>

namespace sandglass::services {
enum class UndoObstacle;
struct DateUndo;
struct ServiceSet;
struct UndoPlan;
using UndoOutlook = std::variant<UndoPlan, UndoObstacle>;
} // namespace sandglass::services

namespace sandglass::presenters {

/// Everything that the undo dialog shows.
struct UndoState : EditState
{
    protocol::Namespace collection; ///< of the change; empty until it was read
    QString title; ///< the change: "Change index createdAt_1 of app.sessions"
    QString sentence; ///< what the undo does
    QStringList notes; ///< what else to know, one sentence each
    bool expires = false; ///< the undo makes documents expire, so its effect is counted
    bool isHarmless = false; ///< it can be sent as it is and needs no question: it deletes nothing,
                             ///< drops nothing, and reverts no later change
    ChangeResult result; ///< Done: what to say of it; without a sentence the journal says it
};

/// The dialog that previews and sends the undo of a change in the journal: of an index, or of the
/// dates of documents. `state().commandText` has a line for each command. GUI thread.
class UndoPresenter : public EditPresenter
{
    Q_OBJECT
public:
    /// `services` must outlive this object. `entryId`: of a journal entry.
    UndoPresenter(services::ServiceSet& services, std::uint64_t entryId, QObject* parent = nullptr);
    ~UndoPresenter() override;

    /// The current state; stateChanged() announces changes.
    const UndoState& state() const { return m_state; }

    /// Sets the language of the commands, also for later dialogs and runs.
    void setCommandLanguage(ttl::CommandLanguage language);
    void count() override;
    /// Sends the commands, if state().confirm.enabled. A restore point is made first if it is
    /// offered and wanted.
    void undo();

private:
    EditState& editState() override { return m_state; }
    /// Reads the index as it is now.
    void load();
    /// Takes the plan for the undo, or why there is none.
    void finishLoad(const Result<services::UndoOutlook>& answer);
    /// Fills sentence and notes of state().
    void explain();
    /// Updates state().commandText.
    void updateCommand();
    void updateConfirm() override;
    /// Whether the plan needs no question, once it can be sent.
    bool isHarmless() const;
    /// Sends the commands.
    void send();
    /// Takes the result of the commands.
    void finishUndo(const Result<void>& answer);
    /// Shows what the undo of a change of dates does.
    void loadDates();
    /// How many of the documents would be due after that.
    EffectState datesDue() const;
    /// updateConfirm() for dates.
    void confirmDates();
    /// Gives the documents their earlier dates.
    void sendDates();
    /// Takes the number of documents that have them again.
    void finishDates(const Result<std::int64_t>& answer);

    const std::uint64_t m_entryId;
    UndoState m_state;
    std::unique_ptr<services::UndoPlan> m_plan; // null until the index has been read
    std::unique_ptr<services::DateUndo> m_dates; // null: it is the change of an index
};

} // namespace sandglass::presenters
