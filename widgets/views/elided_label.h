// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace sandglass::widgets {

/// One line of plain text, shortened with "…" if it does not fit. The whole text is then the tool
/// tip, and always the accessible name. Text from a server is shown through visibleText().
class ElidedLabel : public QWidget
{
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    /// The whole text, as shown.
    QString text() const { return m_text; }
    /// Sets a plain text; see visibleText().
    void setText(const QString& text);

    /// Whether the text does not fit.
    bool isElided() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// The whole text as tool tip if it is shortened.
    void updateToolTip();

    QString m_text;
};

} // namespace sandglass::widgets
