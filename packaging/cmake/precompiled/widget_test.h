// SPDX-License-Identifier: GPL-3.0-or-later
// Read once for all tests of widgets and screens.
#pragma once

#include "test.h"
#include "widgets.h"
