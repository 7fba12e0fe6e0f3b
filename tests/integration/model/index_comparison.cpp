// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/model/index_comparison.h"

#include "app/bson/compare.h"
#include "app/bson/json.h"
#include "tests/integration/model/engine_hooks.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <set>

namespace sandglass::tests::model {

namespace {

using engine::catalog::Bound;
using engine::catalog::DateClass;
using engine::catalog::DateEntry;
using engine::catalog::DatePrecision;
using engine::catalog::Direction;
using engine::catalog::IndexRange;

constexpr std::int64_t kFirst = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();

bool isInside(const Key& key, const IndexRange& range)
{
    for (std::size_t i = 0; i < range.equalPrefix.size(); ++i) {
        if (!bson::equal(key[i], range.equalPrefix[i])) {
            return false;
        }
    }
    const std::size_t at = range.equalPrefix.size();
    if (at == key.size()) {
        return true;
    }
    const auto holds = [&](const Bound& bound, bool lower) {
        const auto order = bson::compare(key[at].view(), bound.value.view());
        return std::is_eq(order) ? bound.inclusive : std::is_gt(order) == lower;
    };
    return (!range.lower || holds(*range.lower, true))
        && (!range.upper || holds(*range.upper, false));
}

std::string failedRead(const char* what, const Error& error)
{
    return std::string(what) + " failed: " + error.message;
}

std::string rangeText(const IndexRange& range, Direction direction)
{
    std::string text = direction == Direction::Forward ? "forward" : "backward";
    for (const bson::Value& value : range.equalPrefix) {
        text += " = " + bson::toJson(value);
    }
    if (range.lower) {
        text += (range.lower->inclusive ? " >= " : " > ") + bson::toJson(range.lower->value);
    }
    if (range.upper) {
        text += (range.upper->inclusive ? " <= " : " < ") + bson::toJson(range.upper->value);
    }
    return text;
}

} // namespace

std::vector<Seq> documentsIn(const ModelIndex& index, const IndexRange& range, Direction direction)
{
    std::vector<Seq> found;
    for (const Entry& entry : index.entries) {
        if (isInside(*entry.key, range)) {
            found.push_back(entry.document);
        }
    }
    if (direction == Direction::Backward) {
        std::reverse(found.begin(), found.end());
    }
    std::set<Seq> seen;
    std::erase_if(found, [&](Seq document) { return !seen.insert(document).second; });
    return found;
}

IndexRange anyRange(const ModelIndex& index, RandomSource& random)
{
    IndexRange range;
    const auto anyKey = [&]() -> const Key& { return *random.pick(index.entries).key; };
    if (index.entries.empty() || random.oneIn(4)) {
        return range;
    }
    const Key& key = anyKey();
    const auto prefix = static_cast<std::size_t>(random.upTo(static_cast<int>(key.size())));
    range.equalPrefix.assign(key.begin(), key.begin() + static_cast<std::ptrdiff_t>(prefix));
    if (prefix == key.size()) {
        return range;
    }
    const auto bound = [&]() -> std::optional<Bound> {
        if (random.oneIn(3)) {
            return std::nullopt;
        }
        const bson::Value value
            = random.oneIn(6) ? bson::Value::of(bson::Date{random.upTo(1000)}) : anyKey()[prefix];
        return Bound{value, random.oneIn(2)};
    };
    range.lower = bound();
    range.upper = bound();
    return range;
}

IndexComparison::IndexComparison(const Subjects& subjects, RandomSource& random)
    : m_subjects(subjects)
    , m_index(subjects.index)
    , m_random(random)
{
    if (!m_index.isOrdered() || m_index.fields() != 1) {
        return;
    }
    for (const Entry& entry : m_index.entries) {
        if (entry.key->front().type() == bson::Type::Date) {
            m_dates.push_back({entry.key->front().view().asDate().millis, entry.document});
        }
    }
}

std::string IndexComparison::reads()
{
    if (!m_index.isOrdered()) {
        return m_subjects.collection.scanIndex(m_index.name(), {}, Direction::Forward)
            ? "a cursor over an index without entries"
            : "";
    }
    constexpr int kRanges = 3;
    for (int i = 0; i < kRanges; ++i) {
        const IndexRange range = i == 0 ? IndexRange() : anyRange(m_index, m_random);
        for (const Direction direction : {Direction::Forward, Direction::Backward}) {
            if (std::string difference = scan(range, direction); !difference.empty()) {
                return difference + " in " + rangeText(range, direction);
            }
        }
    }
    for (const auto member : {&IndexComparison::dates, &IndexComparison::countDates,
                              &IndexComparison::countDue, &IndexComparison::classes}) {
        if (std::string difference = (this->*member)(); !difference.empty()) {
            return difference;
        }
    }
    return {};
}

std::string IndexComparison::scan(const IndexRange& range, Direction direction)
{
    const auto cursor = m_subjects.collection.scanIndex(m_index.name(), range, direction);
    if (!cursor) {
        return "no cursor";
    }
    const std::vector<Seq> expected = documentsIn(m_index, range, direction);
    std::size_t at = 0;
    for (; cursor->next(); ++at) {
        if (at == expected.size()) {
            return "one too many: " + bson::toJson(cursor->document());
        }
        const bson::Document& document = *m_subjects.model.documents().at(expected[at]);
        const auto record = m_subjects.records.numbers.find(cursor->id());
        if (record == m_subjects.records.numbers.end() || record->second != expected[at]
            || !std::ranges::equal(cursor->document().bytes(), document.bytes())) {
            return bson::toJson(cursor->document()) + " instead of " + bson::toJson(document);
        }
    }
    if (auto status = cursor->status(); !status) {
        return failedRead("scanIndex", status.error());
    }
    return at == expected.size()
        ? ""
        : "ends after " + std::to_string(at) + " of " + std::to_string(expected.size());
}

std::int64_t IndexComparison::anyDate()
{
    switch (m_random.upTo(7)) {
    case 0:
        return kFirst;
    case 1:
        return kLast;
    case 2:
        return m_random.upTo(2) - 1;
    default:
        break;
    }
    if (m_dates.empty()) {
        return m_random.upTo(1000);
    }
    const std::int64_t date = m_random.pick(m_dates).millis;
    const std::int64_t off = m_random.upTo(2) - 1;
    const bool atEdge = date == kFirst || date == kLast;
    return atEdge ? date : date + off;
}

std::vector<IndexComparison::Dated> IndexComparison::between(std::int64_t from, std::int64_t to,
                                                             std::size_t limit) const
{
    std::vector<Dated> found;
    for (const Dated& date : m_dates) {
        if (date.millis >= from && date.millis <= to && found.size() < limit) {
            found.push_back(date);
        }
    }
    return found;
}

std::string IndexComparison::compareEntries(const std::vector<DateEntry>& got,
                                            const std::vector<Dated>& expected) const
{
    if (got.size() != expected.size()) {
        return std::to_string(got.size()) + " dates instead of " + std::to_string(expected.size());
    }
    for (std::size_t i = 0; i < got.size(); ++i) {
        const auto record = m_subjects.records.numbers.find(got[i].id);
        if (got[i].date.millis != expected[i].millis || record == m_subjects.records.numbers.end()
            || record->second != expected[i].document) {
            return "date " + std::to_string(i) + " is " + std::to_string(got[i].date.millis)
                + " instead of " + std::to_string(expected[i].millis) + ", or of another document";
        }
    }
    return {};
}

std::string IndexComparison::dates()
{
    const std::int64_t from = m_random.oneIn(3) ? kFirst : anyDate();
    const std::int64_t to = m_random.oneIn(3) ? kLast : anyDate();
    const std::size_t limit = m_random.oneIn(2) ? 100'000 : 1 + m_random.upTo(20);
    const auto got = m_subjects.collection.dates(m_index.name(), {from}, {to}, limit);
    if (!m_index.isDated()) {
        return got ? "dates() of an index that is no TTL index" : "";
    }
    if (!got) {
        return failedRead("dates", got.error());
    }
    const std::string difference = compareEntries(*got, between(from, to, limit));
    return difference.empty() ? difference
                              : "dates(" + std::to_string(from) + ", " + std::to_string(to) + ", "
            + std::to_string(limit) + "): " + difference;
}

std::string IndexComparison::countDates()
{
    const std::int64_t from = m_random.oneIn(3) ? kFirst : anyDate();
    const std::int64_t to = m_random.oneIn(3) ? kLast : anyDate();
    const auto got = m_subjects.collection.countDates(m_index.name(), {from}, {to});
    if (!m_index.isDated()) {
        return got ? "countDates() of an index that is no TTL index" : "";
    }
    if (!got) {
        return failedRead("countDates", got.error());
    }
    std::set<Seq> documents;
    for (const Dated& date : between(from, to, m_dates.size())) {
        documents.insert(date.document);
    }
    return *got == static_cast<std::int64_t>(documents.size())
        ? ""
        : "countDates(" + std::to_string(from) + ", " + std::to_string(to)
            + "): " + std::to_string(*got) + " instead of " + std::to_string(documents.size());
}

// Only roughly; but whether there is one at all has to be right.
std::string IndexComparison::countDue()
{
    if (!m_index.isDated()) {
        return {};
    }
    const std::int64_t to = anyDate();
    const std::int64_t atMost = 1 + m_random.upTo(400);
    const auto got = m_subjects.collection.countDue(m_index.name(), {to}, atMost);
    if (!got) {
        return failedRead("countDue", got.error());
    }
    const bool any = !between(kFirst, to, 1).empty();
    const bool wrong = *got < 0 || *got > atMost || (any && *got == 0);
    return wrong ? "countDue(" + std::to_string(to) + ", " + std::to_string(atMost) + ") is "
            + std::to_string(*got)
                 : "";
}

// A document with several dates counts by its earliest one.
std::vector<DateClass> IndexComparison::classesOf(const std::vector<bson::Date>& bounds) const
{
    std::vector<DateClass> classes(bounds.size());
    std::set<Seq> counted;
    for (const Dated& date : m_dates) {
        if (!counted.insert(date.document).second) {
            continue;
        }
        const auto bound
            = std::ranges::find_if(bounds, [&](bson::Date at) { return date.millis <= at.millis; });
        if (bound == bounds.end()) {
            continue;
        }
        DateClass& found = classes[static_cast<std::size_t>(bound - bounds.begin())];
        if (found.documents++ == 0) {
            found.oldest = {date.millis};
        }
        found.newest = {date.millis};
    }
    return classes;
}

std::string IndexComparison::classes()
{
    std::set<std::int64_t> places;
    for (int count = 1 + m_random.upTo(5); count > 0; --count) {
        places.insert(anyDate());
    }
    std::vector<bson::Date> bounds;
    for (const std::int64_t place : places) {
        bounds.push_back({place});
    }
    const auto got
        = m_subjects.collection.dateClasses(m_index.name(), bounds, DatePrecision::Exact);
    if (!got) {
        return failedRead("dateClasses", got.error());
    }
    const bool countable = m_index.fields() == 1
        && (!m_index.multikey || (m_index.isDated() && hooks::classifiesArrays()));
    if (!*got) {
        return countable && !m_subjects.standby ? "dateClasses() does not answer" : "";
    }
    if (!countable && !(m_index.isDated() && m_index.fields() == 1)) {
        return "dateClasses() answers for an index that it cannot count";
    }
    const std::vector<DateClass> exact = classesOf(bounds);
    for (std::size_t i = 0; i < exact.size(); ++i) {
        const DateClass& one = (*got)->classes.at(i);
        const bool ends = exact[i].documents == 0
            || (one.oldest == exact[i].oldest && one.newest == exact[i].newest);
        if (one.documents != exact[i].documents || !ends) {
            return "dateClasses, class up to " + std::to_string(bounds[i].millis) + ": "
                + std::to_string(one.documents) + " from " + std::to_string(one.oldest.millis)
                + " to " + std::to_string(one.newest.millis) + " instead of "
                + std::to_string(exact[i].documents) + " from "
                + std::to_string(exact[i].oldest.millis) + " to "
                + std::to_string(exact[i].newest.millis);
        }
    }
    if ((*got)->mostOff != 0) {
        return "exact dateClasses() say that they are off";
    }
    return bounded(bounds, exact);
}

std::string IndexComparison::bounded(const std::vector<bson::Date>& bounds,
                                     const std::vector<DateClass>& exact)
{
    const auto got
        = m_subjects.collection.dateClasses(m_index.name(), bounds, DatePrecision::Bounded);
    if (!got) {
        return failedRead("bounded dateClasses", got.error());
    }
    if (!*got) {
        return "bounded dateClasses() do not answer where exact ones do";
    }
    for (std::size_t i = 0; i < exact.size(); ++i) {
        const std::int64_t off = (*got)->classes.at(i).documents - exact[i].documents;
        if (std::abs(off) > (*got)->mostOff) {
            return "bounded dateClasses() are off by " + std::to_string(off) + ", not "
                + std::to_string((*got)->mostOff);
        }
    }
    return {};
}

std::string IndexComparison::dueDates(engine::catalog::WriteUnit& unit, base::Time now)
{
    const std::int64_t to = m_random.oneIn(2) ? now.time_since_epoch().count() : anyDate();
    const std::size_t limit = m_random.oneIn(2) ? 100'000 : 1 + m_random.upTo(20);
    const auto got = unit.datesUpTo(m_index.name(), {to}, limit);
    if (!got) {
        return failedRead("datesUpTo", got.error());
    }
    const std::int64_t from = m_index.definition().clustered ? 0 : kFirst;
    const std::string difference = compareEntries(*got, between(from, to, limit));
    return difference.empty() ? difference : "datesUpTo(" + std::to_string(to) + "): " + difference;
}

} // namespace sandglass::tests::model
