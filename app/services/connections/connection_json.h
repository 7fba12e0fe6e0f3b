// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/connections/connection_book.h"

#include <QJsonObject>

#include <optional>

namespace sandglass::services {

/// The connection string without secrets; nullopt for one that cannot be read, since it may hide a
/// password. Pure.
std::optional<QString> storableUri(const QString& uri);

/// A saved connection as connections.json and our own exchange files hold it. Pure.
QJsonObject connectionJson(const SavedConnection& connection);
/// Reads one back, without secrets. nullopt for an entry whose URI cannot be read. The id may be
/// empty or anything else. Pure.
std::optional<SavedConnection> connectionFrom(const QJsonObject& json);

} // namespace sandglass::services
