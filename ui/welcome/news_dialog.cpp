// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/welcome/news_dialog.h"

#include "ui/help/help_pages.h"
#include "ui/help/help_style.h"
#include "widgets/style/appearance.h"
#include "widgets/style/metrics.h"
#include "widgets/views/dialog_buttons.h"
#include "widgets/views/open_over.h"

#include <QDesktopServices>
#include <QFile>
#include <QPushButton>
#include <QScrollBar>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace sandglass::ui {

namespace {

const QString kPage = QStringLiteral("whats-new");

} // namespace

NewsDialog::NewsDialog(QWidget* parent)
    : QDialog(parent)
    , m_page(new QTextBrowser(this))
{
    setObjectName(QStringLiteral("newsDialog"));
    setWindowTitle(tr("What Is New"));
    setAttribute(Qt::WA_DeleteOnClose);
    // F1 opens the same page in the help
    setProperty("helpPlace", kPage);
    m_page->setObjectName(QStringLiteral("newsTextBrowser"));
    m_page->setAccessibleName(tr("What is new, version by version"));
    m_page->setOpenLinks(false);
    m_page->setTabChangesFocus(true);
    m_page->setFrameShape(QFrame::NoFrame);
    m_page->document()->setDocumentMargin(widgets::emPixels(this, 1.2));
    m_page->document()->setIndentWidth(widgets::emPixels(this, 1.75));
    auto* buttons = new widgets::DialogButtons(this);
    // it is shown unasked, so Enter is enough to be done with it
    buttons->addClose(QStringLiteral("closeNewsButton"))->setDefault(true);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_page, 1);
    column->addWidget(buttons);
    resize(widgets::emPixels(this, 46), widgets::emPixels(this, 40));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_page, &QTextBrowser::anchorClicked, this, [](const QUrl& link) {
        if (link.scheme() == QLatin1String("https")) {
            QDesktopServices::openUrl(link);
        }
    });
    connect(&widgets::Appearance::instance(), &widgets::Appearance::changed, this,
            &NewsDialog::load);
    load();
}

NewsDialog* NewsDialog::openOver(QWidget* parent)
{
    return &widgets::openOver<NewsDialog>(parent);
}

void NewsDialog::load()
{
    QFile file(helpFile(kPage, helpLanguage()));
    const int scrolled = m_page->verticalScrollBar()->value();
    // a style sheet applies to documents that are set after it
    m_page->document()->setDefaultStyleSheet(helpStyleSheet());
    m_page->setHtml(file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString());
    m_page->verticalScrollBar()->setValue(scrolled);
}

} // namespace sandglass::ui

#include "moc_news_dialog.cpp"
