// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/peers.h"

#include "tests/bench/figures.h"
#include "tests/bench/redis_subject.h"
#ifdef SANDGLASS_BENCH_POSTGRES
#include "tests/bench/postgres_subject.h"
#endif
#ifdef SANDGLASS_BENCH_WIREDTIGER
#include "tests/bench/wiredtiger_subject.h"
#endif

#include <QStringList>

namespace sandglass::bench {

namespace {

#ifndef SANDGLASS_BENCH_POSTGRES
constexpr const char* kNoPostgresLibrary = "libpq-dev was not there when this program was built";
#endif
#ifndef SANDGLASS_BENCH_WIREDTIGER
constexpr const char* kNoWiredTiger = "libwiredtiger-dev was not there when this program was built";
#endif

std::optional<std::string> whyNoPostgres()
{
#ifdef SANDGLASS_BENCH_POSTGRES
    if (postgresPrograms().isEmpty()) {
        return "PostgreSQL's server is not installed";
    }
    return std::nullopt;
#else
    return kNoPostgresLibrary;
#endif
}

std::optional<std::string> whyNoWiredTiger()
{
#ifdef SANDGLASS_BENCH_WIREDTIGER
    return std::nullopt;
#else
    return kNoWiredTiger;
#endif
}

Result<std::unique_ptr<Subject>> openWith([[maybe_unused]] const std::string& folder,
                                          [[maybe_unused]] std::size_t batch)
{
#ifdef SANDGLASS_BENCH_WIREDTIGER
    return openWiredTiger(folder, batch);
#else
    return base::failure(Errc::Internal, kNoWiredTiger);
#endif
}

} // namespace

std::optional<std::string> whyMissing(const std::string& subjectName)
{
    if (subjectName == subject::kPostgres) {
        return whyNoPostgres();
    }
    if (subjectName == subject::kWiredTiger10 || subjectName == subject::kWiredTiger1000) {
        return whyNoWiredTiger();
    }
    const bool redis = subjectName == subject::kRedis || subjectName == subject::kRedisFast;
    if (redis && redisProgram().isEmpty()) {
        return "redis-server is not installed";
    }
    return std::nullopt;
}

Result<std::unique_ptr<Subject>> openWiredTiger10(const std::string& folder)
{
    return openWith(folder, 10);
}

Result<std::unique_ptr<Subject>> openWiredTiger1000(const std::string& folder)
{
    return openWith(folder, 1000);
}

Result<std::unique_ptr<Subject>> openPostgres([[maybe_unused]] const std::string& folder)
{
#ifdef SANDGLASS_BENCH_POSTGRES
    return startPostgres(folder);
#else
    return base::failure(Errc::Internal, kNoPostgresLibrary);
#endif
}

Result<std::unique_ptr<Subject>> openRedis(const std::string& folder)
{
    return startRedis(folder, {});
}

Result<std::unique_ptr<Subject>> openRedisFast(const std::string& folder)
{
    return startRedis(folder,
                      {QStringLiteral("--hz"), QStringLiteral("100"),
                       QStringLiteral("--active-expire-effort"), QStringLiteral("10")});
}

} // namespace sandglass::bench
