// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/file_saver.h"

#include "widgets/style/metrics.h"
#include "widgets/views/dialog_buttons.h"
#include "widgets/views/visible_text.h"

#include <QDialog>
#include <QFileInfo>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSaveFile>
#include <QThreadPool>
#include <QVBoxLayout>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace sandglass::widgets {

namespace {

constexpr std::chrono::milliseconds kNoticeAfter{1'000};
constexpr std::chrono::milliseconds kWatchEvery{50};
constexpr qsizetype kPart = qsizetype{256} * 1024; // bytes between two looks at Cancel

} // namespace

/// What both threads know. The members before `done` are constant or atomic; those after it are
/// written before `done` becomes true.
struct FileSaver::Job
{
    QString path;
    Content content;
    std::atomic<bool> cancelled = false;
    std::atomic<int> percent = -1; ///< −1: not known yet
    std::atomic<bool> done = false;
    std::optional<SaveFailure> failure;
    QString detail; ///< the system's words
};

QString saveFailureText(SaveFailure failure, const QString& detail)
{
    switch (failure) {
    case SaveFailure::NoFolder:
        return FileSaver::tr("The folder does not exist any more. Choose another one.");
    case SaveFailure::IsFolder:
        return FileSaver::tr("A folder has this name. Choose another name.");
    case SaveFailure::NotAFile:
        return FileSaver::tr("This name belongs to a device or a pipe. Choose another name.");
    case SaveFailure::Refused:
        return FileSaver::tr("You are not permitted to write there. Choose another folder.");
    case SaveFailure::Full:
        return FileSaver::tr("The disk is full. Free some space, or choose another folder.");
    case SaveFailure::TooLarge:
        return FileSaver::tr("The file is larger than files may be there. Choose another folder.");
    case SaveFailure::Other:
        break;
    }
    //: %1 is the text of the operating system
    return FileSaver::tr("The system says: %1. Try again, or choose another folder.")
        .arg(visibleText(detail));
}

FileSaver::FileSaver(const QString& path, Content content, QWidget& window)
    : QObject(&window)
    , m_job(std::make_shared<Job>())
    , m_window(window)
{
    setObjectName(QStringLiteral("fileSaver"));
    m_job->path = path;
    m_job->content = std::move(content);
    m_delay.setSingleShot(true);
    connect(&m_delay, &QTimer::timeout, this, &FileSaver::appear);
    connect(&m_watch, &QTimer::timeout, this, [this] {
        if (m_job->done) {
            end();
        } else if (m_bar && m_job->percent >= 0) {
            m_bar->setRange(0, 100);
            m_bar->setValue(m_job->percent);
        }
    });
    m_delay.start(kNoticeAfter);
    m_watch.start(kWatchEvery);
    // the pool is waited for at the end of the program, so that nothing half is left then either
    QThreadPool::globalInstance()->start([job = m_job] { run(job); });
}

FileSaver::~FileSaver()
{
    m_job->cancelled = true;
    delete m_notice;
}

void FileSaver::cancel()
{
    m_job->cancelled = true;
    deleteLater();
}

void FileSaver::run(const std::shared_ptr<Job>& job)
{
    if (!job->cancelled) {
        write(*job, job->content());
    }
    job->done = true;
}

void FileSaver::write(Job& job, const QByteArray& bytes)
{
    const QFileInfo target(job.path);
    // QSaveFile would replace a device or a pipe by a file
    if (target.exists() && !target.isFile()) {
        job.failure = target.isDir() ? SaveFailure::IsFolder : SaveFailure::NotAFile;
        return;
    }
    QSaveFile file(job.path);
    // without a buffer, so that the progress is that of the disk
    bool good = file.open(QIODevice::WriteOnly | QIODevice::Unbuffered);
    for (qsizetype at = 0; good && at < bytes.size() && !job.cancelled;) {
        // on a full disk a part of it fits, which is no error; only the next call says the reason
        const qint64 written
            = file.write(bytes.constData() + at, std::min(kPart, bytes.size() - at));
        good = written > 0;
        at += static_cast<qsizetype>(written);
        job.percent = static_cast<int>(100 * at / bytes.size());
    }
    if (job.cancelled) {
        file.cancelWriting(); // and the destructor removes the file that was begun
        return;
    }
    if (!good || !file.commit()) {
        job.detail = file.errorString();
        job.failure = saveFailureOf(job.path, bytes.size(), job.detail);
    }
}

SaveFailure saveFailureOf(const QString& path, qint64 size, const QString& detail)
{
    // Qt has no code for these, only the text of the system
    if (detail == qt_error_string(ENOSPC)) {
        return SaveFailure::Full;
    }
    if (detail == qt_error_string(EFBIG)) {
        return SaveFailure::TooLarge;
    }
    const QFileInfo target(path);
    const QFileInfo folder(target.absolutePath());
    if (!folder.isDir()) {
        return SaveFailure::NoFolder;
    }
    if (!folder.isWritable() || (target.exists() && !target.isWritable())) {
        return SaveFailure::Refused;
    }
    // QStorageInfo knows no disk where the list of mounts lacks it, as in a container
    std::error_code unknown;
    const auto room = std::filesystem::space(folder.filesystemAbsoluteFilePath(), unknown);
    return !unknown && room.available < static_cast<std::uintmax_t>(size) ? SaveFailure::Full
                                                                          : SaveFailure::Other;
}

void FileSaver::end()
{
    m_delay.stop();
    m_watch.stop();
    delete m_notice;
    deleteLater();
    if (m_job->failure) {
        Q_EMIT failed(saveFailureText(*m_job->failure, m_job->detail));
    } else {
        Q_EMIT saved();
    }
}

void FileSaver::appear()
{
    auto* notice = new QDialog(&m_window);
    m_notice = notice;
    notice->setObjectName(QStringLiteral("saveProgressDialog"));
    notice->setWindowTitle(tr("Export"));
    //: %1 is the name of a file
    auto* text
        = new QLabel(tr("Writing %1…").arg(visibleText(QFileInfo(m_job->path).fileName())), notice);
    text->setObjectName(QStringLiteral("saveProgressLabel"));
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    m_bar = new QProgressBar(notice);
    m_bar->setObjectName(QStringLiteral("saveProgressBar"));
    m_bar->setAccessibleName(tr("Progress of writing"));
    m_bar->setRange(0, 0); // not known before the first part is written
    m_bar->setMinimumWidth(emPixels(notice, 24));
    auto* buttons = new DialogButtons(notice);
    buttons->addCancel(QStringLiteral("cancelSaveButton"));
    auto* column = new QVBoxLayout(notice);
    column->addWidget(text);
    column->addWidget(m_bar);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, notice, &QDialog::reject);
    connect(notice, &QDialog::rejected, this, &FileSaver::cancel);
    // not exec(): no nested event loop
    notice->open();
}

} // namespace sandglass::widgets

#include "moc_file_saver.cpp"
