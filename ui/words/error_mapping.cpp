// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/error_mapping.h"

#include <QCoreApplication>

namespace sandglass::ui {

namespace {

struct ErrorWords
{
    Q_DECLARE_TR_FUNCTIONS(ErrorWords)
};

} // namespace

widgets::ErrorText errorText(const presenters::FailureText& failure, const QString& actionText)
{
    widgets::ErrorText text;
    text.what = failure.sentence;
    text.why = failure.why;
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
    // the button reads the page again either way; its text follows the advice
    const bool outdated = failure && failure->remedy == presenters::FailureRemedy::Refresh;
    showFailure(banner, saidAbove ? std::nullopt : failure,
                outdated && !actionText.isEmpty() ? ErrorWords::tr("&Refresh") : actionText);
}

} // namespace sandglass::ui
