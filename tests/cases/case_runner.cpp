// SPDX-License-Identifier: GPL-3.0-or-later
// usage: sandglass-case-runner [--server PORT] FILE…
// Runs cases, each against an engine of its own inside this program, or all against a server that
// runs already. Prints one line per case; exit code 1 when one failed.
#include "app/bson/json.h"
#include "tests/cases/case_run.h"

#include <QCoreApplication>
#include <QFile>
#include <QStringList>

#include <cstdio>
#include <memory>

using namespace sandglass;
using namespace sandglass::cases;

namespace {

Result<bson::Document> readCase(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return base::failure(Errc::NotFound, "The file cannot be read.");
    }
    const QByteArray text = file.readAll();
    return bson::fromJson(
        std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
}

/// Whether a case can be put to a server that is not ours.
bool isForAnyServer(const bson::Document& caseFile)
{
    return caseFile["anyServer"].toBool()
        || (!caseFile.contains("clock") && !caseFile.contains("engine")
            && !caseFile.contains("stored"));
}

Result<void> runOnForeign(const bson::Document& caseFile, int port)
{
    if (!isForAnyServer(caseFile)) {
        return base::failure(Errc::Unsupported, "it is about a start of our own engine");
    }
    ForeignServer server(port);
    CaseRun run(server);
    TRY(run.begin());
    TRY(run.emptyDatabase());
    return run.runSteps(caseFile["steps"].asDocument());
}

Result<void> runOnOwn(const bson::Document& caseFile)
{
    const auto server = OwnServer::start(caseFile);
    TRY(server);
    CaseRun run(**server);
    TRY(run.begin());
    return run.runSteps(caseFile["steps"].asDocument());
}

Result<void> runCase(const QString& path, int foreignPort)
{
    const auto caseFile = readCase(path);
    TRY(caseFile);
    return foreignPort == 0 ? runOnOwn(*caseFile) : runOnForeign(*caseFile, foreignPort);
}

/// Prints what became of a case; returns whether it failed.
bool report(const QString& path, const Result<void>& outcome)
{
    const std::string name = path.section(u'/', -1).section(u'.', 0, 0).toStdString();
    if (outcome) {
        std::printf("ok %s\n", name.c_str());
    } else if (outcome.error().code == Errc::Unsupported) {
        std::printf("skipped %s: %s\n", name.c_str(), outcome.error().message.c_str());
    } else {
        std::printf("FAILED %s: %s\n", name.c_str(), outcome.error().message.c_str());
    }
    std::fflush(stdout);
    return !outcome && outcome.error().code != Errc::Unsupported;
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    QStringList files = QCoreApplication::arguments().mid(1);
    int foreignPort = 0;
    if (files.value(0) == u"--server") {
        foreignPort = files.value(1).toInt();
        files = files.mid(2);
    }
    bool failed = files.isEmpty();
    for (const QString& file : std::as_const(files)) {
        failed |= report(file, runCase(file, foreignPort));
    }
    return failed ? 1 : 0;
}
