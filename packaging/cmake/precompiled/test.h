// SPDX-License-Identifier: GPL-3.0-or-later
// Read once for all tests without widgets.
#pragma once

#include "core.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
