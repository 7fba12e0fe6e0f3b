// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/effect/edit_state.h"
#include "app/ttl/rule.h"
#include "app/ttl/types.h"

#include <QString>
#include <QTime>

#include <cstdint>
#include <optional>
#include <string>

namespace sandglass::presenters {

struct ChangeIndexState;
struct CreateIndexState;

/// The rule that the create dialog would make, of two steps the one whose effect it shows; unset
/// while its form is incomplete. Its index has no name yet.
std::optional<ttl::Rule> purgeTarget(const CreateIndexState& state);
/// The rule that the change dialog would make; unset while its form is incomplete, if the change
/// expires nothing, or on a time series, whose measurements cannot be deleted one by one.
std::optional<ttl::Rule> purgeTarget(const ChangeIndexState& state);

/// Format of the archive that is written before anything is deleted.
enum class ArchiveChoice { None, Bson, JsonLines };

/// The content of the form.
struct PurgeForm
{
    ArchiveChoice archive = ArchiveChoice::None;
    QString folder; ///< the archive gets a folder of its own in it
    bool archiveOnly = false; ///< write the archive and delete nothing
    int batch = 500; ///< documents per batch, 1 … 10 000
    int pauseMillis = 200; ///< between two batches
    bool limitHours = false; ///< delete only between `from` and `to`
    QTime from{22, 0}; ///< in the zone of PurgeState::zoneText
    QTime to{6, 0}; ///< may be before `from`: then it is on the next day
    bool limitLatency = true; ///< pause when a batch takes longer than latencyMillis
    int latencyMillis = 2'000;
    bool limitLag = false; ///< pause when a secondary is more than lagSeconds behind
    int lagSeconds = 10;
};

/// The side of the dialog that is shown.
enum class PurgeScreen { Form, Progress };

/// Everything that the dialog shows.
struct PurgeState
{
    PurgeScreen screen = PurgeScreen::Form;
    QString title; ///< name of the collection
    QString ruleText; ///< "lastSeen, after 1 h"
    ttl::IndexRef index; ///< of the rule; the name is empty for a draft and an own rule
    EffectState effect; ///< what would be deleted
    PreviewState preview; ///< how documents expire by the rule, as counted before the purge and
                          ///< after it; no edges: not counted
    QString timelineNote; ///< why it could not be counted; empty: it was, or nobody has asked yet
    PurgeForm form;
    bool lagAvailable = false; ///< the server is a replica set
    QString zoneText; ///< of the hours: "Europe/Berlin"
    ConfirmState confirm;
    std::optional<FailureText> failure; ///< of the start, or of the last batch

    // the other members are for the progress
    QString statusText; ///< the phase, in a sentence
    int percent = -1; ///< 0…100; −1: unknown
    QString figures; ///< documents deleted and left, rate, time left
    QString resumeText; ///< of the button: "Resume and delete 1 234 documents"
    QString resumeName; ///< must be typed before Resume; empty: nothing
    bool canPause = false;
    bool canResume = false; ///< there is a button for it
    bool resumeEnabled = false; ///< it can be pressed
    bool canCancel = false;
    bool canDiscard = false; ///< it is an unfinished purge of an earlier run
    bool ended = false;
    QString report; ///< when it has ended: what it has done, in several lines
};

} // namespace sandglass::presenters
