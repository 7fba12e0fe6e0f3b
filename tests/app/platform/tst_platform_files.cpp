// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/file_identity.h"
#include "app/platform/files.h"
#include "app/platform/process.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string_view>

namespace tst_platform_files {

using namespace sandglass;
namespace fs = std::filesystem;

namespace {

fs::perms permissionsOf(const fs::path& path)
{
    return fs::status(path).permissions();
}

std::string textOf(const fs::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

} // namespace

class PlatformFilesTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = m_folder->path().toStdString();
        // nothing but the tested code keeps others out
        m_umask = ::umask(0);
    }
    void cleanup() { ::umask(m_umask); }

    void aNewFileIsForItsOwnerOnly()
    {
        auto file = platform::createPrivateFile(m_path / "secret");
        QVERIFY(file.has_value());
        QVERIFY(permissionsOf(m_path / "secret")
                == (fs::perms::owner_read | fs::perms::owner_write));
    }

    void anExistingFileIsEmptiedAndKeepsItsPermissions()
    {
        std::ofstream(m_path / "old") << "something longer";
        fs::permissions(m_path / "old", fs::perms(0644));
        auto file = platform::createPrivateFile(m_path / "old");
        QVERIFY(file.has_value());
        QVERIFY(std::fputs("new", file->get()) >= 0);
        file->reset();
        QCOMPARE(textOf(m_path / "old"), std::string("new"));
        QVERIFY(permissionsOf(m_path / "old") == fs::perms(0644));
    }

    void aNewFileNeverFollowsALink()
    {
        std::ofstream(m_path / "victim") << "precious";
        fs::create_symlink(m_path / "victim", m_path / "link");
        fs::create_hard_link(m_path / "victim", m_path / "twin");
        for (const char* name : {"link", "twin", "fresh"}) {
            auto file = platform::createNewFile(m_path / name);
            QVERIFY(file.has_value());
            QVERIFY(std::fputs("new", file->get()) >= 0);
            file->reset();
            QCOMPARE(textOf(m_path / name), std::string("new"));
            QVERIFY(fs::symlink_status(m_path / name).type() == fs::file_type::regular);
            QVERIFY(permissionsOf(m_path / name)
                    == (fs::perms::owner_read | fs::perms::owner_write));
        }
        QCOMPARE(textOf(m_path / "victim"), std::string("precious"));
        QVERIFY(!platform::createNewFile(m_path).has_value()); // a folder
        QVERIFY(platform::createNewFile("/dev/null").has_value());
    }

    void onlyAnEmptyFolderOfOursIsMadePrivate_data()
    {
        using platform::FolderAccess;
        QTest::addColumn<int>("mode");
        QTest::addColumn<bool>("full");
        QTest::addColumn<FolderAccess>("access");
        QTest::newRow("private") << 0700 << true << FolderAccess::Private;
        QTest::newRow("empty") << 0777 << false << FolderAccess::Private;
        QTest::newRow("as /tmp") << 01777 << false << FolderAccess::Public;
        QTest::newRow("readable") << 0755 << true << FolderAccess::Shared;
        QTest::newRow("of a group") << 0770 << true << FolderAccess::Shared;
        QTest::newRow("writable") << 0777 << true << FolderAccess::Public;
    }
    void onlyAnEmptyFolderOfOursIsMadePrivate()
    {
        QFETCH(int, mode);
        QFETCH(bool, full);
        QFETCH(platform::FolderAccess, access);
        const fs::path folder = m_path / "f";
        fs::create_directory(folder);
        if (full) {
            std::ofstream(folder / "x") << "x";
        }
        fs::permissions(folder, fs::perms(mode));
        const auto found = platform::tightenIfEmpty(folder);
        QVERIFY(found.has_value());
        QCOMPARE(*found, access);
        const bool tightened = access == platform::FolderAccess::Private;
        QVERIFY(permissionsOf(folder) == fs::perms(tightened ? 0700 : mode));
    }

    void childProcessesDoNotInheritAFile()
    {
        auto written = platform::createPrivateFile(m_path / "w");
        auto read = platform::openFile(m_path / "w");
        QVERIFY(written.has_value() && read.has_value());
        for (std::FILE* file : {written->get(), read->get()}) {
            QVERIFY((::fcntl(::fileno(file), F_GETFD) & FD_CLOEXEC) != 0);
        }
    }

