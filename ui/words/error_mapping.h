// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/words/failure_text.h"
#include "widgets/views/error_banner.h"

#include <QString>

#include <optional>

namespace sandglass::ui {

/// The text of a banner for a failure. `actionText`: of its button; empty: no button. Pure.
widgets::ErrorText errorText(const presenters::FailureText& failure,
                             const QString& actionText = {});

/// Shows the failure in the banner, or hides the banner when there is none.
void showFailure(widgets::ErrorBanner& banner,
                 const std::optional<presenters::FailureText>& failure,
                 const QString& actionText = {});

/// The same on a page of the window, where a lost connection is not repeated: the notice above all
/// pages says it. The button is called Refresh when the page is out of date.
void showPageFailure(widgets::ErrorBanner& banner,
                     const std::optional<presenters::FailureText>& failure,
                     const QString& actionText = {});

} // namespace sandglass::ui
