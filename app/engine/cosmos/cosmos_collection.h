// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/engine/catalog/collection.h"

#include <memory>

namespace sandglass::engine::cosmos {

/// A collection as clients of Cosmos DB see it, over the one that is stored: without expired
/// documents, reserved fields and the indexes that carry the TTL index out. Any thread.
class CosmosCollection final : public catalog::Collection
{
public:
    /// `clock` must outlive it.
    CosmosCollection(std::shared_ptr<catalog::Collection> real, const base::Clock& clock);

    protocol::Namespace ns() const override { return m_real->ns(); }
    std::array<std::uint8_t, 16> uuid() const override { return m_real->uuid(); }
    catalog::CollectionOptions options() const override { return m_real->options(); }
    std::shared_ptr<const catalog::CollectionShape> shape() const override
    {
        return m_real->shape();
    }
    /// What clients see is counted; the bytes are its share of the whole, and include the stamps.
    catalog::CollectionFigures figures() const override;
    std::uint64_t storageBytes() const override { return m_real->storageBytes(); }
    bool dropped() const override { return m_real->dropped(); }
    std::vector<catalog::IndexInfo> indexes() const override;
    std::optional<catalog::IndexInfo> index(std::string_view name) const override;
    /// nullopt for the TTL index: no date in what clients see decides.
    std::optional<ttl::ExpiryRule> expiryRule(std::string_view indexName) const override;
    std::unique_ptr<catalog::RecordCursor> scan(catalog::Direction direction) const override;
    std::unique_ptr<catalog::RecordCursor> scanFrom(catalog::RecordId first) const override;
    /// Through the TTL index every document has the same key, null.
    std::unique_ptr<catalog::RecordCursor> scanIndex(std::string_view indexName,
                                                     const catalog::IndexRange& range,
                                                     catalog::Direction direction) const override;
    Result<std::optional<std::pair<catalog::RecordId, bson::Document>>>
    findById(bson::ValueView id) const override;
    Result<std::vector<catalog::DateEntry>> dates(std::string_view indexName, bson::Date from,
                                                  bson::Date to, std::size_t limit) const override;
    Result<std::int64_t> countDates(std::string_view indexName, bson::Date from,
                                    bson::Date to) const override;
    /// nullopt while the collection has a TTL index: entries of expired documents would count.
    Result<std::optional<catalog::DateClassification>>
    dateClasses(std::string_view indexName, std::span<const bson::Date> bounds,
                catalog::DatePrecision precision) const override;
    std::uint64_t indexBytes(std::string_view indexName) const override;
    Result<std::int64_t> countDue(std::string_view indexName, bson::Date to,
                                  std::int64_t atMost) const override
    {
        return m_real->countDue(indexName, to, atMost);
    }
    /// The purge pass works on what is stored.
    std::unique_ptr<catalog::BulkRemoval> bulkRemoval(std::string_view /*indexName*/) override
    {
        return nullptr;
    }
    std::int64_t unreclaimed() const override { return m_real->unreclaimed(); }
    /// All that is stored is compared, but only what clients see is counted as documents.
    Result<catalog::Verification> verify() const override;
    Result<std::unique_ptr<catalog::WriteUnit>> beginWrite() override;

private:
    bool isTtlIndex(std::string_view name) const;
    std::int64_t expiredDocuments() const;

    const std::shared_ptr<catalog::Collection> m_real;
    const base::Clock& m_clock;
};

} // namespace sandglass::engine::cosmos
