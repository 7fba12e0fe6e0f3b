// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/trash/trash_presenter.h"

#include "app/bson/json.h"
#include "app/presenters/documents/document_query_text.h"
#include "app/presenters/words/words.h"
#include "app/services/calls/latest.h"
#include "app/services/connections/connection_service.h"
#include "app/services/documents/document_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/forecast/monitor_service.h"
#include "app/services/journal/journal_service.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/service_set.h"
#include "app/services/trash/trash_commands.h"

#include <QSet>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

constexpr int kMostShown = 300; // characters of a document in a cell
constexpr std::int64_t kMebibyte = std::int64_t{1024} * 1024;

QString oneLine(const std::string& json)
{
    const QString whole = text(json);
    return whole.size() <= kMostShown ? whole : whole.left(kMostShown) + u'…';
}

TrashRow trashRowOf(const services::TrashItem& item)
{
    return {item.entry,
            bson::toJson(item.entry),
            item.deletedAt,
            text(item.ns),
            text(item.index),
            text(bson::toJson(item.document["_id"])),
            oneLine(bson::toJson(item.document))};
}

/// What two dry runs found.
struct Counted
{
    services::PutBackReply asTheyWere; ///< into the collections that held the documents
    services::PutBackReply byName; ///< also into those of the same name
};

} // namespace

struct TrashPresenter::Private
{
    services::TrashChoice choice; ///< of the page
    int skip = 0; ///< documents before the page
    std::vector<services::TrashPass> passes;
    std::optional<bson::Document> asked; ///< what the last question was about; unset: there is none
    services::Latest reading;
    int server = 0; ///< how many were left before this one
    bool ofReading = false; ///< the failure shown is that of a reading, not of an action
};

