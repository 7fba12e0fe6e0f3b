// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/settings/private_file.h"
#include "tests/support/full_disk.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cerrno>

namespace tst_services_private_file {

using namespace sandglass;

class TestPrivateFile : public QObject
{
    Q_OBJECT

private slots:
    void onlyItsOwnerReadsIt()
    {
        QVERIFY(services::writePrivately(path(), "{}").has_value());
        QCOMPARE(contents(), QByteArray("{}"));
        const auto others
            = QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther;
        QVERIFY(!(QFile::permissions(path()) & others));
    }

    void onAFullDiskTheOldTextStaysAndTheReasonIsNamed()
    {
        QVERIFY(services::writePrivately(path(), "before").has_value());
        const Result<void> written = [this] {
            const tests::FullDisk full(1'000); // so that a part fits
            return services::writePrivately(path(), QByteArray(100'000, 'x'));
        }();
        QVERIFY(!written);
        QCOMPARE(written.error().code, Errc::Storage);
        QCOMPARE(QString::fromStdString(written.error().message), qt_error_string(EFBIG));
        QCOMPARE(contents(), QByteArray("before"));
        QCOMPARE(QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden).size(), 1);
    }

    void anEmptyTextIsAnEmptyFile()
    {
        QVERIFY(services::writePrivately(path(), {}).has_value());
        QVERIFY(QFile::exists(path()));
        QCOMPARE(contents(), QByteArray());
    }

private:
    QString path() const { return m_folder.filePath(QStringLiteral("private.json")); }
    QByteArray contents() const
    {
        QFile file(path());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("unreadable");
    }

    QTemporaryDir m_folder;
};

SANDGLASS_TEST(TestPrivateFile)
} // namespace tst_services_private_file

#include "tst_services_private_file.moc"
