// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QTimer>

#include <functional>
#include <memory>

class QDialog;
class QProgressBar;
class QWidget;

namespace sandglass::widgets {

/// Why a file could not be saved. Other: the system's own words say it.
enum class SaveFailure { NoFolder, IsFolder, NotAFile, Refused, Full, TooLarge, Other };

/// The reason and what to do, in sentences. `detail`: the system's words, for Other. GUI thread.
QString saveFailureText(SaveFailure failure, const QString& detail);

/// Why a file of `size` bytes could not be written below this path. `detail`: the system's words
/// for the call that failed. To be asked while the part that was written is still there. Any
/// thread.
SaveFailure saveFailureOf(const QString& path, qint64 size, const QString& detail);

/// Saves a file on another thread. A file of that name stays as it is until the new one is
/// complete. What takes longer than a second shows its progress over the window, with Cancel,
/// after which nothing of the new file is left. Deletes itself at the end.
class FileSaver : public QObject
{
    Q_OBJECT

public:
    /// Makes the bytes of the file; called once, on the other thread.
    using Content = std::function<QByteArray()>;

    /// Begins at once. `window` owns this object; when it goes, saving is cancelled.
    FileSaver(const QString& path, Content content, QWidget& window);
    /// Cancels what is not complete.
    ~FileSaver() override;

    /// Ends saving and removes what was written; the end of a call of the system that hangs is not
    /// waited for.
    void cancel();

Q_SIGNALS:
    /// The file is complete.
    void saved();
    /// Nothing was changed. `why`: as saveFailureText().
    void failed(const QString& why);

private:
    struct Job;

    /// Makes and writes the file. On the other thread.
    static void run(const std::shared_ptr<Job>& job);
    /// Writes in parts, so that cancelling is noticed. Errors are noted in the job.
    static void write(Job& job, const QByteArray& bytes);
    /// Tells the end and goes.
    void end();
    /// Shows the progress.
    void appear();

    const std::shared_ptr<Job> m_job;
    QWidget& m_window;
    QTimer m_delay;
    QTimer m_watch;
    QPointer<QDialog> m_notice; // after a second
    QProgressBar* m_bar = nullptr; // in m_notice
};

} // namespace sandglass::widgets
