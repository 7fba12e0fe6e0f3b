// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/bson/view.h"
#include "tests/cases/wire_connection.h"

#include <memory>
#include <string>
#include <vector>

namespace sandglass::tests {
class EngineInProcess;
}

namespace sandglass::cases {

/// A server that a case runs against, and its time. One thread.
/// Steps that a server cannot be made to do fail with Unsupported.
class CaseServer
{
public:
    virtual ~CaseServer() = default;

    /// The TCP port on this machine.
    virtual int port() const = 0;
    virtual base::Time now() const = 0;
    /// Lets time go by without a pass of the TTL monitor.
    virtual Result<void> advance(base::Millis span) = 0;
    /// Lets time go by, with the passes that the server's own parameters bring.
    virtual Result<void> live(base::Millis span) = 0;
    /// Lets the TTL monitor make one pass (at least) that begins after this call.
    virtual Result<void> pass() = 0;
    /// Whether it is the engine of this tree. Another server has words of its own for errors, may
    /// answer with other types of numbers, and does not tell of TTL work as MongoDB does.
    virtual bool isOurs() const = 0;
    /// For how many milliseconds to wait until documents that a pass should delete have gone.
    virtual int patienceForDocuments() const = 0;
    /// For how many milliseconds to wait until counters and log lines are there.
    virtual int patience() const = 0;
};

/// The engine of this tree, on a clock that stands still between steps.
class OwnServer final : public CaseServer
{
public:
    /// Starts it; `caseFile` may have "clock" (what it shows first), "engine" (arguments) and
    /// "stored" (indexes that an older server left). Errors: of the connection. Wrong arguments end
    /// the program.
    static Result<std::unique_ptr<OwnServer>> start(bson::DocumentView caseFile);
    ~OwnServer() override;

    int port() const override;
    base::Time now() const override;
    Result<void> advance(base::Millis span) override;
    Result<void> live(base::Millis span) override;
    Result<void> pass() override;
    bool isOurs() const override { return true; }
    int patienceForDocuments() const override;
    int patience() const override;

private:
    explicit OwnServer(base::Time start);

    Result<void> sleepSeconds(std::int32_t seconds);
    Result<std::int64_t> passes();

    std::unique_ptr<tests::EngineInProcess> m_engine;
    WireConnection m_connection;
    base::Time m_lastPass;
};

/// A server that runs already; its time is the real one, and its TTL passes come every second.
class ForeignServer final : public CaseServer
{
public:
    explicit ForeignServer(int port)
        : m_port(port)
    {
    }

    int port() const override { return m_port; }
    base::Time now() const override;
    Result<void> advance(base::Millis span) override;
    Result<void> live(base::Millis span) override;
    Result<void> pass() override;
    bool isOurs() const override { return false; }
    int patienceForDocuments() const override;
    int patience() const override;

private:
    const int m_port;
};

} // namespace sandglass::cases
