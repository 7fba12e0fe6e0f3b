// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/postgres_subject.h"

#include "app/engine/storage/key_codec.h"
#include "tests/bench/measuring.h"
#include "tests/bench/process_cpu.h"
#include "tests/bench/server_process.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>
#include <QThread>

#include <libpq-fe.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <limits>

namespace sandglass::bench {

namespace {

using namespace Qt::StringLiterals;

constexpr double kStartSeconds = 60;
constexpr std::int64_t kMicrosPerMilli = 1000;
constexpr std::int64_t kMillisTo2000 = 946'684'800'000; // where PostgreSQL's times begin

constexpr const char* kSchema
    = "CREATE TABLE events (id bytea PRIMARY KEY, created_at timestamptz NOT NULL, code text NOT "
      "NULL, filling text NOT NULL);"
      "CREATE INDEX ON events (created_at); CREATE INDEX ON events (code)";
constexpr const char* kDelete
    = "WITH gone AS (DELETE FROM events WHERE ctid = ANY (ARRAY(SELECT ctid FROM events WHERE "
      "created_at >= $1 AND created_at <= $2 ORDER BY created_at LIMIT 1000)) RETURNING "
      "created_at) SELECT count(*), max(created_at) FROM gone";

struct Closing
{
    void operator()(PGconn* connection) const { PQfinish(connection); }
    void operator()(PGresult* result) const { PQclear(result); }
};
using Connection = std::unique_ptr<PGconn, Closing>;
using Answer = std::unique_ptr<PGresult, Closing>;

std::int64_t postgresTime(bson::Date date)
{
    return (date.millis - kMillisTo2000) * kMicrosPerMilli;
}

/// A number as PostgreSQL's binary form has it.
std::string binary(std::int64_t number)
{
    std::string bytes;
    engine::storage::appendU64(bytes, static_cast<std::uint64_t>(number));
    return bytes;
}

std::int64_t fromBinary(const PGresult* result, int column)
{
    return static_cast<std::int64_t>(
        engine::storage::readU64({PQgetvalue(result, 0, column), sizeof(std::int64_t)}));
}

void appendField(std::string& row, std::string_view bytes)
{
    engine::storage::appendU32(row, static_cast<std::uint32_t>(bytes.size()));
    row.append(bytes);
}

/// The documents in the binary form of COPY. Source: PostgreSQL manual, COPY, Binary Format.
std::string copyData(const std::vector<bson::Document>& batch)
{
    std::string data("PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0", 19);
    for (const bson::Document& document : batch) {
        const bson::ObjectId id = document["_id"].asObjectId();
        data.append("\0\4", 2);
        appendField(data, {reinterpret_cast<const char*>(id.bytes.data()), id.bytes.size()});
        appendField(data, binary(postgresTime(document[kDateField].asDate())));
        appendField(data, document[kCodeField].asString());
        appendField(data, document["filling"].asString());
    }
    return data.append("\377\377", 2);
}

class PostgresSubject final : public Subject
{
public:
    PostgresSubject(std::unique_ptr<ServerProcess> server, Connection connection)
        : m_server(std::move(server))
        , m_connection(std::move(connection))
    {
    }

    Result<void> prepare();
    Result<void> insert(const std::vector<bson::Document>& batch) override;
    Result<void> settle() override
    {
        TRY(run("VACUUM ANALYZE events"));
        return run("CHECKPOINT");
    }
    Result<Purge> purge(const Workload& workload) override;
    Result<void> reclaim() override { return run("VACUUM (INDEX_CLEANUP ON) events"); }
    std::optional<double> fileBytes() override;
    double cpuSeconds() const override { return cpuSecondsOf(PQbackendPID(m_connection.get())); }

private:
    /// A batch: how many rows went, and the last date among them.
    struct Batch
    {
        std::int64_t rows = 0;
        std::int64_t lastMicros = 0;
    };

    Error serverFailure() const
    {
        return base::failure(Errc::Storage, PQerrorMessage(m_connection.get()));
    }
    Result<void> run(const char* command);
    Result<Batch> removeFrom(std::int64_t fromMicros, std::int64_t toMicros);

