// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/model/standby.h"

#include "tests/integration/model/comparison.h"
#include "tests/integration/model/subject.h"
#include "tests/support/need.h"

#include <utility>

namespace sandglass::tests::model {

using engine::storage::StandbyStore;

Standby::Standby(const std::string& folder, const std::string& scratch, Model model)
    : m_clock(model.now())
    , m_store(need(StandbyStore::open(folder, scratch, {}, m_log)))
    , m_catalog(need(engine::catalog::Catalog::openStandby(*m_store, m_clock, compileFilter)))
    , m_model(std::move(model))
{
}

std::string Standby::follow(const Model& model, RandomSource& random)
{
    // cursors make it wait at first
    bool advanced = false;
    for (int tries = 0; tries <= StandbyStore::kPatience && !advanced; ++tries) {
        need(m_store->prepare());
        auto followed = m_catalog->follow([&]() -> Result<bool> {
            auto moved = m_store->advance();
            advanced = moved && *moved;
            return moved;
        });
        // what StandbyFollower does when it learns of removals too late
        if (!followed && followed.error().code == Errc::Conflict) {
            m_store->renew();
            advanced = false;
        } else {
            need(std::move(followed));
        }
    }
    m_model = model;
    return compare(random);
}

std::string Standby::compare(RandomSource& random)
{
    std::string difference = Comparison(*m_catalog, m_model, random, nullptr, true).all();
    return difference.empty() ? difference : "standby: " + difference;
}

std::string Standby::useCursors(RandomSource& random)
{
    // each may hold an instance of its own, and there are only so many
    constexpr int kMostOpened = 3;
    if (m_opened == kMostOpened) {
        m_opened = 0;
        const std::string difference = m_cursors.finish();
        return difference.empty() ? difference : "standby: " + difference;
    }
    if (!m_model.collections().empty()) {
        const auto& [ns, collection] = random.pick(m_model.collections());
        m_cursors.open(*m_catalog->find(ns), collection, random);
        ++m_opened;
    }
    const std::string difference = m_cursors.read(random.upTo(5));
    return difference.empty() ? difference : "standby: " + difference;
}

} // namespace sandglass::tests::model
