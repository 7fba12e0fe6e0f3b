// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_model.h"
#include "widgets/charts/picture_format.h"

#include <QPoint>
#include <QTimer>
#include <QTimeZone>
#include <QWidget>

#include <functional>
#include <memory>
#include <optional>

namespace sandglass::widgets {

struct ChartScene;
struct TimeSpan;
class PlotCanvas;

/// Bars of counts over future time. From left to right: real deletions (green, if there are any),
/// Overdue, the time axis with the line of now, and separate from it Later and Never. Shows
/// numbers; knows nothing of TTL.
///
/// Mouse: the wheel zooms at the pointer and scrolls with Shift, and takes the focus; dragging
/// selects whole bars; a click makes a bar current and, unless a second one follows, activates it;
/// a double click resets. Keys: Left and Right move the current bar, from Overdue on or into the
/// deletions before it, and select with Shift; Enter activates it; + and - zoom; Home resets;
/// Escape clears the selection, then the current bar. Screen readers announce both, and find each
/// bar as a child of the chart. The members of the current bar are named beside it.
class ForecastChart : public QWidget
{
    Q_OBJECT

public:
    explicit ForecastChart(QWidget* parent = nullptr);
    ~ForecastChart() override;

    /// Shows other numbers. Draws again only if the picture differs. Above kMostBars, neighbouring
    /// bars are merged. Zoom, selection and current bar (the one that now holds its start) stay as
    /// far as possible.
    void setModel(const ChartModel& model);

    /// The model as shown, after merging. Signals and rows() refer to it.
    const ChartModel& model() const;
    /// The rows as shown; see rowsOf().
    const QVector<ChartRow>& rows() const;

    /// The time zone of axis and tool tips; the system's by default.
    void setTimeZone(const QTimeZone& zone);

    /// Moves the line of now without redrawing anything else. `nowMs`: milliseconds since 1970 UTC;
    /// 0: no line.
    void setNow(qint64 nowMs);

    /// Switches the axis of counts to logarithmic, which its label mentions.
    void setLogScale(bool on);
    /// Whether the axis of counts is logarithmic.
    bool isLogScale() const;

    /// The label of the axis of counts; "Documents" by default.
    void setValueLabel(const QString& label);

    /// Above 0: scale and labels show bytes, this many for each document. Table and tool tips still
    /// show documents.
    void setBytesEach(double bytes);

    /// Fades the numbers while they are out of date.
    void setDimmed(bool dimmed);

    /// The accessible description: a summary for screen readers.
    void setSummary(const QString& summary);

    /// The row that the keyboard is on, an index into rows(); -1: none.
    int currentRow() const;
    /// Makes a row current and scrolls to it; -1: none.
    void setCurrentRow(int row);

    /// Moves the current row by `step`, 1 or -1; from none, to Overdue or the last one.
    void moveCurrent(int step);

    /// A row as a sentence for screen readers; empty if there is none.
    QString rowText(int row) const;
    /// The current row as a sentence for screen readers; empty if there is none.
    QString currentRowText() const;

    /// The visible part of the time axis, milliseconds since 1970 UTC.
    std::pair<qint64, qint64> visibleRange() const;

    /// The selected range, from bar edge to bar edge; nullopt if nothing is selected.
    std::optional<std::pair<qint64, qint64>> selection() const;
    /// Clears the selection. Emits selectionCleared() if there was one.
    void clearSelection();

    /// The area of a row in this widget's coordinates; empty if it is not visible.
    QRect rowRect(int row) const;

    /// The chart as shown, at the screen's resolution, below a title and a line of details; empty
    /// ones are left out.
    QPixmap grabPicture(const QString& title = {}, const QString& details = {}) const;

    /// The bytes of a picture file of the chart as shown, with a caption. Drawn now; what is
    /// returned may be called on another thread.
    std::function<QByteArray()> pictureContent(PictureFormat format, const QString& title,
                                               const QString& details) const;
    /// Writes the chart as shown, below a title and a line of details; empty ones are left out.
    /// False if the file cannot be written; an existing file then stays.
    bool savePicture(const QString& path, PictureFormat format, const QString& title = {},
                     const QString& details = {}) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

public Q_SLOTS:
    /// Emits barActivated() for a row, one of deletions too; does nothing for an empty bar.
    void activateRow(int row);
    /// Halves the visible time.
    void zoomIn();
    /// Doubles the visible time.
    void zoomOut();
    /// Shows the whole range and clears the selection.
    void resetView();

Q_SIGNALS:
    /// The user selected a range, from the start of its first bar to the end of its last one.
    void rangeSelected(qint64 fromMs, qint64 toMs);
    /// Nothing is selected any more.
    void selectionCleared();
    /// Enter was pressed on a bar, or it was clicked. `index`: see ChartRow::index.
    void barActivated(sandglass::widgets::BarKind kind, int index);
    /// The current row has changed; -1: none.
    void currentRowChanged(int row);
    /// The user asked for the whole range, even if it was already shown.
    void viewReset();
    /// The user zoomed or scrolled.
    void visibleRangeChanged(qint64 fromMs, qint64 toMs);
    /// A picture with at least one document has been painted; emitted for every such picture.
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
    /// A point of this widget in the canvas's coordinates.
    QPoint onCanvas(const QPoint& point) const;
    /// Changes the visible span and emits visibleRangeChanged().
    void showSpan(const TimeSpan& span);
    /// Zooms by a factor; `aroundMs` stays where it is.
    void zoom(double factor, qint64 aroundMs);
    /// Scrolls by a share of the visible span.
    void pan(double share);
    /// Extends the selection from the bar where it began.
    void extendSelection(int step);
    /// Scrolls so that the current bar is visible.
    void showCurrentInView();
    /// Selects forecast bars by index, in either order.
    void selectBars(int first, int last);
    /// Extends a selection with the mouse.
    void dragTo(const QPoint& point);
    /// The forecast bar that holds an instant; the nearest one outside of all.
    int barAt(qint64 ms) const;
    /// Whether another model gives the same picture: at most the present moment, at which the first
    /// bar begins, has moved on by less than a pixel.
    bool looksLike(const ChartModel& model) const;
    /// The row of the new model that corresponds to a row of the old one; -1 if there is none.
    int rowLike(const ChartRow& row) const;
    /// Shows the tool tip of the row under the pointer, or hides it.
    void showToolTip(const QPoint& point, const QPoint& globalPoint);
    /// The tool tip of a row.
    QString toolTipOf(const ChartRow& row) const;
    /// Tells screen readers about the current row.
    void announceCurrent();
    /// Clears the selection or the current row; false if there was neither.
    bool escape();

    std::unique_ptr<ChartScene> m_scene;
    PlotCanvas* m_canvas = nullptr;
    std::optional<QPoint> m_pressed; // in canvas coordinates, while the left button is down
    std::optional<qint64> m_anchorMs; // start of the bar where a selection by keyboard began
    bool m_dragging = false;
    QTimer m_click; // until a click is no double click
};

} // namespace sandglass::widgets
