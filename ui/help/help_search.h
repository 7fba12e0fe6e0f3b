// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/help/help_section.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <utility>
#include <vector>

namespace sandglass::ui {

/// A place in the help that has the words of a search.
struct HelpHit
{
    QString place; ///< as HelpWindow::showPlace() takes it: "doctor#checks"
    QString title; ///< of the page
    QString heading; ///< of the section; for the first section, the title again
    QString context; ///< a part of the text around the first match, shortened with "…"
    QString match; ///< the first match as the page spells it, to be marked there
};

/// Searches the pages of the help in memory. Words are compared as substrings, because Chinese has
/// no spaces between words; case, accents and the width of letters make no difference. GUI thread.
class HelpSearch
{
public:
    /// The most results that find() returns.
    static constexpr std::size_t kMostHits = 50;

    /// Adds a page. `name`: as in helpPages(). Pages rank in the order in which they were added.
    void add(const QString& name, const QString& html);
    /// Whether no page has been added.
    bool isEmpty() const { return m_pages.empty(); }
    /// The sections with all words of `query`, best first: a word in the title counts more than one
    /// in a heading, and that more than one in the text. The title counts for every section of its
    /// page, if another word is in the section. A page that has all words, but in no single
    /// section, gives the section with the most. Empty without a word in `query`; what follows its
    /// first 500 characters is ignored.
    std::vector<HelpHit> find(const QString& query) const;

private:
    /// A text in a form for comparison.
    struct Folded
    {
        QString text;
        std::vector<qsizetype> origins; ///< for each character of `text`, its index in the original
    };
    /// A section with its folded forms.
    struct Section
    {
        HelpSection section;
        Folded heading;
        Folded text;
    };
    /// A page with its sections.
    struct Page
    {
        QString name;
        std::vector<Section> sections;
    };
    /// How well a section fits the words.
    struct Score
    {
        int points = 0;
        qsizetype found = 0; ///< words in the section or the title
    };
    /// A word in a text.
    struct Match
    {
        qsizetype at = 0; ///< in the original text
        QString spelled; ///< as in the original text
    };
    /// Results with their points.
    using Rated = std::vector<std::pair<int, HelpHit>>;

    /// Folds case, accents and width.
    static Folded folded(const QString& text);
    /// Rates a section of a page.
    static Score rate(const Page& page, const Section& section, const QStringList& words);
    /// The first of the words that a text has; `form`: the folded text.
    static std::optional<Match> firstIn(const QString& text, const Folded& form,
                                        const QStringList& words);
    /// Adds the results of a page.
    static void findIn(const Page& page, const QStringList& words, Rated& rated);
    /// Makes the result for a section.
    static HelpHit hit(const Page& page, const Section& section, const QStringList& words);

    std::vector<Page> m_pages;
};

/// A search over all pages in a language; see helpFile(). GUI thread.
HelpSearch helpSearchIn(const QString& language);

} // namespace sandglass::ui
