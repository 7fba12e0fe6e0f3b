// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace sandglass::widgets {

/// A label of plain text over several lines that never gives up a line of it: a layout that is
/// short of room takes it from elsewhere. QLabel tells layouts only how high it would like to be.
class WrappedLabel : public QLabel
{
    Q_OBJECT

public:
    explicit WrappedLabel(QWidget* parent = nullptr);

    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    bool m_sized = false; ///< a layout gave it its width
};

} // namespace sandglass::widgets
