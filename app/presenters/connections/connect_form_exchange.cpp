// SPDX-License-Identifier: GPL-3.0-or-later
// Import and export of ConnectFormPresenter.
#include "app/presenters/connections/connect_form_presenter.h"
#include "app/services/connections/connection_book.h"
#include "app/services/connections/connection_exchange.h"
#include "app/services/shell/service_set.h"

namespace sandglass::presenters {

void ConnectFormPresenter::importFile(const QString& path)
{
    m_state.failure.reset();
    m_state.exchangeNote.clear();
    const Result<services::ImportedConnections> file = services::readConnectionFile(path);
    if (!file) {
        showFailure(file.error());
        return;
    }
    const Result<int> added = m_services.book.add(file->connections);
    if (!added) {
        showFailure(added.error());
        return;
    }
    QStringList words{tr("%n connection(s) imported.", nullptr, *added)};
    if (const int known = static_cast<int>(file->connections.size()) - *added; known > 0) {
        words << tr("Already saved: %1.").arg(known);
    }
    if (file->secrets > 0) {
        words << tr("Password left out: %1.").arg(file->secrets);
    }
    if (file->unreadable > 0) {
        words << tr("Not readable: %1.").arg(file->unreadable);
    }
    m_state.exchangeNote = words.join(u' ');
    Q_EMIT stateChanged();
}

void ConnectFormPresenter::exportFile(const QString& path, int format)
{
    m_state.failure.reset();
    m_state.exchangeNote.clear();
    const auto& connections = m_services.book.connections();
    const Result<void> written = services::writeConnectionFile(
        path, connections, static_cast<services::ExchangeFormat>(format));
    if (!written) {
        showFailure(written.error());
        return;
    }
    m_state.exchangeNote = tr("%n connection(s) exported, without passwords.", nullptr,
                              static_cast<int>(connections.size()));
    Q_EMIT stateChanged();
}

} // namespace sandglass::presenters
