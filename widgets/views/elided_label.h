// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace sandglass::widgets {

/// One line of plain text that is shortened with "…" when the room is small; the whole text is then
/// its tool tip and always its accessible name. Text from a server is shown through visibleText().
class ElidedLabel : public QWidget
{
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    QString text() const { return m_text; }
    void setText(const QString& text);

    /// Where the dots stand; at the right to begin with.
    void setElideMode(Qt::TextElideMode mode);

    /// True if the text does not fit now.
    bool isElided() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void updateToolTip();

    QString m_text;
    Qt::TextElideMode m_mode = Qt::ElideRight;
};

} // namespace sandglass::widgets
