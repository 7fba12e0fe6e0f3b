// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace sandglass::presenters {

/// Translates the doctor's words; all of them are in one context of the catalogues.
struct Doctor
{
    Q_DECLARE_TR_FUNCTIONS(Doctor)
};

} // namespace sandglass::presenters
