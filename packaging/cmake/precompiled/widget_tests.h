// SPDX-License-Identifier: GPL-3.0-or-later
// Read once for all tests with widgets.
#pragma once

#include "widgets.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
