// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/members/ttl_hold_presenter.h"

#include "app/presenters/words/failure_text.h"
#include "app/presenters/words/words.h"
#include "app/services/calls/answer.h"
#include "app/services/connections/connection_service.h"
#include "app/services/forecast/monitor_service.h"
#include "app/services/members/ttl_hold.h"
#include "app/services/shell/service_set.h"

#include <QStringList>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>
#include <utility>

namespace sandglass::presenters {

namespace {

// More documents than any sentence names; sums of what a server claims do not overflow with it.
constexpr std::int64_t kMostSaid = std::int64_t{1} << 60;

QString clockSentence(base::Millis by)
{
    const std::int64_t seconds = std::chrono::duration_cast<std::chrono::seconds>(by).count();
    const QString span = durationWords(std::abs(seconds));
    //: %1: a duration such as "60 d"
    return (by.count() > 0
                ? TtlHoldPresenter::tr("The clock of this computer was set forward by %1. "
                                       "Until you confirm that the time is right, nothing expires.")
                //: %1: a duration such as "1 d"
                : TtlHoldPresenter::tr(
                    "The clock of this computer was set back by %1. "
                    "Until you confirm that the time is right, nothing expires."))
        .arg(span);
}

QString journalSentence(const std::string& lost)
{
    QString what = text(lost);
    while (what.endsWith(u'.')) {
        what.chop(1);
    }
    //: %1: what is missing, in English, such as "000012.log is damaged from byte 512 on: 96 bytes
    //: of the journal are lost"
    return TtlHoldPresenter::tr(
               "The engine's journal was cut. %1. Writes that extended the life of "
               "documents may be among what is missing. Until you confirm it, the "
               "TTL indexes of then delete nothing.")
        .arg(what);
}

// How much is due by an index that is held because of the journal.
QString dueSentence(const ttl::HeldRule& rule)
{
    if (!rule.due) {
        //: %1: an index; %2: a collection
        return TtlHoldPresenter::tr("It is not known how many documents are due by %1 of %2.")
            .arg(text(rule.index), text(rule.ns));
    }
    const int count = pluralCount(*rule.due);
    const QString sentence = rule.atMost
        //: %1: an index; %2: a collection
        ? TtlHoldPresenter::tr("At most %Ln document(s) are due by %1 of %2; they could not be "
                               "counted.",
                               nullptr, count)
        //: %1: an index; %2: a collection
        : TtlHoldPresenter::tr("%Ln document(s) are due by %1 of %2.", nullptr, count);
    return sentence.arg(text(rule.index), text(rule.ns));
}

QString indexSentence(const ttl::HeldRule& rule)
{
    if (!rule.due) {
        //: %1: an index; %2: a collection
        return TtlHoldPresenter::tr("It is not known how many documents became due by %1 of %2 "
                                    "while the engine did not run, or were due when they were "
                                    "written. They are kept until you confirm that they may go.")
            .arg(text(rule.index), text(rule.ns));
    }
    const int count = pluralCount(*rule.due);
    const QString sentence = rule.atMost
        //: %1: an index; %2: a collection
        ? TtlHoldPresenter::tr("At most %Ln document(s) became due by %1 of %2 while the engine "
                               "did not run, or were due when they were written; they could not be "
                               "counted. They are kept until you confirm that they may go.",
                               nullptr, count)
        //: %1: an index; %2: a collection
        : TtlHoldPresenter::tr("%Ln document(s) became due by %1 of %2 while the engine did not "
                               "run, were due when they were written, or were put back. They are "
                               "kept until you confirm that they may go.",
                               nullptr, count);
    return sentence.arg(text(rule.index), text(rule.ns));
}

// What the next pass deletes once deletion goes on.
QString heldQuestion(const ttl::TtlHold& hold)
{
    if (hold.clockStep) {
        return TtlHoldPresenter::tr("Is the time of this computer right now? Every document that "
                                    "is due by it is deleted with the next pass.");
    }
    const auto isUnknown = [](const ttl::HeldRule& rule) { return !rule.due; };
    if (std::ranges::any_of(hold.indexes, isUnknown)) {
        return TtlHoldPresenter::tr("All documents that are due are deleted with the next pass; "
                                    "how many is not known. They do not come back.");
    }
    std::int64_t due = 0;
    for (const ttl::HeldRule& rule : hold.indexes) {
        due = std::min(kMostSaid, due + std::min(kMostSaid, *rule.due));
    }
    const int count = pluralCount(due);
    return std::ranges::any_of(hold.indexes, &ttl::HeldRule::atMost)
        ? TtlHoldPresenter::tr("At most %Ln document(s) are deleted with the next pass. They do "
                               "not come back.",
                               nullptr, count)
        : TtlHoldPresenter::tr("%Ln document(s) are deleted with the next pass. They do not come "
                               "back.",
                               nullptr, count);
}

} // namespace

TtlHoldPresenter::TtlHoldPresenter(services::ServiceSet& services, QObject* parent)
    : QObject(parent)
    , m_services(services)
{
    connect(&m_services.monitor, &services::MonitorService::changed, this,
            &TtlHoldPresenter::update);
    connect(&m_services.connections, &services::ConnectionService::stateChanged, this,
            &TtlHoldPresenter::update);
    update();
}

void TtlHoldPresenter::release()
{
    if (!m_state.canRelease) {
        return;
    }
    m_problem.clear();
    m_releasing = true;
    services::whenAnswered(
        m_services.connections.runChange(services::releaseHold), this,
        [this](const Result<void>& answer) {
            m_releasing = false;
            if (!answer) {
                const FailureText failure = describe(answer.error());
                m_problem = QStringList{failure.sentence, failure.advice}.join(u' ').trimmed();
            }
            m_services.monitor.poll();
            update();
        });
    update();
}

QString TtlHoldPresenter::sentenceOf(const ttl::TtlHold& hold) const
{
    QStringList sentences;
    if (hold.clockStep) {
        sentences << clockSentence(*hold.clockStep);
    }
    const bool cut = !hold.lostJournal.empty();
    if (cut) {
        sentences << journalSentence(hold.lostJournal);
    }
    for (const ttl::HeldRule& rule : hold.indexes) {
        sentences << (cut ? dueSentence(rule) : indexSentence(rule));
    }
    return sentences.join(u' ');
}

void TtlHoldPresenter::update()
{
    const auto& metrics = m_services.monitor.metrics();
    const ttl::TtlHold* hold = metrics && metrics->hold && m_services.connections.isConnected()
        ? &*metrics->hold
        : nullptr;
    if (!hold) {
        m_problem.clear();
    }
    TtlHoldState now;
    now.visible = hold != nullptr;
    now.problem = m_problem;
    if (hold) {
        now.sentence = sentenceOf(*hold);
        now.question = heldQuestion(*hold);
        now.canRelease = !m_releasing && !m_services.connections.isLocked();
    }
    // the monitor is read every second, and a banner that is shown anew is laid out anew
    if (now != m_state) {
        m_state = std::move(now);
        Q_EMIT stateChanged();
    }
}

} // namespace sandglass::presenters

#include "moc_ttl_hold_presenter.cpp"
