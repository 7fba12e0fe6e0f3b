// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/cosmos/visibility.h"

#include "app/engine/cosmos/stamp.h"
#include "app/engine/cosmos/ttl_index.h"

#include <utility>
#include <vector>

namespace sandglass::engine::cosmos {

namespace {

class VisibleCursor final : public catalog::RecordCursor
{
public:
    VisibleCursor(std::unique_ptr<catalog::RecordCursor> real, const Visibility& visibility)
        : m_real(std::move(real))
        , m_visibility(visibility)
    {
    }

    bool next() override
    {
        while (m_real->next()) {
            const bson::DocumentView stored = m_real->document();
            if (!m_visibility.shows(stored)) {
                continue;
            }
            unstampInto(stored, m_document);
            return true;
        }
        return false;
    }
    catalog::RecordId id() const override { return m_real->id(); }
    bson::DocumentView document() const override
    {
        return bson::DocumentView(bson::Bytes(m_document));
    }
    Result<void> status() const override { return m_real->status(); }
    std::int64_t keysExamined() const override { return m_real->keysExamined(); }
    std::int64_t documentsExamined() const override { return m_real->documentsExamined(); }

private:
    std::unique_ptr<catalog::RecordCursor> m_real;
    Visibility m_visibility;
    std::vector<std::uint8_t> m_document; // BSON
};

} // namespace

Visibility::Visibility(const catalog::Collection& real, const base::Clock& clock)
    : m_clock(&clock)
    , m_seconds(ttlSecondsOf(real))
{
}

bool Visibility::shows(bson::DocumentView stored) const
{
    if (!m_seconds) {
        return true;
    }
    const auto stamp = stampOf(stored);
    return !stamp || !ttl::isCosmosExpired(*stamp, m_seconds, m_clock->now());
}

std::unique_ptr<catalog::RecordCursor> visibleCursor(std::unique_ptr<catalog::RecordCursor> real,
                                                     const Visibility& visibility)
{
    if (!real) {
        return nullptr;
    }
    return std::make_unique<VisibleCursor>(std::move(real), visibility);
}

} // namespace sandglass::engine::cosmos
