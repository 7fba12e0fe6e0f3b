// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/json_log.h"
#include "tests/support/fake_clock.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <string>

namespace tst_server_json_log {

using namespace sandglass;
using engine::server::JsonLog;

namespace {

/// A pipe whose reader reads only on request.
class Pipe
{
public:
    Pipe()
    {
        if (::pipe(m_ends.data()) != 0) {
            qFatal("no pipe");
        }
        ::fcntl(m_ends[0], F_SETFL, O_NONBLOCK);
        m_stream = ::fdopen(m_ends[1], "w");
    }
    ~Pipe()
    {
        std::fclose(m_stream);
        ::close(m_ends[0]);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    std::FILE* stream() const { return m_stream; }
    std::string readAll() const
    {
        std::string all;
        std::array<char, 65'536> part{};
        for (ssize_t count = 1; count > 0;) {
            count = ::read(m_ends[0], part.data(), part.size());
            all.append(part.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
        }
        return all;
    }

private:
    std::array<int, 2> m_ends{};
    std::FILE* m_stream = nullptr;
};

base::LogEntry line(int number)
{
    return {base::Severity::Info, "CONTROL", number, "test", std::string(1000, 'x'), {}};
}

} // namespace

class ServerJsonLogTest : public QObject
{
    Q_OBJECT

private slots:
    void aLineIsWrittenAtOnce()
    {
        const Pipe pipe;
        tests::FakeClock clock;
        JsonLog log(clock, pipe.stream());
        log.write(line(1));
        const std::string read = pipe.readAll();
        QVERIFY(read.ends_with("}\n"));
        QVERIFY(read.find("\"id\":1,") != std::string::npos);
        QCOMPARE(log.dropped(), 0);
    }

    void warningsOfTheStartAreKept()
    {
        tests::FakeClock clock;
        JsonLog log(clock, nullptr);
        log.write(line(1));
        log.write({base::Severity::Warning, "STORAGE", 2, "store", "damaged", {}});
        log.endStartup();
        log.write({base::Severity::Warning, "STORAGE", 3, "store", "later", {}});
        QCOMPARE(log.startupWarnings().size(), std::size_t{1});
        QVERIFY(log.startupWarnings().front().find("damaged") != std::string::npos);
        QCOMPARE(log.recent().size(), std::size_t{3});
    }

    void nobodyWaitsForAReader()
    {
        const Pipe pipe;
        tests::FakeClock clock;
        JsonLog log(clock, pipe.stream());
        for (int number = 1; number <= 3000; ++number) {
            log.write(line(number)); // would wait for ever at about the 60th
        }
        QVERIFY(log.dropped() > 0);
        QCOMPARE(log.recent().size(), std::size_t{1024});
        // the reader is back: first the lines that were kept, then how many are missing
        std::string read;
        for (int number = 3001; number <= 3100; ++number) {
            read += pipe.readAll();
            log.write(line(number));
        }
        read += pipe.readAll();
        const std::string said = "{\"lines\":" + std::to_string(log.dropped()) + "}";
        QVERIFY(read.find("Log lines were dropped") != std::string::npos);
        QVERIFY2(read.find(said) != std::string::npos, said.c_str());
        // no line was torn
        const auto lines = QByteArray::fromStdString(read).trimmed().split('\n');
        QCOMPARE(lines.size(), qsizetype(3100 - log.dropped() + 1));
        for (const QByteArray& each : lines) {
            QVERIFY(each.startsWith('{') && each.endsWith('}'));
        }
    }

    void whatAFullDiskDoesNotTakeIsCounted()
    {
        const Pipe file;
        tests::FakeClock clock;
        JsonLog log(clock, file.stream());
        const int number = ::fileno(file.stream());
        const int room = ::dup(number);
        const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
        QVERIFY(room >= 0 && full >= 0);
        QCOMPARE(::dup2(full, number), number);
        constexpr int kLines = 2000; // more than are kept
        for (int each = 1; each <= kLines; ++each) {
            log.write(line(each));
        }
        QVERIFY(log.dropped() > 0);
        QVERIFY(log.dropped() < kLines);
        // there is room again: first the lines that were kept, then how many are missing
        QCOMPARE(::dup2(room, number), number);
        std::string read;
        for (int each = 1; each <= 100; ++each) {
            log.write(line(kLines + each));
            read += file.readAll();
        }
        ::close(room);
        ::close(full);
        QVERIFY(read.find("\"id\":1,") != std::string::npos);
        QVERIFY(read.find("\"id\":2100,") != std::string::npos);
        const std::string said = "{\"lines\":" + std::to_string(log.dropped()) + "}";
        QVERIFY2(read.find(said) != std::string::npos, said.c_str());
    }
};

SANDGLASS_TEST(ServerJsonLogTest)
} // namespace tst_server_json_log

#include "tst_server_json_log.moc"
