// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/report.h"

#include <QJsonArray>

#include <cstdio>
#include <cstdlib>

namespace sandglass::bench {

namespace {

/// One line of the table.
struct Line
{
    const char* name;
    Step Figures::*step;
    double share; ///< of the documents that the step touches
};

constexpr Line kLines[] = {{"insert", &Figures::insert, 1.0},
                           {"ttlPass", &Figures::purge, 0.5},
                           {"forecast200", &Figures::forecast, 1.0}};

/// Medians of one step.
Step medianOf(const std::vector<Figures>& rounds, Step Figures::*step)
{
    std::vector<double> wall;
    std::vector<double> cpu;
    for (const Figures& figures : rounds) {
        wall.push_back((figures.*step).seconds);
        cpu.push_back((figures.*step).cpuSeconds);
    }
    return {median(wall), median(cpu)};
}

QJsonObject jsonOf(const Step& step, double documents)
{
    return {{QStringLiteral("seconds"), step.seconds},
            {QStringLiteral("documentsPerSecond"), documents / step.seconds},
            {QStringLiteral("cpuMicrosPerDocument"), step.cpuSeconds * 1e6 / documents}};
}

QJsonArray jsonOf(const std::array<double, 3>& loads)
{
    return {loads[0], loads[1], loads[2]};
}

} // namespace

std::array<double, 3> loadAverages()
{
    std::array<double, 3> loads{};
    if (getloadavg(loads.data(), static_cast<int>(loads.size())) < 0)
        loads.fill(-1);
    return loads;
}

std::string table(const Setting& setting, const Rounds& rounds)
{
    std::array<char, 256> line{};
    const auto after = loadAverages();
    std::snprintf(line.data(), line.size(),
                  "%lld documents, dates %s, median of %zu, load %.1f before and %.1f after\n",
                  static_cast<long long>(setting.documents), setting.order.c_str(),
                  rounds.engine.size(), setting.loadBefore[0], after[0]);
    std::string text = line.data();
    std::snprintf(line.data(), line.size(), "%-12s %12s %12s %8s %10s %10s\n", "", "engine doc/s",
                  "raw doc/s", "ratio", "engine us", "raw us");
    text += line.data();
    for (const Line& each : kLines) {
        const double documents = static_cast<double>(setting.documents) * each.share;
        const Step engine = medianOf(rounds.engine, each.step);
        const Step raw = medianOf(rounds.raw, each.step);
        std::snprintf(line.data(), line.size(), "%-12s %12.0f %12.0f %8.2f %10.2f %10.2f\n",
                      each.name, documents / engine.seconds, documents / raw.seconds,
                      raw.seconds / engine.seconds, engine.cpuSeconds * 1e6 / documents,
                      raw.cpuSeconds * 1e6 / documents);
        text += line.data();
    }
    return text + "ratio: the engine's share of raw RocksDB's speed; us: CPU per document\n";
}

QJsonObject json(const Setting& setting, const Rounds& rounds)
{
    QJsonObject steps;
    for (const Line& each : kLines) {
        const double documents = static_cast<double>(setting.documents) * each.share;
        const Step engine = medianOf(rounds.engine, each.step);
        const Step raw = medianOf(rounds.raw, each.step);
        steps[QLatin1String(each.name)]
            = QJsonObject{{QStringLiteral("engine"), jsonOf(engine, documents)},
                          {QStringLiteral("raw"), jsonOf(raw, documents)},
                          {QStringLiteral("ratio"), raw.seconds / engine.seconds}};
    }
    return {{QStringLiteral("documents"), static_cast<qint64>(setting.documents)},
            {QStringLiteral("dates"), QString::fromStdString(setting.order)},
            {QStringLiteral("rounds"), static_cast<qint64>(rounds.engine.size())},
            {QStringLiteral("loadBefore"), jsonOf(setting.loadBefore)},
            {QStringLiteral("loadAfter"), jsonOf(loadAverages())},
            {QStringLiteral("steps"), steps}};
}

} // namespace sandglass::bench
