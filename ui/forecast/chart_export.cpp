// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forecast/chart_export.h"

#include "widgets/charts/forecast_chart.h"
#include "widgets/views/behind_dialog.h"
#include "widgets/views/error_banner.h"
#include "widgets/views/file_saver.h"
#include "widgets/views/visible_text.h"

#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>
#include <QPixmap>

#include <utility>

namespace sandglass::ui {

ChartExport::ChartExport(widgets::ForecastChart& chart, CaptionOf caption,
                         widgets::ErrorBanner& banner, QWidget* window)
    : QObject(window)
    , m_chart(chart)
    , m_caption(std::move(caption))
    , m_banner(banner)
    , m_window(*window)
{
    connect(&m_banner, &widgets::ErrorBanner::dismissed, this, [this] { m_reported = false; });
}

bool ChartExport::usesBanner(bool failure)
{
    m_reported = m_reported && !failure;
    return m_reported;
}

void ChartExport::report(const QString& path, const QString& why)
{
    m_reported = true;
    m_banner.showError(
        {tr("The picture could not be written."), path, why, {}, {}, widgets::Tone::Error});
}

void ChartExport::addTo(QMenu& menu)
{
    QAction* copyAction = menu.addAction(tr("&Copy picture"));
    copyAction->setObjectName(QStringLiteral("copyPictureAction"));
    connect(copyAction, &QAction::triggered, this, &ChartExport::copy);
    QAction* saveAction = menu.addAction(tr("Save &picture…"));
    saveAction->setObjectName(QStringLiteral("savePictureAction"));
    connect(saveAction, &QAction::triggered, this, &ChartExport::save);
}

void ChartExport::copy()
{
    if (widgets::isBehindDialog(m_window)) {
        return;
    }
    const presenters::PictureCaption caption = m_caption();
    QGuiApplication::clipboard()->setPixmap(m_chart.grabPicture(
        widgets::visibleText(caption.title), widgets::visibleText(caption.details)));
}

void ChartExport::save()
{
    if (widgets::isBehindDialog(m_window)) {
        return;
    }
    auto* dialog = new QFileDialog(&m_window, tr("Save picture"));
    dialog->setObjectName(QStringLiteral("savePictureDialog"));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("Picture (*.png)"), tr("Document (*.pdf)"), tr("Drawing (*.svg)")});
    dialog->setDefaultSuffix(QStringLiteral("png"));
    dialog->selectFile(m_caption().fileName + QStringLiteral(".png"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
        // the suffix follows the chosen format
        for (const char* suffix : {"png", "pdf", "svg"}) {
            if (filter.contains(QLatin1String(suffix))) {
                const QFileInfo chosen(dialog->selectedFiles().value(0));
                dialog->setDefaultSuffix(QLatin1String(suffix));
                dialog->selectFile(chosen.completeBaseName() + u'.' + QLatin1String(suffix));
            }
        }
    });
    connect(dialog, &QFileDialog::fileSelected, this, &ChartExport::write);
    dialog->open();
}

void ChartExport::write(const QString& path)
{
    if (std::exchange(m_reported, false)) {
        m_banner.clear();
    }
    const auto hasSuffix = [&path](const char* suffix) {
        return QFileInfo(path).suffix().compare(QLatin1String(suffix), Qt::CaseInsensitive) == 0;
    };
    const auto format = hasSuffix("pdf") ? widgets::PictureFormat::Pdf
        : hasSuffix("svg")               ? widgets::PictureFormat::Svg
                                         : widgets::PictureFormat::Png;
    const presenters::PictureCaption caption = m_caption();
    auto* saver
        = new widgets::FileSaver(path,
                                 m_chart.pictureContent(format, widgets::visibleText(caption.title),
                                                        widgets::visibleText(caption.details)),
                                 m_window);
    connect(saver, &widgets::FileSaver::failed, this,
            [this, path](const QString& why) { report(path, why); });
}

} // namespace sandglass::ui

#include "moc_chart_export.cpp"
