// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_model.h"
#include "widgets/charts/picture_format.h"

#include <QPoint>
#include <QTimeZone>
#include <QWidget>

#include <functional>
#include <memory>
#include <optional>

namespace sandglass::widgets {

struct ChartScene;
struct TimeSpan;
class PlotCanvas;

/// Bars of counts over future time. From left to right: what was really deleted (green, if any is
/// given), Overdue, the time axis with the line of now, and apart from it Later and Never. Knows
/// numbers, not what they mean.
///
/// Pointer: the wheel zooms at the pointer, with Shift it moves; dragging selects whole bars; a
/// click makes a bar the current one; a double click resets. Keys: Left and Right move the current
/// bar, with Shift they select; Enter activates it; + and - zoom; Home resets; Escape drops the
/// selection, then the current bar. Both are spoken.
class ForecastChart : public QWidget
{
    Q_OBJECT

public:
    explicit ForecastChart(QWidget* parent = nullptr);
    ~ForecastChart() override;

    /// Shows other numbers. Above kMostBars bars neighbours are merged. The zoom, the
    /// current bar (the one that now holds its start) and the selection stay, as far as they still
    /// exist.
    void setModel(const ChartModel& model);

    /// What is shown, after merging; signals and rows() count in it.
    const ChartModel& model() const;
    const QVector<ChartRow>& rows() const;

    /// The wall clock of axis and tool tips; the system's to begin with.
    void setTimeZone(const QTimeZone& zone);

    /// Moves the line of now; nothing else is drawn again. `nowMs`: milliseconds since 1970 UTC, 0
    /// for no line.
    void setNow(qint64 nowMs);

    /// Counts on a logarithmic axis, which then says so.
    void setLogScale(bool on);
    bool isLogScale() const;

    /// What is counted, beside the axis; "Documents" to begin with.
    void setValueLabel(const QString& label);

    /// Above 0: the scale and the labels show bytes, so many for each document. Table and tool tips
    /// go on telling documents.
    void setBytesEach(double bytes);

    /// A text over the empty time axis, such as "No expirations in this range"; empty for none.
    void setMessage(const QString& message);

    /// True while the numbers are old: they are shown faded.
    void setDimmed(bool dimmed);

    /// The summary for screen readers: the accessible description.
    void setSummary(const QString& summary);

    /// Text of the tool tip of a row; plain text, lines parted by '\n'. Without one the chart words
    /// it itself.
    using RowFormatter = std::function<QString(const ChartRow&)>;
    void setToolTipFormatter(RowFormatter formatter);

    /// The row that the keyboard is on, an index into rows(); -1 for none.
    int currentRow() const;
    void setCurrentRow(int row);

    /// The current row as it is spoken; empty without one.
    QString currentRowText() const;

    /// The visible part of the time axis, milliseconds UTC. A range outside the bars is moved
    /// inside.
    std::pair<qint64, qint64> visibleRange() const;
    void setVisibleRange(qint64 fromMs, qint64 toMs);

    /// The selected range (edges of bars), or nothing.
    std::optional<std::pair<qint64, qint64>> selection() const;
    void clearSelection();

    /// Where a row is drawn, in this widget's coordinates; empty if it is not visible now.
    QRect rowRect(int row) const;

    /// The chart as it is seen, sharp for the screen it is on.
    QPixmap grabPicture() const;

    /// Writes the chart as it is seen. False if the file cannot be written; nothing else is told.
    bool savePicture(const QString& path, PictureFormat format) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

public Q_SLOTS:
    void zoomIn();
    void zoomOut();
    /// Shows the whole range again and drops the selection.
    void resetView();

Q_SIGNALS:
    /// A range was selected: from the start of its first bar to the end of its last one.
    void rangeSelected(qint64 fromMs, qint64 toMs);
    void selectionCleared();
    /// Enter was pressed on a bar. `index`: see ChartRow::index.
    void barActivated(sandglass::widgets::BarKind kind, int index);
    /// -1: none is current.
    void currentRowChanged(int row);
    /// The whole range was asked for, whether it was shown already or not.
    void viewReset();
    /// The user zoomed or moved.
    void visibleRangeChanged(qint64 fromMs, qint64 toMs);
    /// A picture that shows at least one document was put on the screen; with every such picture.
    void documentsPainted();

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    QPoint onCanvas(const QPoint& point) const;
    void showSpan(const TimeSpan& span);
    void zoom(double factor, qint64 aroundMs);
    void pan(double share);
    void moveCurrent(int step);
    void extendSelection(int step);
    void showCurrentInView();
    void selectBars(int first, int last);
    void dragTo(const QPoint& point);
    int barAt(qint64 ms) const;
    int rowLike(const ChartRow& row) const;
    void showToolTip(const QPoint& point, const QPoint& globalPoint);
    QString toolTipOf(const ChartRow& row) const;
    void announceCurrent();
    bool escape();

    std::unique_ptr<ChartScene> m_scene;
    PlotCanvas* m_canvas = nullptr;
    RowFormatter m_formatter;
    std::optional<QPoint> m_pressed; // on the canvas, while the left button is down
    std::optional<qint64> m_anchorMs; // start of the bar at which a selection by keys began
    bool m_dragging = false;
};

} // namespace sandglass::widgets
