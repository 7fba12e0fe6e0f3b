// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/catalog.h"
#include "app/engine/storage/standby_store.h"
#include "tests/integration/model/open_cursors.h"
#include "tests/support/fake_clock.h"
#include "tests/support/null_log.h"

#include <memory>
#include <string>

namespace sandglass::tests::model {

/// A catalog that follows the one under test, and the model as of the moment it has reached.
class Standby
{
public:
    /// `folder`: of the primary; `scratch`: an empty folder of this standby's own.
    Standby(const std::string& folder, const std::string& scratch, Model model);

    /// Takes over everything that has been committed, which `model` says; "" or what differs then.
    std::string follow(const Model& model, RandomSource& random);
    /// Compares with the moment that was reached last.
    std::string compare(RandomSource& random);
    /// Opens a cursor that lives over further moves, and reads from those that are open.
    std::string useCursors(RandomSource& random);

private:
    tests::NullLog m_log;
    FakeClock m_clock;
    std::unique_ptr<engine::storage::StandbyStore> m_store;
    std::unique_ptr<engine::catalog::Catalog> m_catalog;
    Model m_model;
    OpenCursors m_cursors;
    int m_opened = 0;
};

} // namespace sandglass::tests::model
