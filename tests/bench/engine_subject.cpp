// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/engine_subject.h"

#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "tests/bench/process_cpu.h"
#include "tests/bench/wire_client.h"
#include "tests/support/engine_client.h"

namespace sandglass::bench {

namespace {

constexpr const char* kIndexName = "createdAt_1";
constexpr int kPatienceMillis = 3'600'000;

const protocol::Namespace& ns()
{
    static const protocol::Namespace kNs{"bench", "events"};
    return kNs;
}

class EngineSubject final : public Subject
{
public:
    EngineSubject(std::unique_ptr<tests::EngineProcess> process, WireClient wire)
        : m_process(std::move(process))
        , m_client(*m_process)
        , m_wire(std::move(wire))
        , m_body(bson::makeDocument("insert", ns().collection, "$db", ns().database))
    {
        m_client.run(ns().database, tests::json(R"({"createIndexes": "events", "indexes": [
            {"key": {"createdAt": 1}, "name": "createdAt_1", "expireAfterSeconds": 0},
            {"key": {"code": 1}, "name": "code_1"}]})"));
    }

    Result<void> insert(const std::vector<bson::Document>& batch) override
    {
        const auto reply = m_wire.send(m_body, "documents", batch);
        if (!reply)
            return reply.error();
        if ((*reply)["n"].toInt64() != static_cast<std::int64_t>(batch.size()))
            return base::failure(Errc::Server, bson::toJson(*reply));
        return {};
    }

    Result<void> purge(const Workload& workload) override
    {
        m_client.moveClockTo(workload.halfTime());
        const auto deleted = [&] { return m_client.metrics().deletedDocuments.value_or(0); };
        const bool gone = QTest::qWaitFor([&] { return deleted() >= workload.dueAtHalfTime(); },
                                          kPatienceMillis);
        if (!gone || deleted() != workload.dueAtHalfTime())
            return base::failure(Errc::Internal,
                                 "The pass deleted " + std::to_string(deleted()) + " documents.");
        return {};
    }

    Result<std::vector<std::int64_t>> forecast(const Workload& workload) override
    {
        ttl::HistogramRequest request;
        request.ns = ns();
        request.field = kDateField;
        request.now = workload.firstDate();
        request.edges = workload.forecastEdges();
        request.indexHint = kIndexName;
        ttl::CallLimits limits;
        limits.timeout = base::Millis(kPatienceMillis);
        const auto histogram = m_client.server().histogram(request, limits);
        if (!histogram)
            return histogram.error();
        return histogram->counts;
    }

    double cpuSeconds() const override { return cpuSecondsOf(m_process->processId()); }

private:
    std::unique_ptr<tests::EngineProcess> m_process;
    tests::EngineClient m_client;
    WireClient m_wire;
    const bson::Document m_body;
};

} // namespace

Result<std::unique_ptr<Subject>> startEngine()
{
    auto process = std::make_unique<tests::EngineProcess>(tests::EngineProcess::Reach::UnixSocket);
    if (!process->start())
        return base::failure(Errc::Internal, "The engine does not start.");
    auto wire = WireClient::connect(process->socketPath().toStdString());
    if (!wire)
        return std::move(wire.error());
    return std::make_unique<EngineSubject>(std::move(process), std::move(*wire));
}

} // namespace sandglass::bench
