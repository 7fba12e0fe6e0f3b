// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/machine.h"
#include "tests/bench/report.h"
#include "tests/bench/targets.h"

#include <QDateTime>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>

namespace sandglass::bench {

namespace {

using namespace Qt::StringLiterals;

QJsonArray loadsJson(const std::array<double, 3>& loads)
{
    return {loads[0], loads[1], loads[2]};
}

QJsonObject caseJson(const CaseKey& key)
{
    return {{u"documents"_s, static_cast<qint64>(key.documents)},
            {u"dates"_s, QString::fromStdString(key.dates)}};
}

QJsonArray measurementsJson(const Samples& samples)
{
    QJsonArray all;
    for (const auto& [key, rounds] : samples.all()) {
        QJsonObject figures;
        for (const auto& [metric, values] : rounds) {
            QJsonArray list;
            for (const double value : values) {
                list.append(value);
            }
            figures[QLatin1String(metricName(metric))]
                = QJsonObject{{u"median"_s, median(values)}, {u"rounds"_s, list}};
        }
        QJsonObject entry = caseJson(key);
        entry[u"subject"_s] = QString::fromStdString(key.subject);
        entry[u"figures"_s] = figures;
        all.append(entry);
    }
    return all;
}

struct GrowthPart
{
    const char* name;
    Metric seconds;
    Metric cpuSeconds;
};

constexpr GrowthPart kParts[] = {{"logical", Metric::LogicalSeconds, Metric::LogicalCpuSeconds},
                                 {"total", Metric::TotalSeconds, Metric::TotalCpuSeconds}};

QJsonArray growthJson(const Samples& samples)
{
    QJsonArray all;
    for (const auto& each : samples.all()) {
        const CaseKey& key = each.first;
        const auto documents = samples.median(key, Metric::DeletedDocuments);
        for (const GrowthPart& part : kParts) {
            const auto seconds = samples.median(key, part.seconds);
            const auto cpuSeconds = samples.median(key, part.cpuSeconds);
            if (!documents || !seconds || !cpuSeconds) {
                continue;
            }
            QJsonObject entry = caseJson(key);
            entry[u"method"_s] = QString::fromStdString(key.subject);
            entry[u"part"_s] = QLatin1String(part.name);
            entry[u"docsPerSecond"_s] = *documents / *seconds;
            entry[u"cpuMicrosPerDocument"_s] = *cpuSeconds * 1e6 / *documents;
            all.append(entry);
        }
    }
    return all;
}

QString unitName(Unit unit)
{
    switch (unit) {
    case Unit::Ratio:
        return u"ratio"_s;
    case Unit::Seconds:
        return u"seconds"_s;
    case Unit::Share:
        return u"share"_s;
    case Unit::Count:
        break;
    }
    return u"count"_s;
}

QJsonArray targetsJson(const Samples& samples)
{
    QJsonArray all;
    for (const Verdict& verdict : judge(samples)) {
        QJsonObject entry = caseJson(verdict.at);
        entry[u"target"_s] = QString::fromStdString(verdict.target);
        entry[u"what"_s] = QString::fromStdString(verdict.what);
        entry[u"value"_s] = verdict.value;
        entry[u"limit"_s] = verdict.limit;
        entry[u"sense"_s] = verdict.atLeast ? u"atLeast"_s : u"atMost"_s;
        entry[u"unit"_s] = unitName(verdict.unit);
        entry[u"met"_s] = verdict.met();
        if (!verdict.met() && std::isfinite(verdict.missedByPercent())) {
            entry[u"missedByPercent"_s] = verdict.missedByPercent();
        }
        all.append(entry);
    }
    return all;
}

QJsonObject resultJson(const Run& run)
{
    QJsonArray skipped;
    for (const auto& [subject, reason] : run.skipped) {
        skipped.append(QJsonObject{{u"subject"_s, QString::fromStdString(subject)},
                                   {u"reason"_s, QString::fromStdString(reason)}});
    }
    QJsonArray failures;
    for (const std::string& each : run.failures) {
        failures.append(QString::fromStdString(each));
    }
    return {{u"program"_s, u"sandglass-bench"_s},
            {u"date"_s, QDateTime::currentDateTimeUtc().toString(Qt::ISODate)},
            {u"machine"_s, QString::fromStdString(machineText())},
            {u"command"_s, QString::fromStdString(run.options.command)},
            {u"rounds"_s, run.options.rounds},
            {u"loadBefore"_s, loadsJson(run.loadBefore)},
            {u"loadAfter"_s, loadsJson(loadAverages())},
            {u"measurements"_s, measurementsJson(run.samples)},
            {u"growth"_s, growthJson(run.samples)},
            {u"targets"_s, targetsJson(run.samples)},
            {u"skipped"_s, skipped},
            {u"failures"_s, failures}};
}

} // namespace

Result<void> writeJson(const Run& run, const std::string& path)
{
    return writeFile(path, QJsonDocument(resultJson(run)).toJson().toStdString());
}

Result<void> writeFile(const std::string& path, const std::string& text)
{
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::WriteOnly)
        || file.write(text.data(), static_cast<qint64>(text.size()))
            != static_cast<qint64>(text.size())) {
        return base::failure(Errc::Storage, path + " cannot be written.");
    }
    return {};
}

} // namespace sandglass::bench