    std::unique_ptr<ServerProcess> m_server;
    Connection m_connection;
};

Result<void> PostgresSubject::run(const char* command)
{
    const Answer answer(PQexec(m_connection.get(), command));
    if (PQresultStatus(answer.get()) != PGRES_COMMAND_OK) {
        return serverFailure();
    }
    return {};
}

Result<void> PostgresSubject::prepare()
{
    TRY(run(kSchema));
    // the table's statistics are of the state before the pass; the index is always the right way
    TRY(run("SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = "
            "off"));
    const Answer answer(PQprepare(m_connection.get(), "delete", kDelete, 0, nullptr));
    if (PQresultStatus(answer.get()) != PGRES_COMMAND_OK) {
        return serverFailure();
    }
    return {};
}

Result<void> PostgresSubject::insert(const std::vector<bson::Document>& batch)
{
    const Answer begun(PQexec(m_connection.get(), "COPY events FROM STDIN WITH (FORMAT binary)"));
    if (PQresultStatus(begun.get()) != PGRES_COPY_IN) {
        return serverFailure();
    }
    const std::string data = copyData(batch);
    if (PQputCopyData(m_connection.get(), data.data(), static_cast<int>(data.size())) != 1
        || PQputCopyEnd(m_connection.get(), nullptr) != 1) {
        return serverFailure();
    }
    const Answer ended(PQgetResult(m_connection.get()));
    if (PQresultStatus(ended.get()) != PGRES_COMMAND_OK) {
        return serverFailure();
    }
    while (const Answer rest{PQgetResult(m_connection.get())}) { }
    return {};
}

Result<Purge> PostgresSubject::purge(const Workload& workload)
{
    const std::int64_t last = postgresTime(bson::Date::from(workload.halfTime()));
    std::int64_t from = postgresTime(bson::Date::from(workload.firstDate()));
    Purge purge;
    while (true) {
        const Timer timer;
        const auto batch = removeFrom(from, last);
        TRY(batch);
        if (batch->rows == 0) {
            return purge;
        }
        purge.documents += batch->rows;
        purge.longestBatchSeconds = std::max(purge.longestBatchSeconds, timer.seconds());
        from = batch->lastMicros;
    }
}

Result<PostgresSubject::Batch> PostgresSubject::removeFrom(std::int64_t fromMicros,
                                                           std::int64_t toMicros)
{
    const std::string from = binary(fromMicros);
    const std::string last = binary(toMicros);
    const char* values[] = {from.data(), last.data()};
    const int lengths[] = {static_cast<int>(from.size()), static_cast<int>(last.size())};
    const int formats[] = {1, 1};
    const Answer answer(
        PQexecPrepared(m_connection.get(), "delete", 2, values, lengths, formats, 1));
    if (PQresultStatus(answer.get()) != PGRES_TUPLES_OK) {
        return serverFailure();
    }
    Batch batch;
    batch.rows = fromBinary(answer.get(), 0);
    if (batch.rows > 0) {
        batch.lastMicros = fromBinary(answer.get(), 1);
    }
    return batch;
}

std::optional<double> PostgresSubject::fileBytes()
{
    const Answer answer(PQexec(m_connection.get(), "SELECT pg_total_relation_size('events')"));
    if (PQresultStatus(answer.get()) != PGRES_TUPLES_OK) {
        return std::nullopt;
    }
    return std::stod(PQgetvalue(answer.get(), 0, 0));
}

/// As root, the folder goes to the user "postgres": the server refuses to run as root.
Result<std::optional<Account>> handOver(const std::string& folder)
{
    std::filesystem::create_directories(folder);
    if (::geteuid() != 0) {
        return std::optional<Account>();
    }
    const auto account = accountOf("postgres");
    if (!account) {
        return base::failure(Errc::Internal, "There is no user \"postgres\" to run it as.");
    }
    using std::filesystem::perms;
    std::filesystem::permissions(std::filesystem::path(folder).parent_path(),
                                 perms::group_exec | perms::others_exec,
                                 std::filesystem::perm_options::add);
    if (::chown(folder.c_str(), account->user, account->group) != 0) {
        return base::failure(Errc::Internal, "The folder cannot be given to \"postgres\".");
    }
    return account;
}

Result<Connection> connectTo(const ServerProcess& server, const std::string& folder)
{
    const std::string where = "host=" + folder + " user=bench dbname=postgres";
    const Timer timer;
    while (server.running() && timer.seconds() < kStartSeconds) {
        Connection connection(PQconnectdb(where.c_str()));
        if (PQstatus(connection.get()) == CONNECTION_OK) {
            return connection;
        }
        QThread::msleep(20);
    }
    return server.failed("PostgreSQL does not take connections");
}

QStringList serverArguments(const QString& folder)
{
    QStringList arguments{u"-D"_s, folder + u"/data"_s, u"-k"_s, folder};
    for (const QString& setting : {u"listen_addresses="_s, u"synchronous_commit=off"_s,
                                   u"wal_writer_delay=100ms"_s, u"autovacuum=off"_s}) {
        arguments << u"-c"_s << setting;
    }
    return arguments;
}

} // namespace

QString postgresPrograms()
{
    const QDir versions(u"/usr/lib/postgresql"_s);
    for (const QString& each :
         versions.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name | QDir::Reversed)) {
        const QString folder = versions.filePath(each) + u"/bin"_s;
        if (QFileInfo(folder + u"/postgres"_s).isExecutable()) {
            return folder;
        }
    }
    return QFileInfo(QStandardPaths::findExecutable(u"postgres"_s)).path();
}

Result<std::unique_ptr<Subject>> startPostgres(const std::string& folder)
{
    const auto account = handOver(folder);
    TRY(account);
    const QString programs = postgresPrograms();
    const QString place = QString::fromStdString(folder);
    auto server = std::make_unique<ServerProcess>(place, *account);
    auto made = server->runToEnd(programs + u"/initdb"_s,
                                 {u"-D"_s, place + u"/data"_s, u"-U"_s, u"bench"_s, u"-A"_s,
                                  u"trust"_s, u"-E"_s, u"UTF8"_s, u"--locale=C"_s});
    TRY(made);
    TRY(server->start(programs + u"/postgres"_s, serverArguments(place)));
    auto connection = connectTo(*server, folder);
    TRY(connection);
    auto subject = std::make_unique<PostgresSubject>(std::move(server), std::move(*connection));
    TRY(subject->prepare());
    return subject;
}

} // namespace sandglass::bench
