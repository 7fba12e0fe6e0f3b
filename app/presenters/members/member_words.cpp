// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/members/member_words.h"

#include "app/presenters/words/failure_text.h"
#include "app/presenters/words/words.h"
#include "app/services/members/member_service.h"
#include "app/services/members/shard_overdue_count.h"
#include "app/services/restore/overdue_count.h"
#include "app/ttl/privilege.h"

#include <QCoreApplication>
#include <QLocale>

#include <optional>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

struct Members
{
    Q_DECLARE_TR_FUNCTIONS(Members)
};

const QString kNothing = u"–"_s;

QString clockWords(std::optional<std::chrono::milliseconds> offset)
{
    if (!offset) {
        return kNothing;
    }
    const double seconds = std::chrono::duration<double>(*offset).count();
    const QString number = QLocale().toString(seconds, 'f', 1);
    return Members::tr("%1 s").arg(seconds >= 0.05 ? u'+' + number : number);
}

QString sentenceOf(const Error& error)
{
    return inOneLine(describe(error));
}

QString deletesWords(const ttl::MemberStatus& status)
{
    if (status.state == ttl::MemberState::Unknown) {
        return kNothing;
    }
    if (status.deletes() && !status.metrics.monitorEnabled) {
        return Members::tr("yes, unless its monitor is off");
    }
    return status.deletes() ? Members::tr("yes") : Members::tr("no");
}

QString switchWords(const ttl::TtlMetrics& metrics, const services::ExpiryPause* pause)
{
    if (pause && metrics.monitorEnabled != true) {
        return pause->confirmed ? Members::tr("paused by this program")
                                : Members::tr("perhaps paused by this program");
    }
    if (!metrics.monitorEnabled) {
        return metrics.parametersRefused ? Members::tr("not permitted") : kNothing;
    }
    return *metrics.monitorEnabled ? Members::tr("on") : Members::tr("off");
}

QString counterWords(const std::optional<std::int64_t>& count, const ttl::TtlMetrics& metrics)
{
    if (count) {
        return countText(*count);
    }
    return metrics.countersRefused ? Members::tr("not permitted") : kNothing;
}

// What a member says about its own monitor.
void addAnswer(const ttl::MemberStatus& status, const services::ExpiryPause* pause, MemberRow& row)
{
    const ttl::TtlMetrics& metrics = status.metrics;
    row.deletes = deletesWords(status);
    row.monitor = switchWords(metrics, pause);
    row.clock = clockWords(status.clockOffset);
    row.passes = counterWords(metrics.passes, metrics);
    row.deleted = counterWords(metrics.deletedDocuments, metrics);
    row.passNumber = sortNumber(metrics.passes);
    row.deletedNumber = sortNumber(metrics.deletedDocuments);
    row.canPause = metrics.monitorEnabled == true;
    if (const std::optional<Error>& refused
        = metrics.countersRefused ? metrics.countersRefused : metrics.parametersRefused) {
        row.problem = sentenceOf(*refused);
    }
}

} // namespace

QString memberStateWords(ttl::MemberState state)
{
    switch (state) {
    case ttl::MemberState::Alone:
        return Members::tr("standalone");
    case ttl::MemberState::Primary:
        return Members::tr("primary");
    case ttl::MemberState::Secondary:
        return Members::tr("secondary");
    case ttl::MemberState::Standby:
        return Members::tr("standby");
    case ttl::MemberState::Recovering:
        return Members::tr("starting or recovering");
    case ttl::MemberState::Arbiter:
        return Members::tr("arbiter");
    case ttl::MemberState::Down:
        return Members::tr("down");
    case ttl::MemberState::Removed:
        return Members::tr("removed from the set");
    case ttl::MemberState::Unknown:
        break;
    }
    return Members::tr("not known");
}

QString memberName(const std::string& host)
{
    return host.empty() ? Members::tr("this server") : text(host);
}

QString tunnelWords()
{
    return Members::tr("The SSH tunnel of this connection leads to one member, so the others are "
                       "not asked. To see the monitor of another member, save a connection whose "
                       "tunnel leads to it.");
}

