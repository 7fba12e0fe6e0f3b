// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/screens/looks.h"

#include "widgets/style/colors.h"
#include "widgets/views/elided_label.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSet>
#include <QTabBar>

using namespace Qt::StringLiterals;

namespace sandglass::tests {

namespace {

QString cutLabel(const QLabel& label)
{
    if (label.text().isEmpty()) {
        return {};
    }
    if (label.wordWrap()) {
        return label.heightForWidth(label.width()) > label.height() ? label.text() : QString();
    }
    const QSize wanted = label.sizeHint();
    return wanted.width() > label.width() || wanted.height() > label.height() ? label.text()
                                                                              : QString();
}

QString cutButton(const QAbstractButton& button)
{
    if (button.text().isEmpty()) {
        return {};
    }
    const QSize wanted = button.sizeHint();
    // a button may be a little lower than it would like to be before its text suffers
    const int lowest = button.fontMetrics().height();
    return wanted.width() > button.width() || lowest > button.height() ? button.text() : QString();
}

QString cutTabs(const QTabBar& bar)
{
    for (int tab = 0; tab < bar.count(); ++tab) {
        const QString text = bar.tabText(tab);
        const QRect room = bar.tabRect(tab);
        const int wanted = bar.fontMetrics().size(Qt::TextShowMnemonic, text).width();
        const bool cut
            = bar.elideMode() == Qt::ElideNone ? !bar.rect().contains(room) : wanted > room.width();
        if (bar.isTabVisible(tab) && cut) {
            return text;
        }
    }
    return {};
}

QString cutHeader(const QHeaderView& header)
{
    if (header.orientation() != Qt::Horizontal || !header.model()) {
        return {};
    }
    const int most = header.viewport()->width();
    for (int section = 0; section < header.count(); ++section) {
        const QString text = header.model()->headerData(section, Qt::Horizontal).toString();
        const int at = header.sectionViewportPosition(section);
        const bool seen = !header.isSectionHidden(section) && at >= 0 && at < most;
        const int wanted = header.fontMetrics().horizontalAdvance(text);
        if (seen && wanted > header.sectionSize(section)) {
            return text;
        }
    }
    return {};
}

QString cutField(const QWidget& widget)
{
    if (const auto* line = qobject_cast<const QLineEdit*>(&widget)) {
        const int wanted = line->fontMetrics().horizontalAdvance(line->placeholderText());
        return line->text().isEmpty() && wanted > line->width() ? line->placeholderText()
                                                                : QString();
    }
    if (const auto* list = qobject_cast<const QComboBox*>(&widget)) {
        const int wanted = list->fontMetrics().horizontalAdvance(list->currentText());
        return !list->isEditable() && wanted > list->width() ? list->currentText() : QString();
    }
    if (const auto* box = qobject_cast<const QAbstractSpinBox*>(&widget)) {
        const int wanted = box->fontMetrics().horizontalAdvance(box->text());
        return wanted > box->width() ? box->text() : QString();
    }
    if (const auto* group = qobject_cast<const QGroupBox*>(&widget)) {
        const int wanted = group->fontMetrics().size(Qt::TextShowMnemonic, group->title()).width();
        return wanted > group->width() ? group->title() : QString();
    }
    return {};
}

QString cutOffText(const QWidget& widget)
{
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
        return cutLabel(*label);
    }
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) {
        return cutButton(*button);
    }
    if (const auto* tabs = qobject_cast<const QTabBar*>(&widget)) {
        return cutTabs(*tabs);
    }
    if (const auto* header = qobject_cast<const QHeaderView*>(&widget)) {
        return cutHeader(*header);
    }
    return cutField(widget);
}

bool isInScrollArea(const QWidget* widget)
{
    for (const QWidget* each = widget->parentWidget(); each; each = each->parentWidget()) {
        if (qobject_cast<const QAbstractScrollArea*>(each)) {
            return true;
        }
    }
    return false;
}

/// The text a widget draws in one colour, or nothing.
QString plainText(const QWidget& widget)
{
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
        return label->text();
    }
    if (const auto* line = qobject_cast<const QLineEdit*>(&widget)) {
        return line->text();
    }
    return {};
}

} // namespace

QString placeOf(const QWidget* widget)
{
    QString place;
    for (const QWidget* each = widget; each; each = each->parentWidget()) {
        place.prepend(u'/' + QString::fromLatin1(each->metaObject()->className()) + u':'
                      + each->objectName());
    }
    return place;
}

QList<QWidget*> visibleWidgets(QWidget* screen)
{
    QList<QWidget*> all = screen->findChildren<QWidget*>();
    all.removeIf([screen](const QWidget* widget) {
        // QMainWindow keeps tab bars of docks that it does not need somewhere outside
        const QWidget* parent = widget->parentWidget();
        const bool outside = parent->isWindow() && !parent->rect().intersects(widget->geometry());
        return !widget->isVisible() || widget->window() != screen->window() || outside;
    });
    return all;
}

