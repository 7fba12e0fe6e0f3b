// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <QByteArray>
#include <QString>

namespace sandglass::services {

/// Replaces a small file as a whole or not at all. Only its owner may read it. Errors: Storage,
/// with the system's message. Any thread.
Result<void> writePrivately(const QString& path, const QByteArray& text);

} // namespace sandglass::services
