// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <QByteArray>
#include <QString>

namespace sandglass::services {

/// Writes a small file whole or not at all; only its owner may read it. Errors: Storage, with the
/// system's words.
Result<void> writePrivately(const QString& path, const QByteArray& text);

} // namespace sandglass::services
