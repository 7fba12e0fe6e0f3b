// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/bench_program.h"

#include "tests/bench/report.h"

#include <QJsonDocument>

#include <cstdio>
#include <cstdlib>

namespace sandglass::bench {

int complain(std::string_view program, const std::string& message)
{
    std::fprintf(stderr, "%.*s: %s\n", static_cast<int>(program.size()), program.data(),
                 message.c_str());
    return EXIT_FAILURE;
}

Result<void> writeFigures(const QJsonObject& figures, const QString& path)
{
    if (path.isEmpty()) {
        return {};
    }
    return writeFile(path.toStdString(), QJsonDocument(figures).toJson().toStdString());
}

} // namespace sandglass::bench
