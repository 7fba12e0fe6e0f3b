// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/help_style.h"

#include "widgets/style/colors.h"

using namespace Qt::StringLiterals;

namespace sandglass::ui {

QString helpStyleSheet()
{
    using widgets::color;
    using widgets::ColorRole;
    // Qt's rich text has no em for margins. The pixels here are few, and only separate blocks.
    return uR"(
body { color: %1; }
h1 { font-size: x-large; font-weight: 600; margin-top: 0px; margin-bottom: 10px; }
h2 { font-size: large; font-weight: 600; margin-top: 18px; margin-bottom: 6px; }
h3 { font-size: medium; font-weight: 600; margin-top: 14px; margin-bottom: 4px; }
p, li { line-height: 135%; margin-top: 4px; margin-bottom: 6px; }
p.picture { line-height: 100%; }
td, th { padding: 4px 18px 4px 0px; }
th { font-weight: 600; text-align: left; }
a { color: %2; text-decoration: underline; }
code, pre { font-family: monospace; background-color: %3; }
)"_s.arg(color(ColorRole::Text).name(), color(ColorRole::Accent).name(),
         color(ColorRole::Raised).name());
}

} // namespace sandglass::ui
