// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzz_target.h"
#include "tests/support/test_program.h"
#include "tests/support/test_seed.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <cstdint>
#include <random>
#include <vector>

namespace tst_fuzz_corpus {

using namespace sandglass;
using Input = std::vector<std::uint8_t>;

namespace {

constexpr int kChangedInputs = 3000; // of each target

/// Changes bytes as a fuzzer does: flips, repeats, drops, and joins inputs.
class Mutator
{
public:
    Mutator(unsigned seed, std::vector<Input> corpus)
        : m_random(seed)
        , m_corpus(std::move(corpus))
    {
    }

    Input next()
    {
        Input input = any();
        for (std::size_t changes = 1 + below(4); changes > 0; --changes) {
            change(input);
        }
        return input;
    }

private:
    std::size_t below(std::size_t limit)
    {
        return std::uniform_int_distribution<std::size_t>(0, limit - 1)(m_random);
    }
    const Input& any() { return m_corpus[below(m_corpus.size())]; }
    Input::difference_type place(const Input& input)
    {
        return static_cast<Input::difference_type>(below(input.size() + 1));
    }

    void change(Input& input)
    {
        const Input& other = any();
        if (input.empty()) {
            input = other;
            return;
        }
        const std::size_t at = below(input.size());
        switch (below(5)) {
        case 0:
            input[at] ^= static_cast<std::uint8_t>(1U << below(8));
            break;
        case 1:
            input[at] = static_cast<std::uint8_t>(m_random());
            break;
        case 2:
            input.erase(input.begin() + static_cast<Input::difference_type>(at));
            break;
        case 3:
            input.resize(at);
            break;
        default: {
            const auto from = place(other);
            input.insert(input.begin() + place(input), other.begin() + from, other.end());
            break;
        }
        }
    }

    std::mt19937 m_random;
    std::vector<Input> m_corpus;
};

QString corpusFolder(const fuzz::Target& target)
{
    return QStringLiteral(SANDGLASS_FUZZ_CORPUS "/")
        + QString::fromUtf8(target.name.data(), static_cast<qsizetype>(target.name.size()));
}

std::vector<Input> corpusOf(const fuzz::Target& target)
{
    std::vector<Input> inputs;
    const QDir folder(corpusFolder(target));
    for (const QString& name : folder.entryList(QDir::Files, QDir::Name)) {
        QFile file(folder.filePath(name));
        if (file.open(QIODevice::ReadOnly)) {
            const QByteArray bytes = file.readAll();
            inputs.emplace_back(bytes.begin(), bytes.end());
        }
    }
    return inputs;
}

} // namespace

/// Runs what the fuzzer has found, and changed copies of it, through every target. A target ends
/// the program when something does not hold; the test prints the seed before.
class TestFuzzCorpus : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyInputHolds_data() { addTargets(); }
    void everyInputHolds();
    void changedInputsHold_data() { addTargets(); }
    void changedInputsHold();
    void everyFolderHasATarget();

private:
    static void addTargets()
    {
        QTest::addColumn<int>("target");
        int number = 0;
        for (const fuzz::Target& target : fuzz::targets()) {
            QTest::newRow(target.name.data()) << number++;
        }
    }
};

void TestFuzzCorpus::everyInputHolds()
{
    QFETCH(int, target);
    const fuzz::Target& chosen = fuzz::targets()[static_cast<std::size_t>(target)];
    const std::vector<Input> corpus = corpusOf(chosen);
    QVERIFY2(!corpus.empty(), qPrintable(corpusFolder(chosen)));
    for (const Input& input : corpus) {
        chosen.run(input);
    }
}

void TestFuzzCorpus::changedInputsHold()
{
    QFETCH(int, target);
    const fuzz::Target& chosen = fuzz::targets()[static_cast<std::size_t>(target)];
    const unsigned seed = tests::testSeed();
    qInfo("SANDGLASS_TEST_SEED=%u", seed);
    Mutator mutator(seed, corpusOf(chosen));
    for (int i = 0; i < kChangedInputs; ++i) {
        chosen.run(mutator.next());
    }
}

void TestFuzzCorpus::everyFolderHasATarget()
{
    const QStringList folders
        = QDir(QStringLiteral(SANDGLASS_FUZZ_CORPUS)).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    QCOMPARE(folders.size(), static_cast<qsizetype>(fuzz::targets().size()));
    for (const QString& folder : folders) {
        QVERIFY2(fuzz::findTarget(folder.toStdString()), qPrintable(folder));
    }
}

SANDGLASS_PLAIN_TEST(TestFuzzCorpus)
} // namespace tst_fuzz_corpus

#include "tst_fuzz_corpus.moc"
