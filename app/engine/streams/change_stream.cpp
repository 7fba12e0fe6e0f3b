// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/streams/change_stream.h"

#include "app/engine/catalog/catalog.h"
#include "app/engine/catalog/oplog.h"
#include "app/engine/operations/interrupt.h"
#include "app/engine/streams/change_event.h"

#include <algorithm>
#include <deque>
#include <string>
#include <utility>

// A change stream is a scan of the log, one entry at a time. Each entry becomes zero, one or two
// events. At the end of the log the scan is closed, and the next call opens another one behind the
// last entry, because an open cursor reads a snapshot and would never see newer entries.

namespace sandglass::engine::streams {

using catalog::RecordId;
using operations::Interrupt;
using plan::TailState;

namespace {

constexpr int kHistoryLost = 286;

/// The position of a stream's reader.
class StreamPlace final : public TailState
{
public:
    bool ended() const override { return invalidated; }
    bool isChangeStream() const override { return true; }
    bson::Document position() const override { return token.document(); }

    ResumeToken token; ///< everything up to here was read
    bool invalidated = false;
};

/// The events of a stream. Returns nothing at the end of the log, and more when it is called again
/// later.
class EventSource final : public query::DocumentSource
{
public:
    EventSource(const catalog::Catalog& catalog, ChangeStreamRequest stream,
                std::shared_ptr<Interrupt> interrupt, std::shared_ptr<StreamPlace> place)
        : m_catalog(catalog)
        , m_stream(std::move(stream))
        , m_bare(m_stream)
        , m_interrupt(std::move(interrupt))
        , m_place(std::move(place))
        , m_log(m_catalog.find(catalog::oplogNamespace()))
    {
        m_bare.fullDocument = ChangeStreamRequest::FullDocument::Default;
        m_bare.beforeChange = ChangeStreamRequest::BeforeChange::Off;
    }

    /// Finds the entry to begin at. Errors: ChangeStreamHistoryLost.
    Result<void> start();
    Result<std::optional<bson::Document>> next() override;

private:
    Result<void> openWalk();
    Result<bool> readEntry();
    Result<bool> isWanted(bson::DocumentView entry, const EventLookup& documents) const;
    bson::Document deliver();
    Result<std::optional<bson::Document>> lookUp(bson::DocumentView entry) const;
    Result<std::optional<bson::Document>> imageAt(bson::Timestamp entry) const;

