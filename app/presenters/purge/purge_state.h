// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/effect/edit_state.h"
#include "app/ttl/rule.h"

#include <QString>
#include <QTime>

#include <cstdint>
#include <optional>
#include <string>

namespace sandglass::presenters {

struct ChangeIndexState;
struct CreateIndexState;

/// The rule as a create or change dialog would make it; unset while its form is not complete, or
/// when the change expires nothing.
std::optional<ttl::Rule> purgeTarget(const CreateIndexState& state);
std::optional<ttl::Rule> purgeTarget(const ChangeIndexState& state);

/// What is written before anything is deleted.
enum class ArchiveChoice { None, Bson, JsonLines };

/// What the form holds.
struct PurgeForm
{
    ArchiveChoice archive = ArchiveChoice::None;
    QString folder; ///< where the archive's folder is made
    bool archiveOnly = false; ///< delete nothing
    int batch = 500; ///< documents, 1 … 10 000
    int pauseMillis = 200;
    bool limitHours = false;
    QTime from{22, 0};
    QTime to{6, 0};
    bool limitLatency = true;
    int latencyMillis = 2'000;
    bool limitLag = false;
    int lagSeconds = 10;
};

/// Which side of the dialog is shown.
enum class PurgeScreen { Form, Progress };

/// Everything the dialog shows.
struct PurgeState
{
    PurgeScreen screen = PurgeScreen::Form;
    QString title; ///< the collection
    QString ruleText; ///< "lastSeen, after 1 h"
    EffectState effect; ///< what would go
    PurgeForm form;
    bool lagAvailable = false; ///< the server is a replica set
    QString zoneText; ///< of the hours: "Europe/Berlin"
    ConfirmState confirm;
    std::optional<FailureText> failure; ///< of starting, or of the last batch

    QString statusText; ///< where it stands, one sentence
    int percent = -1; ///< −1: unknown
    QString figures; ///< deleted, left, rate, time left
    QString resumeText; ///< "Resume and delete 1 234 documents"
    bool canPause = false;
    bool canResume = false;
    bool canCancel = false;
    bool canDiscard = false; ///< it stopped in an earlier run and can be forgotten
    bool ended = false;
    QString report; ///< in the end: what it did, several lines
};

} // namespace sandglass::presenters
