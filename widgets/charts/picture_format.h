// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace sandglass::widgets {

/// File formats of an exported picture.
enum class PictureFormat { Png, Pdf, Svg };

} // namespace sandglass::widgets
