// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/error_mapping.h"

namespace sandglass::ui {

widgets::ErrorText errorText(const presenters::FailureText& failure, const QString& actionText)
{
    widgets::ErrorText text;
    text.what = failure.sentence;
    text.advice = failure.advice;
    text.details = failure.codeName.isEmpty()
        ? failure.details
        : failure.codeName + QLatin1Char('\n') + failure.details;
    text.actionText = actionText;
    // a missing permission is a state, not an error. Source: ui/DESIGN.md, Long work and errors.
    text.tone = failure.notPermitted ? widgets::Tone::Warning : widgets::Tone::Error;
    return text;
}

void showFailure(widgets::ErrorBanner& banner,
                 const std::optional<presenters::FailureText>& failure, const QString& actionText)
{
    if (failure) {
        banner.showError(errorText(*failure, actionText));
    } else {
        banner.clear();
    }
}

void showPageFailure(widgets::ErrorBanner& banner,
                     const std::optional<presenters::FailureText>& failure,
                     const QString& actionText)
{
    const bool saidAbove = failure && failure->connectionLost;
    showFailure(banner, saidAbove ? std::nullopt : failure, actionText);
}

} // namespace sandglass::ui
