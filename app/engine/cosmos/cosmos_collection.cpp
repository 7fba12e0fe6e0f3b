// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/cosmos/cosmos_collection.h"

#include "app/bson/compare.h"
#include "app/engine/cosmos/cosmos_write_unit.h"
#include "app/engine/cosmos/stamp.h"
#include "app/engine/cosmos/ttl_index.h"
#include "app/engine/cosmos/visibility.h"

#include <algorithm>
#include <compare>
#include <limits>
#include <utility>

namespace sandglass::engine::cosmos {

using catalog::IndexInfo;
using catalog::IndexRange;

namespace {

constexpr bson::Date kFirstDate{std::numeric_limits<std::int64_t>::min()};

/// Number of due entries in a carrier; 0 when there is no such index.
std::int64_t dueIn(const catalog::Collection& real, std::string_view carrier, base::Time now)
{
    const auto rule = real.expiryRule(carrier);
    if (!rule) {
        return 0;
    }
    return real.countDates(carrier, kFirstDate, ttl::cutoff(*rule, now)).value_or(0);
}

/// Whether the range of a one-field index includes null, which is the key of every document in the
/// TTL index as clients see it.
bool holdsNull(const IndexRange& range)
{
    const bson::Value null = bson::Value::null();
    if (!range.equalPrefix.empty()) {
        return range.equalPrefix.front().view().isNullish();
    }
    if (range.lower) {
        const auto order = bson::compare(null.view(), range.lower->value.view());
        if (std::is_lt(order) || (std::is_eq(order) && !range.lower->inclusive)) {
            return false;
        }
    }
    if (range.upper) {
        const auto order = bson::compare(null.view(), range.upper->value.view());
        if (std::is_gt(order) || (std::is_eq(order) && !range.upper->inclusive)) {
            return false;
        }
    }
    return true;
}

/// A cursor without documents.
class EmptyCursor final : public catalog::RecordCursor
{
public:
    bool next() override { return false; }
    catalog::RecordId id() const override { return 0; }
    bson::DocumentView document() const override { return {}; }
    Result<void> status() const override { return {}; }
    std::int64_t keysExamined() const override { return 0; }
    std::int64_t documentsExamined() const override { return 0; }
};

} // namespace

CosmosCollection::CosmosCollection(std::shared_ptr<catalog::Collection> real,
                                   const base::Clock& clock)
    : m_real(std::move(real))
    , m_clock(clock)
{
}

bool CosmosCollection::isTtlIndex(std::string_view name) const
{
    const auto index = ttlIndexOf(*m_real);
    return index && index->name == name;
}

std::int64_t CosmosCollection::expiredDocuments() const
{
    const base::Time now = m_clock.now();
    // a document has only one of the two dates
    return dueIn(*m_real, kByDocumentIndex, now) + dueIn(*m_real, kByCollectionIndex, now);
}

catalog::CollectionFigures CosmosCollection::figures() const
{
    catalog::CollectionFigures figures = m_real->figures();
    // the two counts are taken at different moments, so one may exceed the other
    const std::int64_t expired = std::min(expiredDocuments(), figures.documents);
    if (expired > 0) {
        figures.bytes -= figures.bytes / figures.documents * expired;
        figures.documents -= expired;
    }
    return figures;
}

std::vector<IndexInfo> CosmosCollection::indexes() const
{
    return publicIndexes(m_real->indexes());
}

std::uint64_t CosmosCollection::indexBytes(std::string_view indexName) const
{
    if (!isTtlIndex(indexName)) {
        return m_real->indexBytes(indexName);
    }
    return m_real->indexBytes(kByDocumentIndex) + m_real->indexBytes(kByCollectionIndex);
}

std::optional<IndexInfo> CosmosCollection::index(std::string_view name) const
{
    for (IndexInfo& index : indexes()) {
        if (index.definition.name == name) {
            return std::move(index);
        }
    }
    return std::nullopt;
}

std::optional<ttl::ExpiryRule> CosmosCollection::expiryRule(std::string_view indexName) const
{
    return isCarrier(indexName) ? std::nullopt : m_real->expiryRule(indexName);
}

std::unique_ptr<catalog::RecordCursor> CosmosCollection::scan(catalog::Direction direction) const
{
    return visibleCursor(m_real->scan(direction), Visibility(*m_real, m_clock));
}

std::unique_ptr<catalog::RecordCursor> CosmosCollection::scanFrom(catalog::RecordId first) const
{
    return visibleCursor(m_real->scanFrom(first), Visibility(*m_real, m_clock));
}

std::unique_ptr<catalog::RecordCursor>
CosmosCollection::scanIndex(std::string_view indexName, const IndexRange& range,
                            catalog::Direction direction) const
{
    // clients must not reach the carriers by name
    if (isCarrier(indexName)) {
        return nullptr;
    }
    if (!isTtlIndex(indexName)) {
        return visibleCursor(m_real->scanIndex(indexName, range, direction),
                             Visibility(*m_real, m_clock));
    }
    if (!holdsNull(range)) {
        return std::make_unique<EmptyCursor>();
    }
    // every document has the key null, so the order is that of the scan
    return scan(direction);
}

Result<std::optional<std::pair<catalog::RecordId, bson::Document>>>
CosmosCollection::findById(bson::ValueView id) const
{
    auto found = m_real->findById(id);
    if (!found || !found->has_value()) {
        return found;
    }
    if (!Visibility(*m_real, m_clock).shows((*found)->second)) {
        return std::optional<std::pair<catalog::RecordId, bson::Document>>();
    }
    (*found)->second = unstamped((*found)->second);
    return found;
}

Result<std::vector<catalog::DateEntry>> CosmosCollection::dates(std::string_view indexName,
                                                                bson::Date from, bson::Date to,
                                                                std::size_t limit) const
{
    if (isTtlIndex(indexName)) {
        return std::vector<catalog::DateEntry>();
    }
    return m_real->dates(indexName, from, to, limit);
}

Result<std::int64_t> CosmosCollection::countDates(std::string_view indexName, bson::Date from,
                                                  bson::Date to) const
{
    if (isTtlIndex(indexName)) {
        return std::int64_t{0};
    }
    return m_real->countDates(indexName, from, to);
}

Result<std::optional<catalog::DateClassification>>
CosmosCollection::dateClasses(std::string_view indexName, std::span<const bson::Date> bounds,
                              catalog::DatePrecision precision) const
{
    if (ttlSecondsOf(*m_real)) {
        return std::optional<catalog::DateClassification>();
    }
    return m_real->dateClasses(indexName, bounds, precision);
}

Result<catalog::Verification> CosmosCollection::verify(const Interruption& interrupted) const
{
    auto verification = m_real->verify(interrupted);
    if (verification) {
        verification->documents -= std::min(expiredDocuments(), verification->documents);
    }
    return verification;
}

Result<std::unique_ptr<catalog::WriteUnit>> CosmosCollection::beginWrite()
{
    auto unit = m_real->beginWrite();
    TRY(unit);
    return cosmosWriteUnit(std::move(*unit), m_real, m_clock);
}

} // namespace sandglass::engine::cosmos