bool isInternal(const QWidget* widget)
{
    const QWidget* parent = widget->parentWidget();
    return widget->objectName().startsWith(u"qt_"_s) || qobject_cast<const QHeaderView*>(widget)
        || widget->inherits("QTableCornerButton") || qobject_cast<const QLineEdit*>(parent)
        || qobject_cast<const QComboBox*>(parent) || qobject_cast<const QAbstractSpinBox*>(parent)
        || (qobject_cast<const QTabBar*>(parent) && widget->objectName().isEmpty())
        || (qobject_cast<const QTabBar*>(widget) && qobject_cast<const QMainWindow*>(parent));
}

QStringList cutOffTexts(QWidget* screen)
{
    QStringList complaints;
    const QList<QWidget*> widgets = visibleWidgets(screen);
    for (const QWidget* widget : widgets) {
        if (const QString cut = cutOffText(*widget); !cut.isEmpty()) {
            complaints << u"\"%1\": %2 (%3 x %4)"_s.arg(cut, placeOf(widget))
                              .arg(widget->width())
                              .arg(widget->height());
        }
    }
    return complaints;
}

QStringList controlsBeyondWindow(QWidget* screen)
{
    QStringList complaints;
    const QWidget* window = screen->window();
    const QList<QWidget*> all = visibleWidgets(screen);
    for (const QWidget* widget : all) {
        const bool control = qobject_cast<const QAbstractButton*>(widget)
            || qobject_cast<const QLineEdit*>(widget) || qobject_cast<const QComboBox*>(widget)
            || qobject_cast<const QAbstractSpinBox*>(widget);
        if (!control || isInternal(widget) || isInScrollArea(widget)) {
            continue;
        }
        const QRect place(widget->mapTo(window, QPoint()), widget->size());
        if (!window->rect().contains(place)) {
            complaints << u"%1, %2, %3 x %4: %5"_s.arg(place.x())
                              .arg(place.y())
                              .arg(place.width())
                              .arg(place.height())
                              .arg(placeOf(widget));
        }
    }
    return complaints;
}

QStringList sidewaysScrolling(QWidget* screen)
{
    QStringList complaints;
    const QList<QWidget*> widgets = visibleWidgets(screen);
    for (const QWidget* widget : widgets) {
        const auto* area = qobject_cast<const QAbstractScrollArea*>(widget);
        const bool code = qobject_cast<const QPlainTextEdit*>(widget) != nullptr;
        if (!area || code || !area->horizontalScrollBar()->isVisible()) {
            continue;
        }
        complaints
            << u"%1 pixels: %2"_s.arg(area->horizontalScrollBar()->maximum()).arg(placeOf(widget));
        // the parts that need that much
        const QList<QWidget*> parts = widget->findChildren<QWidget*>();
        for (const QWidget* part : parts) {
            if (part->isVisible() && part->minimumSizeHint().width() > area->viewport()->width()) {
                complaints << u"    %1 of %2: %3"_s.arg(part->minimumSizeHint().width())
                                  .arg(area->viewport()->width())
                                  .arg(part->objectName());
            }
        }
    }
    return complaints;
}

QStringList shortenedLabels(QWidget* screen)
{
    QStringList complaints;
    const QList<QWidget*> all = visibleWidgets(screen);
    for (const QWidget* widget : all) {
        const auto* label = qobject_cast<const widgets::ElidedLabel*>(widget);
        if (label && label->isElided()) {
            complaints << u"\"%1\" in %2"_s.arg(label->text(), placeOf(label));
        }
    }
    return complaints;
}

QStringList faintTexts(QWidget* screen, double least)
{
    QStringList complaints;
    const QList<QWidget*> all = visibleWidgets(screen);
    for (const QWidget* widget : all) {
        if ((!widget->isEnabled() && least <= 4.5) || plainText(*widget).isEmpty()) {
            continue;
        }
        const QColor text = widget->palette().color(widget->foregroundRole());
        const QColor ground = widget->palette().color(widget->backgroundRole());
        const double contrast = widgets::contrastRatio(text, ground);
        if (contrast < least) {
            complaints << u"%1 of %2 on %3: \"%4\" in %5"_s.arg(contrast).arg(
                text.name(), ground.name(), plainText(*widget), placeOf(widget));
        }
    }
    return complaints;
}

double shareOfLightness(const QImage& picture, double from, double to)
{
    qsizetype found = 0;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
            const double lightness = qGray(picture.pixel(x, y)) / 255.0;
            if (lightness >= from && lightness <= to) {
                ++found;
            }
        }
    }
    const auto all = static_cast<double>(picture.width()) * picture.height();
    return all > 0 ? static_cast<double>(found) / all : 0;
}

int colorsIn(const QImage& picture, int most)
{
    QSet<QRgb> colors;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
            colors.insert(picture.pixel(x, y));
            if (colors.size() >= most) {
                return most;
            }
        }
    }
    return static_cast<int>(colors.size());
}

} // namespace sandglass::tests
