// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>

namespace sandglass::tests {

/// The picture at most `width` pixels wide, with a palette of at most 256 colours: a PNG of it
/// takes a third of the space. Pure; any thread.
QImage reduced(const QImage& picture, int width);

} // namespace sandglass::tests
