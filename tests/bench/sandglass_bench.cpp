// SPDX-License-Identifier: GPL-3.0-or-later
// sandglass-bench: insert, TTL pass and forecast of the engine beside the same work on raw RocksDB.
#include "app/base/clock.h"
#include "app/mongo/mongo_driver.h"
#include "tests/bench/engine_subject.h"
#include "tests/bench/measuring.h"
#include "tests/bench/raw_subject.h"
#include "tests/bench/report.h"
#include "tests/bench/workload.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>

#include <cstdio>
#include <cstdlib>

using namespace sandglass;
using bench::DateOrder;
using bench::Workload;

namespace {

constexpr std::int64_t kCheapDocuments = 200'000;

/// What the command line asks for.
struct Request
{
    std::int64_t documents = 0;
    int rounds = 0;
    QStringList orders;
    QString jsonFile;
};

int complain(const std::string& message)
{
    std::fprintf(stderr, "sandglass-bench: %s\n", message.c_str());
    return EXIT_FAILURE;
}

Request parseArguments(const QCoreApplication& program)
{
    const QCommandLineOption documents(QStringLiteral("documents"),
                                       QStringLiteral("How many, in thousands."),
                                       QStringLiteral("THOUSANDS"), QStringLiteral("1000"));
    const QCommandLineOption rounds(QStringLiteral("rounds"),
                                    QStringLiteral("An odd number; default 3 up to 200 thousand "
                                                   "documents, else 1."),
                                    QStringLiteral("N"));
    const QCommandLineOption order(QStringLiteral("dates"),
                                   QStringLiteral("ascending, random or both."),
                                   QStringLiteral("ORDER"), QStringLiteral("both"));
    const QCommandLineOption engine(
        QStringLiteral("engine"), QStringLiteral("The program sandglass-engine."),
        QStringLiteral("FILE"), qEnvironmentVariable("SANDGLASS_ENGINE"));
    const QCommandLineOption json(QStringLiteral("json"),
                                  QStringLiteral("Also write the figures to this file."),
                                  QStringLiteral("FILE"));
    QCommandLineParser parser;
    parser.addOptions({documents, rounds, order, engine, json});
    parser.addHelpOption();
    parser.process(program);

    qputenv("SANDGLASS_ENGINE", parser.value(engine).toUtf8());
    Request request;
    request.documents = parser.value(documents).toLongLong() * 1000;
    request.rounds = request.documents <= kCheapDocuments ? 3 : 1;
    if (parser.isSet(rounds))
        request.rounds = parser.value(rounds).toInt();
    if (parser.value(order) == QStringLiteral("both"))
        request.orders = {QStringLiteral("ascending"), QStringLiteral("random")};
    else
        request.orders = {parser.value(order)};
    request.jsonFile = parser.value(json);
    return request;
}

Result<bench::Figures> measureRaw(const Workload& workload)
{
    const QTemporaryDir folder;
    auto subject = bench::openRaw(folder.filePath(QStringLiteral("db")).toStdString());
    if (!subject)
        return std::move(subject.error());
    return bench::measure(**subject, workload);
}

Result<bench::Figures> measureEngine(const Workload& workload)
{
    auto subject = bench::startEngine();
    if (!subject)
        return std::move(subject.error());
    return bench::measure(**subject, workload);
}

/// Both stores by turns, so that a busy machine hits both.
Result<bench::Rounds> run(const Request& request, const Workload& workload)
{
    bench::Rounds rounds;
    for (int round = 0; round < request.rounds; ++round) {
        auto raw = measureRaw(workload);
        if (!raw)
            return std::move(raw.error()).during("raw RocksDB");
        auto engine = measureEngine(workload);
        if (!engine)
            return std::move(engine.error()).during("the engine");
        if (raw->buckets != engine->buckets)
            return base::failure(Errc::Internal, "The two forecasts differ.");
        rounds.raw.push_back(std::move(*raw));
        rounds.engine.push_back(std::move(*engine));
    }
    return rounds;
}

bool writeJson(const QString& path, const QJsonArray& results)
{
    QFile file(path);
    const QByteArray text = QJsonDocument(results).toJson();
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication program(argc, argv);
    const mongo::MongoDriver driver;
    const Request request = parseArguments(program);
    if (request.documents <= 0 || request.rounds < 1 || request.rounds % 2 == 0)
        return complain("--documents takes a positive number and --rounds an odd one.");
    QJsonArray results;
    for (const QString& order : request.orders) {
        const bool random = order == QStringLiteral("random");
        if (!random && order != QStringLiteral("ascending"))
            return complain("--dates takes ascending, random or both.");
        // far enough ahead that nothing is due while the documents are written
        const base::Time firstDate = base::SystemClock().now() + std::chrono::hours(24);
        const Workload workload(request.documents,
                                random ? DateOrder::Random : DateOrder::Ascending, firstDate);
        const bench::Setting setting{request.documents, order.toStdString(), bench::loadAverages()};
        const auto rounds = run(request, workload);
        if (!rounds)
            return complain(rounds.error().message);
        std::printf("%s\n", bench::table(setting, *rounds).c_str());
        std::fflush(stdout);
        results.append(bench::json(setting, *rounds));
    }
    if (!request.jsonFile.isEmpty() && !writeJson(request.jsonFile, results))
        return complain("the JSON file cannot be written.");
    return EXIT_SUCCESS;
}
