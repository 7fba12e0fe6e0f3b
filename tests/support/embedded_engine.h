// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/engine_client.h"
#include "tests/support/engine_in_process.h"

#include <QTest>

#include <memory>
#include <string>

namespace sandglass::tests {

/// The engine inside the test program with a driver's client at its socket. It makes a pass only
/// when passNow() says so, as long as the clock moves by less than 68 years between two passes.
class EmbeddedEngine : public EngineInProcess
{
public:
    using EngineInProcess::EngineInProcess;

    /// Serves and connects; a failure ends the test program.
    void start()
    {
        EngineInProcess::start();
        client = std::make_unique<EngineClient>(uri());
        setSleep(kNever);
    }

    std::string uri() const { return "mongodb://127.0.0.1:" + std::to_string(port()) + "/"; }

    /// Runs one pass at the clock's time, which has to be a second or more after the last pass.
    /// Returns whether exactly one was made.
    bool passNow() const
    {
        const std::int64_t before = client->metrics().passes.value_or(0);
        setSleep(1);
        const bool passed = QTest::qWaitFor(
            [&] { return client->metrics().passes.value_or(0) > before; }, 60'000);
        setSleep(kNever);
        return passed && client->metrics().passes.value_or(0) == before + 1;
    }

private:
    void setSleep(std::int32_t seconds) const
    {
        client->setParameter("ttlMonitorSleepSecs", bson::Value::of(seconds));
    }

public:
    std::unique_ptr<EngineClient> client; ///< set by start()
};

} // namespace sandglass::tests
