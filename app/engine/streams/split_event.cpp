// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/streams/split_event.h"

#include "app/bson/builder.h"
#include "app/engine/query/held_memory.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace sandglass::engine::streams {

using protocol::commandError;

namespace {

constexpr int kFragmentTooLarge = 7182500;
constexpr int kNothingToSplit = 7182502;

/// The fields of one fragment; views of the event.
using Fragment = std::vector<bson::Element>;

/// The bytes of a field: its type, its name with NUL, its value.
std::size_t bytesOf(const bson::Element& field)
{
    return 2 + field.key.size() + field.value.raw().size();
}

/// The fields of an event without its _id, small ones first.
std::vector<bson::Element> fieldsOf(bson::DocumentView event)
{
    std::vector<bson::Element> fields;
    for (const bson::Element& field : event) {
        if (field.key != "_id") {
            fields.push_back(field);
        }
    }
    std::ranges::sort(fields, [](const bson::Element& left, const bson::Element& right) {
        return std::tuple(bytesOf(left), left.key) < std::tuple(bytesOf(right), right.key);
    });
    return fields;
}

/// A fragment without fields of the event. `number`: from 0 on.
bson::Builder beginFragment(const ResumeToken& event, std::size_t number, std::size_t of)
{
    const ResumeToken token{event.entry, ResumeToken::Part::Fragment,
                            static_cast<std::uint32_t>(number)};
    bson::Builder fragment;
    fragment.append("_id", token.document());
    fragment.append("splitEvent",
                    bson::makeDocument("fragment", static_cast<std::int32_t>(number + 1), "of",
                                       static_cast<std::int32_t>(of)));
    return fragment;
}

/// Distributes the fields of an event. `largest`: bytes of a fragment. Errors: as
/// splitLargeEvents().
Result<std::vector<Fragment>> fragmentsOf(bson::DocumentView event, std::size_t largest)
{
    const std::vector<bson::Element> fields = fieldsOf(event);
    if (fields.empty()) {
        return commandError(kNothingToSplit,
                            "Cannot split an empty event or an event containing solely '_id'"
                            " field");
    }
    const std::size_t empty = beginFragment({}, 0, 0).take().view().size();
    std::vector<Fragment> fragments;
    std::size_t bytes = largest;
    for (const bson::Element& field : fields) {
        if (bytes + bytesOf(field) > largest) {
            fragments.emplace_back();
            bytes = empty;
        }
        fragments.back().push_back(field);
        bytes += bytesOf(field);
        if (bytes > largest) {
            return commandError(
                kFragmentTooLarge,
                "Splitting change event failed: fragment size " + std::to_string(bytes)
                    + " is greater than maximum allowed fragment size " + std::to_string(largest));
        }
    }
    return fragments;
}

/// Holds one event at most, and makes its fragments one after the other.
class EventSplitter final : public query::DocumentSource
{
public:
    EventSplitter(query::DocumentSourcePtr events, const std::optional<ResumeToken>& after,
                  std::size_t largest)
        : m_events(std::move(events))
        , m_largest(largest)
    {
        if (after && after->part == ResumeToken::Part::Fragment) {
            m_after = after;
        }
    }

    Result<std::optional<bson::Document>> next() override
    {
        while (m_next == m_fragments.size()) {
            auto small = readEvent();
            TRY(small);
            if (*small || m_fragments.empty()) {
                return small;
            }
        }
        return std::optional(takeFragment());
    }

private:
    /// Reads an event. One that is small enough is returned; a large one is kept, with the
    /// fragments to come. nullopt without fragments: there is no event now.
    Result<std::optional<bson::Document>> readEvent();
    /// The number of fragments that the client has already. Errors: ChangeStreamFatalError.
    Result<std::size_t> fragmentsBefore(const ResumeToken& event, bool large);
    bson::Document takeFragment();

    query::DocumentSourcePtr m_events;
    const std::size_t m_largest;
    std::optional<ResumeToken> m_after; // a fragment's, until its event has come
    bson::Document m_event; // that is being split
    ResumeToken m_token; // of m_event
    query::HeldMemory m_held; // the bytes of m_event
    std::vector<Fragment> m_fragments; // of m_event
    std::size_t m_next = 0;
};

Result<std::optional<bson::Document>> EventSplitter::readEvent()
{
    m_held.give(m_event.view().size());
    m_fragments.clear();
    m_next = 0;
    m_event = {};
    auto event = m_events->next();
    TRY(event);
    if (!*event) {
        return event;
    }
    // without its token the event cannot be split; the cursor refuses it
    const auto token = ResumeToken::parse((**event)["_id"]);
    if (!token) {
        return event;
    }
    const bool large = (*event)->view().size() > m_largest;
    const auto before = fragmentsBefore(*token, large);
    TRY(before);
    if (!large) {
        return event;
    }
    m_event = std::move(**event);
    m_token = *token;
    m_held.take(m_event.view().size());
    auto fragments = fragmentsOf(m_event, m_largest - token->document().view().size());
    TRY(fragments);
    if (*before > fragments->size()) {
        return commandError(kChangeStreamFatalError,
                            "Attempted to resume from a split event, but the resumed stream"
                            " produced a different split. Ensure that the pipeline used to resume"
                            " is the same as the original");
    }
    m_fragments = std::move(*fragments);
    m_next = *before;
    return std::optional<bson::Document>();
}

Result<std::size_t> EventSplitter::fragmentsBefore(const ResumeToken& event, bool large)
{
    const auto after = std::exchange(m_after, std::nullopt);
    if (!after || event.entry != after->entry) {
        return std::size_t{0};
    }
    if (!large) {
        return commandError(kChangeStreamFatalError,
                            "Attempted to resume from a split event fragment, but the event in the"
                            " resumed stream was not large enough to be split");
    }
    return std::size_t{after->fragment} + 1;
}

bson::Document EventSplitter::takeFragment()
{
    bson::Builder fragment = beginFragment(m_token, m_next, m_fragments.size());
    for (const bson::Element& field : m_fragments[m_next]) {
        fragment.append(field.key, field.value);
    }
    ++m_next;
    return fragment.take();
}

} // namespace

query::DocumentSourcePtr splitLargeEvents(query::DocumentSourcePtr events,
                                          const std::optional<ResumeToken>& after,
                                          std::size_t largest)
{
    return std::make_unique<EventSplitter>(std::move(events), after, largest);
}

} // namespace sandglass::engine::streams
