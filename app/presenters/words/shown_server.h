// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <utility>

namespace sandglass::presenters {

/// The server whose data a presenter shows. What is shown of one server is forgotten when the
/// connection leads to another, and stays when the same server is reconnected. Servers differ when
/// their names do, see services::serverName().
class ShownServer
{
public:
    /// Nothing is shown yet: the first server is another one.
    ShownServer() = default;
    /// Begins with the server of that name.
    explicit ShownServer(QString name)
        : m_name(std::move(name))
    {
    }

    /// Shows the server of that name from now on. Whether it is another one than before.
    bool change(const QString& name) { return std::exchange(m_name, name) != name; }
    /// The name of the server that is shown; empty before the first.
    const QString& name() const { return m_name; }

private:
    QString m_name;
};

} // namespace sandglass::presenters
