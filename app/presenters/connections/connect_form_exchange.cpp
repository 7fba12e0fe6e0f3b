// SPDX-License-Identifier: GPL-3.0-or-later
// Import and export of ConnectFormPresenter, links, and the databases that are named by hand.
#include "app/presenters/connections/connect_attempt.h"
#include "app/presenters/connections/connect_form_presenter.h"
#include "app/presenters/words/words.h"
#include "app/protocol/connection_rules.h"
#include "app/protocol/namespace.h"
#include "app/services/connections/connection_book.h"
#include "app/services/connections/connection_exchange.h"
#include "app/services/connections/connection_service.h"
#include "app/services/shell/service_set.h"

using namespace Qt::StringLiterals;

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
    QStringList words{tr("%Ln connection(s) imported.", nullptr, *added)};
    if (const int known = static_cast<int>(file->connections.size()) - *added; known > 0) {
        words << tr("Already saved: %1.").arg(known);
    }
    if (file->secrets > 0) {
        words << tr("Password left out: %1.").arg(file->secrets);
    }
    if (!file->leftOut.isEmpty()) {
        //: %1: names of options of connection strings
        words << tr("Options left out, because they can weaken a connection or name files: %1.")
                     .arg(file->leftOut.join(u", "_s));
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
    m_state.exchangeNote = tr("%Ln connection(s) exported, without passwords.", nullptr,
                              static_cast<int>(connections.size()));
    Q_EMIT stateChanged();
}

void ConnectFormPresenter::offerLink(const QString& uri)
{
    // empty: a mask in the link must not stand for the password of another connection
    startNew();
    protocol::ConnectionReading reading = protocol::readConnectionString(utf8(uri.trimmed()));
    QStringList names;
    for (const std::string& name : protocol::takeRiskyOptions(reading.parts)) {
        names << text(name);
    }
    // what cannot be read is shown with its fault
    setUri(names.isEmpty() ? uri : text(protocol::writeConnectionString(reading.parts)));
    settleUri();
    if (!names.isEmpty()) {
        //: %1: names of options of connection strings
        m_linkNote = tr("These options of the link were left out, because they can weaken the "
                        "connection or name files: %1.")
                         .arg(names.join(u", "_s));
        validate();
    }
}

void ConnectFormPresenter::setDatabases(const QString& typed)
{
    m_state.databases = typed;
    m_databasesTyped = true;
    validate();
}

void ConnectFormPresenter::showDatabases()
{
    const QString uri = text(protocol::writeConnectionString(m_state.parts));
    m_state.databases = m_services.connections.namedDatabases(uri).join(u", "_s);
    m_databasesTyped = false;
}

QString ConnectFormPresenter::databaseProblem() const
{
    for (const QString& name : m_state.databases.split(u',')) {
        const QString trimmed = name.trimmed();
        if (!trimmed.isEmpty() && !protocol::checkDatabaseName(utf8(trimmed))) {
            return tr("%1 is not a valid name of a database.").arg(trimmed);
        }
    }
    return {};
}

void ConnectFormPresenter::keepDatabases()
{
    if (m_databasesTyped) {
        m_attempt->nameDatabases(m_state.databases.split(u','));
    }
}

} // namespace sandglass::presenters
