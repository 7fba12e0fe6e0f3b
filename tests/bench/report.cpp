// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/report.h"

#include "tests/bench/machine.h"
#include "tests/bench/targets.h"
#include "tests/bench/text_table.h"

#include <QDateTime>

#include <array>
#include <cstdio>

namespace sandglass::bench {

namespace {

constexpr double kMegabyte = 1e6;
constexpr double kMicros = 1e6;
constexpr double kMillis = 1e3;

std::string number(double value, int decimals)
{
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
    return text.data();
}

std::string sizeText(std::int64_t documents)
{
    constexpr std::int64_t kThousand = 1000;
    if (documents == 0) {
        return "-";
    }
    const std::int64_t thousands = documents / kThousand;
    return thousands % kThousand == 0 ? std::to_string(thousands / kThousand) + " M"
                                      : std::to_string(thousands) + " k";
}

/// A section: a heading and a table.
struct Section
{
    std::string heading;
    TextTable table;
};

/// What passes of one size and order gave, one subject a line.
class PassRows
{
public:
    explicit PassRows(const Samples& samples)
        : m_samples(samples)
    {
    }

    std::vector<std::string> row(const CaseKey& key) const
    {
        return {key.subject,
                rate(key, Metric::InsertSeconds, static_cast<double>(key.documents)),
                rate(key, Metric::LogicalSeconds, deleted(key)),
                rate(key, Metric::TotalSeconds, deleted(key)),
                cpu(key, Metric::LogicalCpuSeconds),
                cpu(key, Metric::TotalCpuSeconds),
                scaled(key, Metric::LongestBatchSeconds, kMillis, 2),
                scaled(key, Metric::FileBytesBefore, 1 / kMegabyte, 0),
                scaled(key, Metric::FileBytesAfter, 1 / kMegabyte, 0)};
    }

    static TextTable emptyTable()
    {
        return TextTable({"store", "insert docs/s", "pass docs/s", "with reclaim docs/s",
                          "pass CPU us/doc", "with reclaim CPU us/doc", "longest batch ms",
                          "files before MB", "files after MB"},
                         {});
    }

private:
    double deleted(const CaseKey& key) const
    {
        return m_samples.median(key, Metric::DeletedDocuments).value_or(0);
    }
    std::string rate(const CaseKey& key, Metric metric, double documents) const
    {
        const auto seconds = m_samples.median(key, metric);
        return seconds ? number(documents / *seconds, 0) : "-";
    }
    std::string cpu(const CaseKey& key, Metric metric) const
    {
        const auto seconds = m_samples.median(key, metric);
        return seconds ? number(*seconds * kMicros / deleted(key), 2) : "-";
    }
    std::string scaled(const CaseKey& key, Metric metric, double factor, int decimals) const
    {
        const auto value = m_samples.median(key, metric);
        return value ? number(*value * factor, decimals) : "-";
    }

    const Samples& m_samples;
};

bool isPass(const Samples& samples, const CaseKey& key)
{
    return samples.median(key, Metric::LogicalSeconds).has_value();
}

std::vector<Section> passSections(const Samples& samples)
{
    std::vector<Section> sections;
    const PassRows rows(samples);
    for (const auto& each : samples.all()) {
        const CaseKey& key = each.first;
        if (!isPass(samples, key)) {
            continue;
        }
        const std::string heading
            = "TTL pass over " + sizeText(key.documents) + " documents, dates " + key.dates;
        if (sections.empty() || sections.back().heading != heading) {
            sections.push_back({heading, PassRows::emptyTable()});
        }
        sections.back().table.add(rows.row(key));
    }
    return sections;
}

bool isInPassTable(Metric metric)
{
    return metric <= Metric::LongestBatchSeconds
        || (metric >= Metric::DeletedDocuments && metric <= Metric::FileBytesAfter);
}

/// What belongs to no pass table, one figure a line.
Section otherSection(const Samples& samples)
{
    Section section{"Other figures",
                    TextTable({"store", "documents", "dates", "figure", "median"}, {2, 3})};
    for (const auto& [key, rounds] : samples.all()) {
        for (const auto& [metric, values] : rounds) {
            if (!isInPassTable(metric)) {
                section.table.add({key.subject, sizeText(key.documents),
                                   key.dates.empty() ? "-" : key.dates, metricName(metric),
                                   number(median(values), 7)});
            }
        }
    }
    return section;
}

Section targetSection(const Samples& samples)
{
    Section section{
        "Targets",
        TextTable({"target", "what", "documents", "dates", "measured", "wanted", "outcome"},
                  {1, 3, 6})};
    for (const Verdict& verdict : judge(samples)) {
        section.table.add(
            {verdict.target, verdict.what, sizeText(verdict.at.documents),
             verdict.at.dates.empty() ? "-" : verdict.at.dates,
             valueText(verdict.value, verdict.unit),
             (verdict.atLeast ? ">= " : "<= ") + valueText(verdict.limit, verdict.unit),
             outcomeText(verdict)});
    }
    return section;
}

std::vector<Section> allSections(const Run& run)
{
    std::vector<Section> sections = passSections(run.samples);
    sections.push_back(otherSection(run.samples));
    sections.push_back(targetSection(run.samples));
    std::erase_if(sections, [](const Section& section) { return section.table.empty(); });
    return sections;
}

std::string preface(const Run& run)
{
    const auto after = loadAverages();
    return QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString() + ", "
        + machineText() + ", median of " + std::to_string(run.options.rounds)
        + ", load average (1 minute) " + number(run.loadBefore[0], 1) + " before and "
        + number(after[0], 1) + " after\n";
}

std::string closing(const Run& run, const std::string& bullet)
{
    std::string text;
    for (const auto& [subject, reason] : run.skipped) {
        text += bullet + "skipped: " + subject + ": " + reason + '\n';
    }
    for (const std::string& failure : run.failures) {
        text += bullet + "not measured: " + failure + '\n';
    }
    return text;
}

} // namespace

std::string textReport(const Run& run)
{
    std::string text = preface(run);
    for (const Section& section : allSections(run)) {
        text += '\n' + section.heading + '\n' + section.table.text();
    }
    return text + '\n' + closing(run, "");
}

std::string markdownReport(const Run& run)
{
    std::string text = preface(run) + "\n    " + run.options.command + '\n';
    for (const Section& section : allSections(run)) {
        text += "\n### " + section.heading + "\n\n" + section.table.markdown();
    }
    return text + '\n' + closing(run, "- ");
}

} // namespace sandglass::bench
