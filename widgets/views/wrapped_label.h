// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace sandglass::widgets {

/// A label with several lines of plain text that is never squeezed: in a layout with little room it
/// keeps the height of all its lines. (QLabel reports that height only as a preference.) A word
/// that is longer than a line, such as a name of thousands of letters, is cut and makes no window
/// wider.
class WrappedLabel : public QLabel
{
    Q_OBJECT

public:
    explicit WrappedLabel(QWidget* parent = nullptr);

    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    bool m_sized = false; ///< a layout has set its width
};

} // namespace sandglass::widgets
