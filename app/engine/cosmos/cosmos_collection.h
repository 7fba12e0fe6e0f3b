// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/engine/catalog/collection.h"

#include <memory>

namespace sandglass::engine::cosmos {

/// A collection as clients of Cosmos DB see it; a decorator of the stored collection. Hides expired
/// documents, the reserved field, and the indexes that implement the TTL index. Any thread.
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
    /// Counts the documents that clients see. The bytes are the proportional share of all
    /// documents, stamps included.
    catalog::CollectionFigures figures() const override;
    std::uint64_t storageBytes() const override { return m_real->storageBytes(); }
    bool dropped() const override { return m_real->dropped(); }
    std::vector<catalog::IndexInfo> indexes() const override;
    std::optional<catalog::IndexInfo> index(std::string_view name) const override;
    /// nullopt for the TTL index, because clients see no date that decides.
    std::optional<ttl::ExpiryRule> expiryRule(std::string_view indexName) const override;
    std::unique_ptr<catalog::RecordCursor> scan(catalog::Direction direction) const override;
    std::unique_ptr<catalog::RecordCursor> scanFrom(catalog::RecordId first) const override;
    /// In the TTL index every document has the same key, null, for clients.
    void noteWindowUse(std::string_view indexName) const override
    {
        m_real->noteWindowUse(indexName);
    }
    std::unique_ptr<catalog::RecordCursor> scanIndex(std::string_view indexName,
                                                     const catalog::IndexRange& range,
                                                     catalog::Direction direction) const override;
    Result<std::optional<std::pair<catalog::RecordId, bson::Document>>>
    findById(bson::ValueView id) const override;
    Result<std::vector<catalog::DateEntry>> dates(std::string_view indexName, bson::Date from,
                                                  bson::Date to, std::size_t limit) const override;
    Result<std::int64_t> countDates(std::string_view indexName, bson::Date from,
                                    bson::Date to) const override;
    /// nullopt while the collection has a TTL index: the entries of expired documents would be
    /// counted.
    Result<std::optional<catalog::DateClassification>>
    dateClasses(std::string_view indexName, std::span<const bson::Date> bounds,
                catalog::DatePrecision precision) const override;
    std::uint64_t indexBytes(std::string_view indexName) const override;
    Result<std::int64_t> countDue(std::string_view indexName, bson::Date to,
                                  std::int64_t atMost) const override
    {
        return m_real->countDue(indexName, to, atMost);
    }
    /// nullptr: the purge pass works on the stored collection.
    std::unique_ptr<catalog::BulkRemoval> bulkRemoval(std::string_view /*indexName*/) override
    {
        return nullptr;
    }
    std::int64_t unreclaimed() const override { return m_real->unreclaimed(); }
    /// Compares all stored data, but counts only the documents that clients see.
    Result<catalog::Verification> verify(const Interruption& interrupted) const override;
    Result<std::unique_ptr<catalog::WriteUnit>> beginWrite() override;

private:
    /// Whether that is the name of the public TTL index.
    bool isTtlIndex(std::string_view name) const;
    /// Number of stored documents that have expired and are not deleted yet.
    std::int64_t expiredDocuments() const;

    const std::shared_ptr<catalog::Collection> m_real;
    const base::Clock& m_clock;
};

} // namespace sandglass::engine::cosmos