TrashPresenter::TrashPresenter(services::ServiceSet& services, QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_p(std::make_unique<Private>())
{
    connect(&m_services.settings, &services::Settings::zoneChanged, this, [this] {
        if (m_state.phase == Phase::Ready) {
            read();
        }
    });
    connect(&m_services.connections, &services::ConnectionService::disconnected, this,
            &TrashPresenter::leaveServer);
    connect(&m_services.connections, &services::ConnectionService::connected, this,
            &TrashPresenter::serverCame);
}

TrashPresenter::~TrashPresenter() = default;

QDateTime TrashPresenter::shownNow() const
{
    return QDateTime::fromMSecsSinceEpoch(m_services.clock.now().time_since_epoch().count(),
                                          m_services.settings.zone());
}

void TrashPresenter::leaveServer()
{
    if (m_services.connections.state().phase == services::LinkPhase::Reconnecting) {
        return;
    }
    ++m_p->server;
    m_p->reading.drop();
    m_p->choice = {};
    m_p->skip = 0;
    m_p->passes.clear();
    m_p->asked.reset();
    m_documents.setRows({}, m_services.settings.zone());
    m_p->ofReading = false;
    m_state = {};
    m_state.phase = Phase::Idle;
    Q_EMIT stateChanged();
    Q_EMIT serverLeft();
}

void TrashPresenter::startOver()
{
    m_p->choice = {};
    m_p->skip = 0;
    m_state.filterText.clear();
    m_state.filterProblem.clear();
    refresh();
}

void TrashPresenter::refresh()
{
    m_state.message.clear();
    m_state.failure.reset();
    m_p->ofReading = false;
    read();
}

void TrashPresenter::readAgain()
{
    forgetReadingFailure();
    read();
}

void TrashPresenter::forgetReadingFailure()
{
    if (std::exchange(m_p->ofReading, false)) {
        m_state.failure.reset();
    }
}

void TrashPresenter::read()
{
    m_state.phase = m_state.phase == Phase::Ready ? Phase::Stale : Phase::Loading;
    const auto work = [choice = m_p->choice, skip = m_p->skip](ttl::TtlServer& server,
                                                               const ttl::CallLimits& limits) {
        return services::readTrash(server, limits, choice, skip);
    };
    m_p->reading.ask(m_services.connections.run(work), this,
                     [this](const Result<services::TrashReading>& answer) { show(answer); });
    Q_EMIT stateChanged();
}

void TrashPresenter::show(const Result<services::TrashReading>& answer)
{
    forgetReadingFailure();
    if (answer) {
        showReading(*answer);
    } else {
        m_state.phase = Phase::Failed;
        m_state.canPutBack = false;
        // that of an action says more: what was lost with it is lost for the reading, too
        if (!m_state.failure) {
            m_state.failure = describe(answer.error());
            m_p->ofReading = true;
        }
    }
    Q_EMIT stateChanged();
}

void TrashPresenter::showReading(const services::TrashReading& reading)
{
    const QTimeZone zone = m_services.settings.zone();
    m_state.phase = Phase::Ready;
    m_state.available = reading.limits.has_value();
    const services::TrashLimits limits = reading.limits.value_or(services::TrashLimits());
    m_state.sentence = m_state.available
        ? trashLimitWords(limits)
        : tr(
            "This server deletes expired documents for good. Only the local engine can keep them.");
    m_state.days = limits.days;
    // up: a limit below 1 MiB is not none
    m_state.mebibytes = limits.bytes / kMebibyte + (limits.bytes % kMebibyte > 0 ? 1 : 0);
    m_p->passes = reading.passes;
    m_state.passes.clear();
    QSet<QString> names;
    for (const services::TrashPass& pass : reading.passes) {
        m_state.passes << trashPassWords(pass, zone);
        names.insert(text(pass.ns));
    }
    m_state.collections = QStringList(names.begin(), names.end());
    m_state.collections.sort();
    std::vector<TrashRow> rows;
    std::ranges::transform(reading.items, std::back_inserter(rows), trashRowOf);
    const auto shown = static_cast<std::int64_t>(rows.size());
    m_documents.setRows(std::move(rows), zone);
    m_state.canGoBack = m_p->skip > 0;
    m_state.canGoOn = m_p->skip + shown < reading.total;
    m_state.canPutBack = reading.total > 0 && m_state.busyText.isEmpty();
    m_state.countText = shown == 0
        ? tr("No documents")
        //: %1, %2: numbers of documents on the page; %3: the number of all
        : tr("%1–%2 of %3 documents")
              .arg(countText(m_p->skip + 1), countText(m_p->skip + shown),
                   countText(reading.total));
}

void TrashPresenter::chooseCollection(int index)
{
    m_p->choice.ns = index >= 0 && index < m_state.collections.size()
        ? m_state.collections.at(index).toStdString()
        : std::string();
    m_p->skip = 0;
    read();
}

void TrashPresenter::choosePass(int index)
{
    const bool one = index >= 0 && std::cmp_less(index, m_p->passes.size());
    m_p->choice.pass = one ? std::optional(m_p->passes[static_cast<std::size_t>(index)].startedAt)
                           : std::nullopt;
    m_p->choice.ns = one ? m_p->passes[static_cast<std::size_t>(index)].ns : std::string();
    m_p->skip = 0;
    read();
}

void TrashPresenter::chooseTimes(const std::optional<QDateTime>& from,
                                 const std::optional<QDateTime>& to)
{
    const auto inZone = [zone = m_services.settings.zone()](const std::optional<QDateTime>& shown) {
        return shown ? std::optional(base::Time(
                   base::Millis(QDateTime(shown->date(), shown->time(), zone).toMSecsSinceEpoch())))
                     : std::nullopt;
    };
    m_p->choice.from = inZone(from);
    m_p->choice.to = inZone(to);
    m_p->skip = 0;
    read();
}

void TrashPresenter::setFilter(const QString& typed)
{
    const QueryText read = readFilter(typed, {});
    m_state.filterProblem = read.problem;
    if (read.problem.isEmpty()) {
        services::TrashChoice tried;
        tried.filter = read.document;
        if (const auto possible = services::trashFilter(tried); !possible) {
            m_state.filterProblem = tr("Use conditions on fields, joined by $and, $or or $nor.");
        }
    }
    if (!m_state.filterProblem.isEmpty()) {
        Q_EMIT stateChanged();
        return;
    }
    m_state.filterText = typed;
    m_p->choice.filter = read.document;
    m_p->skip = 0;
    this->read();
}

void TrashPresenter::turnPage(int by)
{
    m_p->skip = std::max(0, m_p->skip + by * services::kTrashPage);
    read();
}

void TrashPresenter::begin(const QString& busyText)
{
    m_state.message.clear();
    m_state.failure.reset();
    m_p->ofReading = false;
    m_state.busyText = busyText;
    m_state.canPutBack = false;
    Q_EMIT stateChanged();
}

void TrashPresenter::end(int server, const std::optional<Error>& error, const QString& message)
{
    if (server != m_p->server) {
        return;
    }
    m_state.busyText.clear();
    m_state.message = message;
    if (error) {
        m_state.failure = describe(*error);
        m_p->ofReading = false;
    }
    read();
}

void TrashPresenter::askPutBack(const std::vector<int>& rows)
{
    if (!m_state.canPutBack) {
        return;
    }
    services::TrashChoice choice = m_p->choice;
    if (!rows.empty()) {
        choice = {};
        for (const int row : rows) {
            choice.entries.push_back(m_documents.row(row).entry);
        }
    }
    const auto filter = services::trashFilter(choice);
    if (!filter) {
        end(m_p->server, filter.error(), {});
        return;
    }
    m_p->asked = *filter;
    begin(tr("Counting…"));
    const auto work = [filter = *filter](ttl::TtlServer& server,
                                         const ttl::CallLimits& limits) -> Result<Counted> {
        const auto asTheyWere
            = services::sendPutBack(server, limits, services::putBackCommand(filter, false, true));
        TRY(asTheyWere);
        if (asTheyWere->refused == 0) {
            return Counted{*asTheyWere, *asTheyWere};
        }
        const auto byName
            = services::sendPutBack(server, limits, services::putBackCommand(filter, true, true));
        TRY(byName);
        return Counted{*asTheyWere, *byName};
    };
    services::whenAnswered(
        m_services.connections.runChange(work), this,
        [this, server = m_p->server](const Result<Counted>& counted) {
            if (!counted || server != m_p->server) {
                end(server, counted ? std::nullopt : std::optional(counted.error()), {});
                return;
            }
            const PutBackQuestion question = putBackQuestion(counted->asTheyWere, counted->byName);
            const bool possible = !question.confirm.isEmpty() || !question.byName.isEmpty();
            end(server, std::nullopt, possible ? QString() : question.text);
            if (possible) {
                Q_EMIT putBackAsked(question);
            }
        });
}

void TrashPresenter::putBack(bool byName)
{
    if (!m_state.busyText.isEmpty() || !m_p->asked) {
        return;
    }
    begin(tr("Putting documents back…"));
    services::JournalEntry entry = services::putBackEntry(byName);
    entry.server = services::serverName(m_services.connections.state());
    const auto work = [command = services::putBackCommand(*m_p->asked, byName, false),
                       journal = m_services.journal.prepare(std::move(entry))](
                          ttl::TtlServer& server, const ttl::CallLimits& limits) mutable {
        Result<services::PutBackReply> reply;
        const auto sent = services::sendJournalled(
            journal, server, limits,
            [&](ttl::TtlServer& to, const ttl::CallLimits& bound) -> Result<std::int64_t> {
                reply = services::sendPutBack(to, bound, command);
                TRY(reply);
                return reply->putBack;
            });
        return sent ? reply : Result<services::PutBackReply>(sent.error());
    };
    services::whenAnswered(
        m_services.connections.runChange(work), this,
        [this, server = m_p->server](const Result<services::PutBackReply>& done) {
            m_services.catalog.refresh();
            m_services.monitor.poll();
            end(server, done ? std::nullopt : std::optional(done.error()),
                done ? putBackWords(*done) : QString());
        });
}

void TrashPresenter::setLimits(std::int64_t days, std::int64_t mebibytes)
{
    if (!m_state.busyText.isEmpty() || !m_state.available) {
        return;
    }
    const services::TrashLimits limits{days, mebibytes * kMebibyte};
    begin(tr("Setting the limits…"));
    const auto work = [command = services::trashLimitsCommand(limits)](
                          ttl::TtlServer& server, const ttl::CallLimits& bound) -> Result<void> {
        const auto reply = server.runCommand("admin", command, bound);
        TRY(reply);
        return {};
    };
    services::whenAnswered(m_services.connections.runChange(work), this,
                           [this, limits, server = m_p->server](const Result<void>& done) {
                               if (done) {
                                   services::storeTrashLimits(m_services.settings, limits);
                               }
                               end(server, done ? std::nullopt : std::optional(done.error()), {});
                           });
}

} // namespace sandglass::presenters

#include "moc_trash_presenter.cpp"