MemberRow memberRow(const services::MemberReading& reading, const services::ExpiryPause* pause,
                    bool tunnel)
{
    MemberRow row;
    row.host = reading.member.host;
    row.name = memberName(row.host);
    row.shard = text(reading.member.shard);
    row.state = memberStateWords(reading.state());
    row.deletes = row.monitor = row.clock = row.passes = row.deleted = row.lag = kNothing;
    row.paused = pause != nullptr;
    if (reading.lag) {
        row.lag = durationWords(reading.lag->count());
        row.lagSeconds = static_cast<double>(reading.lag->count());
    }
    if (!reading.status) {
        // not asked yet is not the same as not known
        row.monitor = Members::tr("being asked…");
    } else if (const ttl::MemberStatus* answer = reading.answer()) {
        addAnswer(*answer, pause, row);
    } else {
        const Error& error = reading.status->error();
        if (tunnel && error.code == Errc::Unsupported) {
            row.monitor = Members::tr("not asked");
            row.problem = tunnelWords();
            return row;
        }
        const bool refused = ttl::isRefusal(error);
        row.monitor = refused ? Members::tr("not permitted") : Members::tr("not reachable");
        row.problem = sentenceOf(error);
    }
    return row;
}

QString overdueWords(const std::optional<ttl::ShardOverdue>& overdue)
{
    if (!overdue) {
        return kNothing;
    }
    return countText(overdue->documents, overdue->atLeast ? Accuracy::AtLeast : Accuracy::Exact);
}

QString overdueRulesWords(const std::vector<services::RuleOverdue>& rules)
{
    constexpr std::size_t kMostShown = 10;
    QStringList lines;
    for (const services::RuleOverdue& rule : rules) {
        if (lines.size() == kMostShown) {
            lines << Members::tr("… and %Ln more rule(s)", nullptr,
                                 static_cast<int>(rules.size() - kMostShown));
            break;
        }
        const Accuracy accuracy = rule.atLeast ? Accuracy::AtLeast : Accuracy::Exact;
        //: %1 is a collection, %2 a field, %3 a number of overdue documents
        lines << Members::tr("%1 by %2: %3")
                     .arg(text(rule.ns.text()), text(rule.field),
                          countText(rule.documents, accuracy));
    }
    return lines.join(u'\n');
}

QString overdueDataWords(const services::OverdueData& data)
{
    QStringList lines;
    if (!data.rules.empty()) {
        lines << Members::tr("Overdue documents, which the next pass deletes:")
              << overdueRulesWords(data.rules);
    } else if (data.uncounted == 0 && !data.unread) {
        lines << Members::tr("No document is overdue.");
    }
    if (data.uncounted > 0) {
        lines << Members::tr("The documents of %Ln rule(s) could not be counted.", nullptr,
                             data.uncounted);
    }
    if (data.unread) {
        lines << Members::tr("Some rules could not be read.");
    }
    return lines.join(u'\n');
}

QString pauseQuestionWords(const services::MemberReading& reading, bool sharded)
{
    QStringList parts{Members::tr("The TTL monitor of %1 will be switched off.")
                          .arg(memberName(reading.member.host))};
    const ttl::MemberState state = reading.state();
    if (state == ttl::MemberState::Primary && sharded) {
        parts << Members::tr("Nothing expires on its shard until you resume, in any collection. "
                             "After a fail-over, another member deletes.");
    } else if (state == ttl::MemberState::Primary) {
        parts << Members::tr("Nothing expires in the whole set until you resume, in any "
                             "collection. After a fail-over, another member deletes.");
    } else if (state == ttl::MemberState::Alone) {
        parts << Members::tr("Nothing expires on this server until you resume, in any collection.");
    } else {
        parts << Members::tr("It does not delete now. It will not delete either once it becomes "
                             "the primary.");
    }
    parts << Members::tr("Overdue documents stay until then, and all of them are deleted "
                         "afterwards.")
          << Members::tr("A restart of the server switches its monitor on again.");
    return parts.join(u' ');
}

} // namespace sandglass::presenters
