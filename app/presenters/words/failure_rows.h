// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/error.h"

#include <span>

namespace sandglass::presenters {

/// What a button beside an error can do about it.
enum class FailureRemedy {
    None, ///< only what the advice says
    Retry, ///< the same again may succeed
    Refresh, ///< what is on screen is out of date: read it again
    Unlock, ///< the connection is locked
};

/// One kind of error in words. The texts are sources of the translation context "FailureRow".
struct FailureRow
{
    const char* sentence = nullptr; ///< what went wrong and why
    const char* advice = nullptr; ///< what to do about it; null: nothing can be done
    FailureRemedy remedy = FailureRemedy::None;
};

/// A code of a server and its words.
struct ServerCodeRow
{
    int code = 0; ///< MongoDB's number
    FailureRow row;
};

/// The words of an error that no server has sent. Any thread.
const FailureRow& rowOf(base::Errc code);
/// The words of a reason for which Sandglass itself made an error; null for None. Any thread.
const FailureRow* rowOf(base::LocalReason reason);
/// The words of a server's code; null for a code without words of its own. Any thread.
const FailureRow* rowOfServerCode(int code);
/// All codes with words of their own, in ascending order. Any thread.
std::span<const ServerCodeRow> serverCodeRows();

} // namespace sandglass::presenters
