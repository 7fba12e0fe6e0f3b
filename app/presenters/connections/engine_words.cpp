// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/connections/engine_words.h"

#include "app/services/engine/engine_process.h"

#include <QCoreApplication>

namespace sandglass::presenters {

namespace {

struct EngineWords
{
    Q_DECLARE_TR_FUNCTIONS(EngineWords)
};

} // namespace

QString engineMissingText()
{
    return EngineWords::tr("The program of the local engine, sandglass-engine, was not found.");
}

std::optional<FailureText> engineFailure(const services::EngineProcess& engine)
{
    if (!engine.error()) {
        return {};
    }
    FailureText failure = describe(*engine.error());
    // NotFound is about the program; the general words are about data on a server
    if (engine.error()->code == Errc::NotFound) {
        failure.sentence = engineMissingText();
        failure.advice = EngineWords::tr("Install the package sandglass-engine, then try again.");
        failure.details = engine.programPlaces().join(u'\n');
    }
    if (engine.fault() == services::EngineFault::FolderInUse) {
        failure.sentence = EngineWords::tr("Another Sandglass uses this data folder.");
        failure.advice
            = EngineWords::tr("Close the other Sandglass, or choose another folder for the data.");
    }
    if (engine.fault() == services::EngineFault::NoSocketFolder) {
        failure.sentence
            = EngineWords::tr("The local engine was not started: there is no place for "
                              "its private socket.");
        failure.advice
            = EngineWords::tr("Make the folder /tmp writable, or let XDG_RUNTIME_DIR name a folder "
                              "of your own with a short path. Then start the engine again.");
    }
    return failure;
}

} // namespace sandglass::presenters
