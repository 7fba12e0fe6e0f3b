// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/icon.h"

#include <QApplication>
#include <QFile>
#include <QHash>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace sandglass::widgets {

namespace {

/// The text of an icon's file, cached; empty if there is no such file. GUI thread.
QByteArray sourceOf(const QString& name)
{
    static QHash<QString, QByteArray> sources;
    const auto known = sources.constFind(name);
    if (known != sources.constEnd()) {
        return known.value();
    }
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    QByteArray text = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    if (!text.isEmpty()) {
        sources.insert(name, text);
    }
    return text;
}

class ThemedIconEngine : public QIconEngine
{
public:
    ThemedIconEngine(QString name, ColorRole role)
        : m_name(std::move(name))
        , m_role(role)
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        // the icons draw with currentColor only
        QByteArray svg = sourceOf(m_name);
        svg.replace("currentColor", colorFor(mode).name().toLatin1());
        QSvgRenderer renderer(svg);
        renderer.setAspectRatioMode(Qt::KeepAspectRatio);
        renderer.render(painter, rect);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        // the colour in the key makes a change of theme visible at once
        const QString cacheKey = QStringLiteral("sandglass/%1/%2/%3x%4")
                                     .arg(m_name, colorFor(mode).name())
                                     .arg(size.width())
                                     .arg(size.height());
        QPixmap picture;
        if (QPixmapCache::find(cacheKey, &picture)) {
            return picture;
        }
        picture = QPixmap(size);
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        paint(&painter, picture.rect(), mode, state);
        painter.end();
        QPixmapCache::insert(cacheKey, picture);
        return picture;
    }

    QIconEngine* clone() const override { return new ThemedIconEngine(*this); }
    QString key() const override { return QStringLiteral("ThemedIconEngine"); }
    QString iconName() override { return m_name; }
    bool isNull() override { return false; }

private:
    QColor colorFor(QIcon::Mode mode) const
    {
        if (mode == QIcon::Disabled) {
            return QGuiApplication::palette().color(QPalette::Disabled, QPalette::ButtonText);
        }
        if (mode == QIcon::Selected) {
            return QGuiApplication::palette().color(QPalette::HighlightedText);
        }
        return color(m_role);
    }

    const QString m_name;
    const ColorRole m_role;
};

} // namespace

QIcon icon(const QString& name)
{
    return icon(name, ColorRole::Text);
}

QIcon icon(const QString& name, ColorRole role)
{
    if (sourceOf(name).isEmpty()) {
        return {};
    }
    return QIcon(new ThemedIconEngine(name, role));
}

} // namespace sandglass::widgets
