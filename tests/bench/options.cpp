// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/options.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <algorithm>

namespace sandglass::bench {

namespace {

using namespace Qt::StringLiterals;

constexpr std::int64_t kThousand = 1000;
constexpr std::int64_t kLarge[] = {5'000'000, 10'000'000};
constexpr int kTargets = 14;

QCommandLineOption takes(const QString& name, const QString& help, const QString& value,
                         const QString& standard = {})
{
    return {name, help, value, standard};
}

Error invalid(const char* text)
{
    return base::failure(Errc::InvalidInput, text);
}

Result<std::vector<std::int64_t>> sizes(const QCommandLineParser& parser)
{
    std::vector<std::int64_t> documents;
    for (const QString& each : parser.value(u"documents"_s).split(u',')) {
        documents.push_back(each.toLongLong() * kThousand);
    }
    if (parser.isSet(u"large"_s)) {
        documents.insert(documents.end(), std::begin(kLarge), std::end(kLarge));
    }
    std::sort(documents.begin(), documents.end());
    documents.erase(std::unique(documents.begin(), documents.end()), documents.end());
    if (documents.front() <= 0) {
        return invalid("--documents takes positive numbers with commas between them.");
    }
    return documents;
}

Result<std::set<std::string>> targets(const QCommandLineParser& parser)
{
    std::set<std::string> only;
    for (const QString& each : parser.value(u"only"_s).split(u',', Qt::SkipEmptyParts)) {
        const int number = each.startsWith(u'T') ? each.mid(1).toInt() : 0;
        if (number < 1 || number > kTargets) {
            return invalid("--only takes names from T1 to T14 with commas between them.");
        }
        only.insert(each.toStdString());
    }
    return only;
}

Result<std::vector<DateOrder>> orders(const QCommandLineParser& parser)
{
    const QString value = parser.value(u"dates"_s);
    if (value == u"both"_s) {
        return std::vector{DateOrder::Ascending, DateOrder::Random};
    }
    if (value == u"ascending"_s) {
        return std::vector{DateOrder::Ascending};
    }
    if (value == u"random"_s) {
        return std::vector{DateOrder::Random};
    }
    return invalid("--dates takes ascending, random or both.");
}

Result<Options> read(const QCommandLineParser& parser)
{
    Options options;
    auto documents = sizes(parser);
    auto only = targets(parser);
    auto dates = orders(parser);
    TRY(documents);
    TRY(only);
    TRY(dates);
    options.documents = std::move(*documents);
    options.only = std::move(*only);
    options.orders = std::move(*dates);
    options.rounds = parser.value(u"rounds"_s).toInt();
    options.kills = parser.value(u"kills"_s).toInt();
    if (options.rounds < 1 || options.rounds % 2 == 0 || options.kills < 1) {
        return invalid("--rounds takes a positive odd number and --kills a positive one.");
    }
    options.jsonFile = parser.value(u"json"_s).toStdString();
    options.markdownFile = parser.value(u"markdown"_s).toStdString();
    return options;
}

} // namespace

Result<Options> parseOptions(const QCoreApplication& program)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        u"Measures the engine beside raw RocksDB, WiredTiger, PostgreSQL and Redis doing the same "
        u"work, and judges the targets T1 to T14 by it."_s);
    parser.addOptions(
        {takes(u"documents"_s, u"Sizes in thousands, with commas between them."_s, u"THOUSANDS"_s,
               u"100,1000"_s),
         {u"large"_s, u"Also 5 and 10 million, engine and deferred RocksDB only."_s},
         takes(u"rounds"_s, u"An odd number; the results are medians."_s, u"N"_s, u"3"_s),
         takes(u"dates"_s, u"ascending, random or both."_s, u"ORDER"_s, u"both"_s),
         takes(u"only"_s, u"Only what these targets need: T1,T5."_s, u"TARGETS"_s),
         takes(u"kills"_s, u"How often the engine is killed for T13."_s, u"N"_s, u"50"_s),
         takes(u"engine"_s, u"The program sandglass-engine."_s, u"FILE"_s,
               qEnvironmentVariable("SANDGLASS_ENGINE")),
         takes(u"json"_s, u"Also write all figures to this file."_s, u"FILE"_s),
         takes(u"markdown"_s, u"Also write the tables to this file, as Markdown."_s, u"FILE"_s)});
    parser.addHelpOption();
    parser.process(program);
    qputenv("SANDGLASS_ENGINE", parser.value(u"engine"_s).toUtf8());
    auto options = read(parser);
    if (options) {
        options->command = QCoreApplication::arguments().join(u' ').toStdString();
    }
    return options;
}

} // namespace sandglass::bench
