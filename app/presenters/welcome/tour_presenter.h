// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/protocol/namespace.h"

#include <QObject>
#include <QString>

#include <optional>

namespace sandglass::services {
struct ServiceSet;
}

namespace sandglass::presenters {

class WelcomePresenter;

/// The steps of the tour in their order. Each is about one part of the window.
enum class TourStep { Rules, Timeline, WhatIf, Change, Journal };

/// The tour through the window.
struct TourState
{
    bool running = false;
    TourStep step = TourStep::Rules;
    QString title; ///< of the step; empty while the tour is not running
    QString text; ///< one to three sentences
    QString progress; ///< "Step 2 of 5"
    bool canGoBack = false; ///< this is not the first step
    bool isLast = false;
    /// A collection with a rule, of the sample data if it is there, for the steps about a
    /// collection. Unset: the server has no rule.
    std::optional<protocol::Namespace> collection;
    bool offered = false; ///< the notice that offers the tour is shown
};

/// The tour of five steps over the real window. It changes nothing on the server. It ends when the
/// connection is lost or closed. GUI thread.
class TourPresenter : public QObject
{
    Q_OBJECT
public:
    /// Both must outlive this object.
    TourPresenter(services::ServiceSet& services, WelcomePresenter& welcome,
                  QObject* parent = nullptr);
    ~TourPresenter() override;

    /// The current state; stateChanged() announces changes.
    const TourState& state() const { return m_state; }

    /// Allows the notice that offers the tour, once in the life of a data folder, after sample data
    /// was loaded. Not allowed before this call.
    void allowOffer();
    /// Whether start() has an effect: not while a remote server is being connected to.
    bool canStart() const;
    /// Starts the tour at its first step. Without a connection, and on a local engine without
    /// data, it first starts the engine with the sample data, and follows when that is loaded.
    void start();
    /// Goes to the next step; after the last one the tour ends.
    void next();
    /// Goes to the step before, if there is one.
    void back();
    /// Ends the tour, or gives up its start.
    void end();
    /// Hides the notice that offers the tour for good.
    void declineOffer();

Q_SIGNALS:
    /// state() has changed.
    void stateChanged();

private:
    /// Whether this is the local engine, and it has no collections yet.
    bool isEmptyEngine() const;
    /// Begins at the first step.
    void begin();
    /// Shows the notice, unless it was shown before.
    void offer();
    /// Shows a step.
    void show(TourStep step);
    /// Ends the tour without a connection.
    void followConnection();
    /// A collection for TourState::collection.
    std::optional<protocol::Namespace> chooseCollection() const;

    services::ServiceSet& m_services;
    WelcomePresenter& m_welcome;
    TourState m_state;
    bool m_mayOffer = false;
    bool m_starting = false; // start() waits for the sample data
};

} // namespace sandglass::presenters
