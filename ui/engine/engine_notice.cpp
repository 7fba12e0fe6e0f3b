// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine/engine_notice.h"

#include "app/presenters/connections/connection_presenter.h"
#include "app/presenters/engine/engine_presenter.h"
#include "ui/words/error_mapping.h"
#include "widgets/views/error_banner.h"

#include <QVBoxLayout>

namespace sandglass::ui {

EngineNotice::EngineNotice(presenters::EnginePresenter& engine,
                           presenters::ConnectionPresenter& connection, QWidget* parent)
    : QWidget(parent)
    , m_engine(engine)
    , m_connection(connection)
    , m_engineBanner(new widgets::ErrorBanner(this))
    , m_connectionBanner(new widgets::ErrorBanner(this))
{
    setObjectName(QStringLiteral("engineNotice"));
    m_engineBanner->setObjectName(QStringLiteral("engineBanner"));
    m_connectionBanner->setObjectName(QStringLiteral("connectionBanner"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_engineBanner);
    column->addWidget(m_connectionBanner);
    connect(&m_engine, &presenters::EnginePresenter::stateChanged, this, &EngineNotice::showEngine);
    connect(&m_connection, &presenters::ConnectionPresenter::stateChanged, this,
            &EngineNotice::showConnection);
    connect(m_engineBanner, &widgets::ErrorBanner::dismissed, &m_engine,
            &presenters::EnginePresenter::dismissNotice);
    connect(m_engineBanner, &widgets::ErrorBanner::actionTriggered, this, &EngineNotice::act);
    connect(m_connectionBanner, &widgets::ErrorBanner::actionTriggered, &m_connection,
            &presenters::ConnectionPresenter::retryNow);
    showEngine();
    showConnection();
}

void EngineNotice::showEngine()
{
    const presenters::EngineState& state = m_engine.state();
    if (state.failure) {
        // without a button if the engine is starting by itself
        const QString action = state.folderInUse ? tr("&Choose another folder…")
            : state.canStart                     ? tr("&Start again")
                                                 : QString();
        m_engineBanner->showError(errorText(*state.failure, action));
    } else if (!state.notice.isEmpty()) {
        const QString action = state.portTaken ? tr("Choose another &port…") : QString();
        m_engineBanner->showError({state.notice, {}, {}, {}, action, widgets::Tone::Warning});
    } else {
        m_engineBanner->clear();
    }
}

void EngineNotice::act()
{
    const presenters::EngineState& state = m_engine.state();
    if (state.folderInUse) {
        Q_EMIT folderRequested();
    } else if (!state.failure && state.portTaken) {
        Q_EMIT portRequested();
    } else {
        m_engine.start();
    }
}

void EngineNotice::setShowsConnection(bool shows)
{
    m_showsConnection = shows;
    showConnection();
}

void EngineNotice::showConnection()
{
    const presenters::ConnectionState& state = m_connection.state();
    const bool lost = state.phase == presenters::ConnectionPhase::Reconnecting
        || state.phase == presenters::ConnectionPhase::Failed;
    // a lost connection is shown in any case: the dialog is about another one
    const bool shownElsewhere
        = !m_showsConnection && state.phase == presenters::ConnectionPhase::Failed;
    if (lost && state.failure && !shownElsewhere) {
        widgets::ErrorText text = errorText(*state.failure, tr("&Try now"));
        text.why = state.lostText;
        text.tone = widgets::Tone::Warning;
        m_connectionBanner->showError(text);
    } else {
        m_connectionBanner->clear();
    }
}

} // namespace sandglass::ui

#include "moc_engine_notice.cpp"
