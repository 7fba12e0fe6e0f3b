// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace sandglass::presenters {

/// Translates the words of the doctor. One context for all of its files, since they share words.
struct Doctor
{
    Q_DECLARE_TR_FUNCTIONS(Doctor)
};

} // namespace sandglass::presenters
