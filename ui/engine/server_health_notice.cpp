// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine/server_health_notice.h"

#include "app/presenters/members/server_health_presenter.h"
#include "widgets/views/error_banner.h"

#include <QVBoxLayout>

namespace sandglass::ui {

ServerHealthNotice::ServerHealthNotice(presenters::ServerHealthPresenter& presenter,
                                       QWidget* parent)
    : QWidget(parent)
    , m_presenter(presenter)
    , m_banner(new widgets::ErrorBanner(this))
{
    setObjectName(QStringLiteral("serverHealthNotice"));
    m_banner->setObjectName(QStringLiteral("serverHealthBanner"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_banner);
    connect(&m_presenter, &presenters::ServerHealthPresenter::stateChanged, this,
            &ServerHealthNotice::showState);
    connect(m_banner, &widgets::ErrorBanner::dismissed, &m_presenter,
            &presenters::ServerHealthPresenter::dismiss);
    showState();
}

void ServerHealthNotice::showState()
{
    const presenters::ServerHealthState& state = m_presenter.state();
    if (state.sentence.isEmpty()) {
        m_banner->clear();
    } else {
        m_banner->showError({state.sentence, {}, {}, state.details, {}, widgets::Tone::Warning});
    }
}

} // namespace sandglass::ui

#include "moc_server_health_notice.cpp"
