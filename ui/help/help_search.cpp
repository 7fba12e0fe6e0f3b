// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/help_search.h"

#include "ui/help/help_pages.h"

#include <QFile>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::ui {

namespace {

constexpr qsizetype kMostQuery = 500; // characters
constexpr qsizetype kBefore = 40; // characters of context before a match
constexpr qsizetype kContext = 140; // characters of context
constexpr int kTitlePoints = 100;
constexpr int kHeadingPoints = 10;

// A part of a text around an index, cut between words where there are spaces.
QString contextAt(const QString& text, qsizetype at)
{
    qsizetype from = std::max<qsizetype>(0, at - kBefore);
    if (from > 0) {
        const qsizetype space = text.indexOf(u' ', from);
        from = space >= 0 && space < at ? space + 1 : from;
        if (text.at(from).isLowSurrogate()) {
            ++from;
        }
    }
    qsizetype to = std::min(text.size(), from + kContext);
    if (to < text.size()) {
        const qsizetype space = text.lastIndexOf(u' ', to);
        to = space > at + kBefore ? space : to;
        if (text.at(to).isLowSurrogate()) {
            --to;
        }
    }
    return (from > 0 ? u"…"_s : QString()) + text.mid(from, to - from)
        + (to < text.size() ? u"…"_s : QString());
}

} // namespace

void HelpSearch::add(const QString& name, const QString& html)
{
    Page page{name, {}};
    for (HelpSection& section : helpSections(html)) {
        Folded heading = folded(section.heading);
        Folded text = folded(section.text);
        page.sections.push_back({std::move(section), std::move(heading), std::move(text)});
    }
    if (!page.sections.empty()) {
        m_pages.push_back(std::move(page));
    }
}

HelpSearch::Folded HelpSearch::folded(const QString& text)
{
    Folded folded;
    for (qsizetype at = 0; at < text.size();) {
        const bool pair = text.at(at).isHighSurrogate() && at + 1 < text.size();
        const qsizetype length = pair ? 2 : 1;
        const QString plain
            = text.mid(at, length).normalized(QString::NormalizationForm_KD).toCaseFolded();
        for (const QChar each : plain) {
            // accents, and signs that are not seen, such as those for the direction of text
            if (each.category() != QChar::Mark_NonSpacing
                && each.category() != QChar::Other_Format) {
                folded.text += each;
                folded.origins.push_back(at);
            }
        }
        at += length;
    }
    folded.origins.push_back(text.size());
    return folded;
}

HelpSearch::Score HelpSearch::rate(const Page& page, const Section& section,
                                   const QStringList& words)
{
    const bool isFirst = &section == &page.sections.front();
    const Folded& title = page.sections.front().heading;
    Score score;
    for (const QString& word : words) {
        const bool inHeading = section.heading.text.contains(word);
        const bool inText = section.text.text.contains(word);
        score.points += inText ? 1 : 0;
        if (inHeading) {
            score.points += isFirst ? kTitlePoints : kHeadingPoints;
        }
        score.found += inHeading || inText || title.text.contains(word) ? 1 : 0;
    }
    // the title alone would make every section of its page a result
    return score.points > 0 ? score : Score{};
}

std::optional<HelpSearch::Match> HelpSearch::firstIn(const QString& text, const Folded& form,
                                                     const QStringList& words)
{
    for (const QString& word : words) {
        if (const qsizetype at = form.text.indexOf(word); at >= 0) {
            const qsizetype from = form.origins[static_cast<std::size_t>(at)];
            const qsizetype to = form.origins[static_cast<std::size_t>(at + word.size())];
            return Match{from, text.mid(from, to - from)};
        }
    }
    return std::nullopt;
}

HelpHit HelpSearch::hit(const Page& page, const Section& section, const QStringList& words)
{
    const HelpSection& source = section.section;
    const QString anchor = source.anchor.isEmpty() ? QString() : u'#' + source.anchor;
    const auto inText = firstIn(source.text, section.text, words);
    const auto inHeading = firstIn(source.heading, section.heading, words);
    const std::optional<Match>& match = inText ? inText : inHeading;
    return {page.name + anchor, page.sections.front().section.heading, source.heading,
            contextAt(source.text, inText ? inText->at : 0), match ? match->spelled : QString()};
}

void HelpSearch::findIn(const Page& page, const QStringList& words, Rated& rated)
{
    const std::size_t before = rated.size();
    QStringList missing = words;
    const Section* best = nullptr;
    qsizetype most = -1;
    for (const Section& section : page.sections) {
        const Score score = rate(page, section, words);
        if (score.found == words.size()) {
            rated.emplace_back(score.points, hit(page, section, words));
        }
        if (score.found > most) {
            most = score.found;
            best = &section;
        }
        missing.removeIf([&](const QString& word) {
            return section.heading.text.contains(word) || section.text.text.contains(word);
        });
    }
    if (rated.size() == before && missing.isEmpty()) {
        rated.emplace_back(0, hit(page, *best, words));
    }
}

std::vector<HelpHit> HelpSearch::find(const QString& query) const
{
    QStringList words = folded(query.left(kMostQuery)).text.simplified().split(u' ');
    words.removeDuplicates();
    words.removeAll(QString());
    if (words.isEmpty()) {
        return {};
    }
    Rated rated;
    for (const Page& page : m_pages) {
        findIn(page, words, rated);
    }
    std::stable_sort(rated.begin(), rated.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<HelpHit> hits;
    for (std::size_t i = 0; i < std::min(rated.size(), kMostHits); ++i) {
        hits.push_back(std::move(rated[i].second));
    }
    return hits;
}

HelpSearch helpSearchIn(const QString& language)
{
    HelpSearch search;
    const QStringList pages = helpPages();
    for (const QString& page : pages) {
        QFile file(helpFile(page, language));
        if (file.open(QIODevice::ReadOnly)) {
            search.add(page, QString::fromUtf8(file.readAll()));
        }
    }
    return search;
}

} // namespace sandglass::ui