    void namesMayHoldAnything_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("quotes") << QByteArray("\"it's\" `x` $y");
        QTest::newRow("newline") << QByteArray("two\nlines");
        QTest::newRow("right to left") << QByteArray("\xd8\xa7\xd9\x84\xe2\x80\xae");
        QTest::newRow("no UTF-8") << QByteArray("\xff\xfe");
        QTest::newRow("longest") << QByteArray(255, 'x');
    }
    void namesMayHoldAnything()
    {
        QFETCH(QByteArray, name);
        const fs::path file = m_path / name.toStdString();
        {
            auto created = platform::createPrivateFile(file);
            QVERIFY(created.has_value());
            QVERIFY(std::fputs("x", created->get()) >= 0);
            QVERIFY(platform::syncFile(**created).has_value());
        }
        QVERIFY(platform::openFile(file).has_value());
    }

    void afterAFailureTheMessageIsTheSystemsTextAlone()
    {
        const std::string missing = "No such file or directory";
        const fs::path file = m_path / "no" / "file";
        QCOMPARE(platform::createPrivateFile(file).error().message, missing);
        QCOMPARE(platform::openFile(file).error().message, missing);
        QCOMPARE(platform::createNewFile(file).error().message, missing);
        QCOMPARE(platform::makePrivate(file).error().message, missing);
        QCOMPARE(platform::tightenIfEmpty(file).error().message, missing);
        QCOMPARE(platform::checkFolderAccess(file).error().message, missing);
        QCOMPARE(platform::makeUniqueFolder(file, "x").error().message, missing);
        QCOMPARE(platform::openFile(file).error().code, Errc::Storage);
    }

    void aFileIsReadFromItsOffset_data()
    {
        QTest::addColumn<quint64>("offset");
        QTest::addColumn<QByteArray>("rest");
        QTest::newRow("begin") << quint64{0} << QByteArray("abcdef");
        QTest::newRow("inside") << quint64{4} << QByteArray("ef");
        QTest::newRow("end") << quint64{6} << QByteArray();
        QTest::newRow("beyond") << quint64{5'000'000'000} << QByteArray();
    }
    void aFileIsReadFromItsOffset()
    {
        QFETCH(quint64, offset);
        QFETCH(QByteArray, rest);
        std::ofstream(m_path / "f") << "abcdef";
        auto file = platform::openFile(m_path / "f", offset);
        QVERIFY(file.has_value());
        std::array<char, 16> buffer{};
        const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file->get());
        QCOMPARE(QByteArray(buffer.data(), static_cast<qsizetype>(count)), rest);
    }

    void aFullDiskIsAnErrorOfTheSync()
    {
        const platform::FileHandle full(std::fopen("/dev/full", "wb"));
        QVERIFY(full != nullptr);
        QVERIFY(std::fputs("x", full.get()) >= 0); // stays in the buffer
        const auto synced = platform::syncFile(*full);
        QVERIFY(!synced.has_value());
        QCOMPARE(synced.error().code, Errc::Storage);
        QCOMPARE(synced.error().message, std::string("No space left on device"));
    }

    void syncingWhatCannotBeSyncedSucceeds()
    {
        std::array<int, 2> ends{};
        QCOMPARE(::pipe(ends.data()), 0);
        QVERIFY(platform::syncData(ends[1]).has_value());
        ::close(ends[0]);
        ::close(ends[1]);
    }

    void syncingAClosedDescriptorFails()
    {
        const auto synced = platform::syncData(-1);
        QVERIFY(!synced.has_value());
        QCOMPARE(synced.error().message, std::string("Bad file descriptor"));
    }

    void aDuplicateStaysOpenAndIsNotInherited()
    {
        auto file = platform::createPrivateFile(m_path / "file");
        QVERIFY(file.has_value());
        const auto copy = platform::duplicate(::fileno(file->get()));
        QVERIFY(copy.has_value());
        file->reset();
        QVERIFY(platform::syncData(*copy).has_value());
        QVERIFY((::fcntl(*copy, F_GETFD) & FD_CLOEXEC) != 0);
        ::close(*copy);
        QVERIFY(!platform::duplicate(*copy).has_value());
    }

    void syncingAMissingPathIsIgnored()
    {
        platform::syncPath(m_path / "missing");
        QVERIFY(!fs::exists(m_path / "missing"));
    }

    void aFolderIsSyncedAndAMissingOneIsNot()
    {
        QVERIFY(platform::syncFolder(m_path).has_value());
        const auto missing = platform::syncFolder(m_path / "missing");
        QVERIFY(!missing.has_value());
        QCOMPARE(missing.error().message, std::string("No such file or directory"));
    }

    void aFolderIsMadePrivateAndUsable()
    {
        const fs::path folder = m_path / "f";
        fs::create_directory(folder);
        QVERIFY(permissionsOf(folder) != fs::perms::owner_all);
        QVERIFY(platform::makePrivate(folder).has_value());
        QVERIFY(permissionsOf(folder) == fs::perms::owner_all);
        QVERIFY(platform::checkFolderAccess(folder).has_value());
    }

    void whatMustNotBeEnteredIsRefused()
    {
        // a file without the right to execute it, which root does not have either
        std::ofstream(m_path / "f") << "x";
        const auto access = platform::checkFolderAccess(m_path / "f");
        QVERIFY(!access.has_value());
        QCOMPARE(access.error().message, std::string("Permission denied"));
    }

    void uniqueFoldersAreNewAndPrivate()
    {
        const auto first = platform::makeUniqueFolder(m_path, "sandglass-");
        const auto second = platform::makeUniqueFolder(m_path, "sandglass-");
        QVERIFY(first.has_value() && second.has_value());
        QVERIFY(*first != *second);
        QVERIFY(first->filename().string().starts_with("sandglass-"));
        QVERIFY(first->parent_path() == m_path);
        QVERIFY(permissionsOf(*first) == fs::perms::owner_all);
    }

    void newFilesCanBeKeptPrivate()
    {
        platform::keepNewFilesPrivate();
        std::ofstream(m_path / "f") << "x";
        fs::create_directory(m_path / "d");
        QVERIFY(permissionsOf(m_path / "f") == fs::perms(0600));
        QVERIFY(permissionsOf(m_path / "d") == fs::perms(0700));
    }

    void aFileIsToldFromItsCopies()
    {
        const fs::path file = m_path / "file";
        QVERIFY(platform::fileIdentity(file).empty());
        std::ofstream(file) << "x";
        const std::string identity = platform::fileIdentity(file);
        QVERIFY(!identity.empty());
        std::ofstream(file) << "other text";
        QCOMPARE(platform::fileIdentity(file), identity);
        fs::copy_file(file, m_path / "copy");
        QVERIFY(platform::fileIdentity(m_path / "copy") != identity);
        fs::rename(file, m_path / "moved");
        QCOMPARE(platform::fileIdentity(m_path / "moved"), identity);
    }

    void aFileStaysTheSameWhenTheSystemBeginsToTellItsBirth()
    {
        QVERIFY(platform::mayBeSameFile("12", "12"));
        QVERIFY(platform::mayBeSameFile("12-5.7", "12-5.7"));
        QVERIFY(platform::mayBeSameFile("12", "12-5.7"));
        QVERIFY(platform::mayBeSameFile("12-5.7", "12"));
        QVERIFY(!platform::mayBeSameFile("12-5.7", "12-5.8"));
        QVERIFY(!platform::mayBeSameFile("12", "13"));
        QVERIFY(!platform::mayBeSameFile("12", "123-5.7"));
        QVERIFY(!platform::mayBeSameFile("1", "12"));
    }

    void aSnapshotOfASubvolumeHasOtherFiles()
    {
        QVERIFY(platform::mayBeSameFile("12-5.7@256", "12-5.7@256"));
        QVERIFY(!platform::mayBeSameFile("12-5.7@256", "12-5.7@257"));
        QVERIFY(!platform::mayBeSameFile("12-5.7@256", "12-5.8@256"));
        QVERIFY(!platform::mayBeSameFile("12@256", "12@257"));
        // as after an upgrade
        QVERIFY(platform::mayBeSameFile("12-5.7", "12-5.7@256"));
        QVERIFY(platform::mayBeSameFile("12@256", "12-5.7"));
        QVERIFY(!platform::mayBeSameFile("12-5.8", "12-5.7@256"));
    }

    void whatAFullDiskDoesNotTakeCanBeWrittenLater()
    {
        const platform::FileHandle full(std::fopen("/dev/full", "w"));
        QVERIFY(full != nullptr);
        QCOMPARE(platform::writeWithoutWaiting(*full, "line"), std::size_t{0});
    }

    // As when another process writes to the same pipe between the look and the write.
    void whatAnotherWriterWasFasterForCanBeWrittenLater()
    {
        const int descriptor = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
        QVERIFY(descriptor >= 0);
        const platform::FileHandle counter(::fdopen(descriptor, "w"));
        QVERIFY(counter != nullptr);
        // it takes another small number, but not the one that these letters are
        QCOMPARE(::eventfd_write(descriptor, 0xf000'0000'0000'0000ULL), 0);
        constexpr std::string_view kLetters = "xxxxxxxx";
        QCOMPARE(platform::writeWithoutWaiting(*counter, kLetters), std::size_t{0});
        eventfd_t taken = 0;
        QCOMPARE(::eventfd_read(descriptor, &taken), 0);
        QCOMPARE(platform::writeWithoutWaiting(*counter, kLetters), kLetters.size());
    }

    void whatNobodyCanReadIsNotKept()
    {
        platform::ignoreBrokenPipes();
        std::array<int, 2> ends{};
        QCOMPARE(::pipe(ends.data()), 0);
        const platform::FileHandle writing(::fdopen(ends[1], "w"));
        ::close(ends[0]);
        QVERIFY(writing != nullptr);
        QCOMPARE(platform::writeWithoutWaiting(*writing, "line"), std::size_t{4});
    }

    void aReserveIsNotLargerThanFilesMayBe()
    {
        const fs::path file = m_path / "reserve";
        rlimit before{};
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
        const rlimit small{100'000, before.rlim_max};
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
        const Result<void> made = platform::reserveSpace(file, 1U << 20U);
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
        QVERIFY(made.has_value());
        QCOMPARE(fs::file_size(file), std::uintmax_t{100'000});
        QVERIFY(platform::reserveSpace(file, 1U << 20U).has_value());
        QCOMPARE(fs::file_size(file), std::uintmax_t{1U << 20U});
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_path;
    mode_t m_umask = 0;
};

SANDGLASS_PLAIN_TEST(PlatformFilesTest)
} // namespace tst_platform_files

#include "tst_platform_files.moc"
