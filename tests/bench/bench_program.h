// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <QJsonObject>
#include <QString>

#include <string>
#include <string_view>

namespace sandglass::bench {

/// Writes "PROGRAM: MESSAGE" to the error stream. Returns the exit code of a failure.
int complain(std::string_view program, const std::string& message);

/// Writes the figures as a JSON file; an empty path writes nothing. Errors: those of writeFile().
Result<void> writeFigures(const QJsonObject& figures, const QString& path);

} // namespace sandglass::bench
