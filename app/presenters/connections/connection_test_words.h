// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/connections/connect_form_presenter.h"
#include "app/services/connections/connection_test.h"

#include <vector>

namespace sandglass::presenters {

/// The stages of a test in words, in their order.
std::vector<TestRow> testRows(const services::ConnectionTest::Stages& stages);

} // namespace sandglass::presenters
