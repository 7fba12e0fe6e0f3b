// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/doctor/check.h"

namespace sandglass::ttl::doctor {

/// The TTL monitor runs: ttlMonitorEnabled is not false.
class MonitorOnCheck final : public ServerCheck
{
public:
    CheckId id() const override { return CheckId::MonitorOn; }

protected:
    Finding judge(const Facts& facts) const override;
};

/// The server takes writes: only a primary deletes what is due.
class PrimaryCheck final : public ServerCheck
{
public:
    CheckId id() const override { return CheckId::Primary; }

protected:
    Finding judge(const Facts& facts) const override;
};

/// The server's clock, by which it judges, agrees with ours: within 5 s it passes, beyond a minute
/// it fails.
class ServerClockCheck final : public ServerCheck
{
public:
    CheckId id() const override { return CheckId::ServerClock; }

protected:
    Finding judge(const Facts& facts) const override;
};

/// The pass counter moves: passed when a pass was seen within two periods, failed when none was
/// seen for longer, unknown while it has been watched for less.
class PassesMovingCheck final : public ServerCheck
{
public:
    CheckId id() const override { return CheckId::PassesMoving; }

protected:
    Finding judge(const Facts& facts) const override;
};

} // namespace sandglass::ttl::doctor
