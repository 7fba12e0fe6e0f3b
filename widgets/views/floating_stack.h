// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace sandglass::widgets {

/// Messages over an edge of a widget, one above the other. What is below them neither moves nor
/// changes its size when they come and go. Hidden while no message is shown.
class FloatingStack : public QWidget
{
    Q_OBJECT

public:
    /// The edge at which the messages are.
    enum class Edge { Top, Bottom };
    /// Lies over `host`, its parent.
    explicit FloatingStack(QWidget& host, Edge edge = Edge::Bottom);

    /// Adds a message below the others and takes ownership. It decides itself when it is shown.
    void add(QWidget* message);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool event(QEvent* event) override;

private:
    /// Takes the place that the shown messages need, in the middle of the edge.
    void place();

    const Edge m_edge;
};

} // namespace sandglass::widgets
