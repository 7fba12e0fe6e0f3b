// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/tone_mapping.h"

namespace sandglass::ui {

widgets::ColorRole roleOf(presenters::Tone tone, widgets::ColorRole plain)
{
    switch (tone) {
    case presenters::Tone::Good:
        return widgets::ColorRole::OkText;
    case presenters::Tone::Warning:
        return widgets::ColorRole::WarningText;
    case presenters::Tone::Bad:
        return widgets::ColorRole::ErrorText;
    case presenters::Tone::Plain:
        break;
    }
    return plain;
}

} // namespace sandglass::ui
