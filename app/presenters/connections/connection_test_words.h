// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/connections/connect_form_presenter.h"
#include "app/services/connections/connection_test.h"

#include <vector>

namespace sandglass::presenters {

/// Returns the stages of a connection test in words, in the order of services::TestStage. GUI
/// thread.
std::vector<TestRow> testRows(const services::ConnectionTest& test);

} // namespace sandglass::presenters
