// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/words/tone.h"
#include "widgets/style/colors.h"

namespace sandglass::ui {

/// The colour of a tone. `plain`: that of Tone::Plain. Pure.
widgets::ColorRole roleOf(presenters::Tone tone,
                          widgets::ColorRole plain = widgets::ColorRole::Text);

} // namespace sandglass::ui
