// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/collection.h"

#include <memory>
#include <utility>

namespace sandglass::engine::catalog {

/// The base of a write unit that changes what some functions of another unit do and leaves the
/// others as they are. Every function here is that of the other unit. Threads as WriteUnit.
class ForwardingWriteUnit : public WriteUnit
{
public:
    /// `real` must not be null.
    explicit ForwardingWriteUnit(std::unique_ptr<WriteUnit> real)
        : m_real(std::move(real))
    {
    }

    Result<RecordId> insert(bson::DocumentView document) override
    {
        return m_real->insert(document);
    }
    Result<std::optional<bson::Document>> fetch(RecordId id) override { return m_real->fetch(id); }
    Result<void> replace(RecordId id, bson::DocumentView document) override
    {
        return m_real->replace(id, document);
    }
    Result<bool> remove(RecordId id) override { return m_real->remove(id); }
    bson::Document asFetched(bson::Document document) const override
    {
        return m_real->asFetched(std::move(document));
    }
    bool countsEveryReplace() const override { return m_real->countsEveryReplace(); }
    Result<std::vector<DateEntry>> datesUpTo(std::string_view indexName, bson::Date to,
                                             std::size_t limit) override
    {
        return m_real->datesUpTo(indexName, to, limit);
    }
    void rememberDrained(std::string_view indexName, bson::Date date) override
    {
        m_real->rememberDrained(indexName, date);
    }
    std::int64_t removedKeys() const override { return m_real->removedKeys(); }
    void setNote(const WriteNote* note) override { m_real->setNote(note); }
    std::int64_t insertedKeys() const override { return m_real->insertedKeys(); }
    Result<WriteUnit*> join(const std::shared_ptr<Collection>& other) override
    {
        return m_real->join(other);
    }
    Result<void> commit(storage::Durability durability) override
    {
        return m_real->commit(durability);
    }

protected:
    /// The unit to which the functions forward.
    WriteUnit& real() { return *m_real; }

private:
    std::unique_ptr<WriteUnit> m_real;
};

} // namespace sandglass::engine::catalog