    const catalog::Catalog& m_catalog;
    ChangeStreamRequest m_stream;
    ChangeStreamRequest m_bare; // the same without images
    std::shared_ptr<Interrupt> m_interrupt;
    std::shared_ptr<StreamPlace> m_place;
    std::shared_ptr<catalog::Collection> m_log;
    std::unique_ptr<catalog::RecordCursor> m_walk; // null at the end of the log
    std::deque<ChangeEvent> m_events; // of the current entry, not delivered yet
};

Result<void> EventSource::start()
{
    const auto before = [](RecordId entry) { return entry == 0 ? entry : entry - 1; };
    RecordId last = catalog::recordOf(m_catalog.oplog()->last());
    if (m_stream.startAt) {
        last = before(catalog::recordOf(*m_stream.startAt));
    }
    // A token of an event does not say whether its entry has a second one, the invalidate, and that
    // of a fragment leaves others of the event. So the entry is read again; readEntry() drops the
    // events up to the token.
    if (m_stream.after) {
        last = m_stream.after->part <= ResumeToken::Part::Event ? before(m_stream.after->entry)
                                                                : m_stream.after->entry;
    }
    m_place->token = {last, ResumeToken::Part::Moment};
    return openWalk();
}

Result<void> EventSource::openWalk()
{
    const RecordId first = m_place->token.entry + 1;
    m_walk = m_log->scanFrom(first);
    // Checked only now that the cursor has its snapshot: entries that are trimmed after the check
    // are still in the snapshot. The other order would leave a gap.
    if (m_catalog.oplog()->reachesBackTo(catalog::timestampOf(first))) {
        return {};
    }
    return base::serverError(
        kHistoryLost, "ChangeStreamHistoryLost",
        "Resume of change stream was not possible, as the resume point may no longer be in the"
        " oplog.");
}

Result<std::optional<bson::Document>> EventSource::next()
{
    while (m_events.empty()) {
        if (m_place->invalidated) {
            return std::optional<bson::Document>();
        }
        auto read = readEntry();
        TRY(read);
        if (!*read) {
            return std::optional<bson::Document>();
        }
    }
    return std::optional(deliver());
}

// Reads the next entry of the log into m_events; false at the end of the log.
Result<bool> EventSource::readEntry()
{
    if (!m_walk) {
        TRY(openWalk());
    }
    if (!m_walk->next()) {
        TRY(m_walk->status());
        m_walk.reset();
        return false;
    }
    TRY(m_interrupt->checkSometimes());
    const EventLookup documents{[this](bson::DocumentView entry) { return lookUp(entry); },
                                [this](bson::Timestamp entry) { return imageAt(entry); }};
    const bson::DocumentView entry = m_walk->document();
    const auto wanted = isWanted(entry, documents);
    TRY(wanted);
    auto events = changeEvents(entry, *wanted ? m_stream : m_bare, documents);
    TRY(events);
    for (ChangeEvent& event : *events) {
        if (!m_stream.after || event.token > *m_stream.after) {
            m_events.push_back(std::move(event));
        }
    }
    m_place->token = {m_walk->id(), ResumeToken::Part::Moment};
    return true;
}

// Whether the events of an entry need their images: the $match that follows would drop them
// otherwise, and does.
Result<bool> EventSource::isWanted(bson::DocumentView entry, const EventLookup& documents) const
{
    if (!m_stream.early || !m_stream.wantsDocuments()) {
        return true;
    }
    const auto events = changeEvents(entry, m_bare, documents);
    TRY(events);
    // where the filter fails, the stage says so
    return std::ranges::any_of(*events, [this](const ChangeEvent& event) {
        const auto matched = m_stream.early->evaluate(event.document);
        return !matched || *matched;
    });
}

bson::Document EventSource::deliver()
{
    ChangeEvent event = std::move(m_events.front());
    m_events.pop_front();
    // postBatchResumeToken is the last event's _id, as long as nothing that was read follows it
    m_place->token = event.token;
    m_place->invalidated = event.token.part == ResumeToken::Part::Invalidate;
    return std::move(event.document);
}

// Another collection may have the name by now: the UUID tells it.
Result<std::optional<bson::Document>> EventSource::lookUp(bson::DocumentView entry) const
{
    const auto collection = m_catalog.find(namespaceOf(entry));
    if (!collection || !std::ranges::equal(collection->uuid(), entry["ui"].asBinary().bytes)) {
        return std::optional<bson::Document>();
    }
    auto found = collection->findById(entry["o2"].asDocument()["_id"]);
    TRY(found);
    if (!*found) {
        return std::optional<bson::Document>();
    }
    return std::optional(std::move((*found)->second));
}

// Images are in the log, before the entry of their change.
Result<std::optional<bson::Document>> EventSource::imageAt(bson::Timestamp entry) const
{
    const RecordId id = catalog::recordOf(entry);
    const auto walk = m_log->scanFrom(id);
    if (walk->next() && walk->id() == id) {
        return std::optional(bson::Document(walk->document()["o"].asDocument()));
    }
    TRY(walk->status());
    return std::optional<bson::Document>();
}

} // namespace

Result<OpenedStream> openChangeStream(ChangeStreamRequest stream, const catalog::Catalog& catalog,
                                      std::shared_ptr<Interrupt> interrupt)
{
    auto place = std::make_shared<StreamPlace>();
    auto events
        = std::make_unique<EventSource>(catalog, std::move(stream), std::move(interrupt), place);
    TRY(events->start());
    return OpenedStream{std::move(events), std::move(place)};
}

} // namespace sandglass::engine::streams
