// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/bson/value.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sandglass::engine::catalog {
class Catalog;
class Collection;
class WriteUnit;
} // namespace sandglass::engine::catalog

namespace sandglass::engine::trash {

/// Which entries of the trash come back.
struct PutBackOrder
{
    /// Whether an entry is wanted. Errors: as the filter's; they end the command.
    std::function<Result<bool>(bson::DocumentView entry)> wants;
    /// A collection that was dropped since may be replaced by one of the same name.
    bool byName = false;
    /// Only counts.
    bool dryRun = false;
    /// Called for each entry. An error ends the command; what was put back stays.
    std::function<Result<void>()> interrupted;
};

/// An entry that stays in the trash.
struct NotPutBack
{
    bson::Value id; ///< of the entry
    std::string ns;
    Error reason; ///< as a server error
};

/// The result of a command.
struct PutBackResult
{
    static constexpr std::size_t kMostListed = 100;

    std::int64_t matched = 0;
    std::int64_t putBack = 0;
    std::int64_t refused = 0;
    std::vector<NotPutBack> listed; ///< the first kMostListed of those refused
};

/// Puts documents from the trash back into their collections. A document and its entry change in
/// one commit. An index that would delete a document again is held first, until an administrator
/// lets deletion go on. One thread.
class PutBack
{
public:
    /// Holds a TTL index back. `due`: documents that it would delete. When it returns, no deletion
    /// of that index is under way. Errors: Storage.
    using Hold = std::function<Result<void>(const catalog::Collection& collection,
                                            const std::string& index, std::int64_t due)>;

    /// All must outlive it.
    PutBack(catalog::Catalog& catalog, const base::Clock& clock, Hold hold);
    ~PutBack();
    PutBack(const PutBack&) = delete;
    PutBack& operator=(const PutBack&) = delete;

    /// Walks over the trash. Without a trash the result is empty. Errors: those of the order's
    /// functions, Storage.
    Result<PutBackResult> run(const PutBackOrder& order);

private:
    /// An entry with the collection that it goes to.
    struct Return
    {
        std::uint64_t entry = 0; ///< record id in the trash
        bson::Document stored; ///< the entry
        std::shared_ptr<catalog::Collection> target;
    };

    /// The collection of an entry. Errors (server): NamespaceNotFound, IllegalOperation for a
    /// capped one.
    Result<std::shared_ptr<catalog::Collection>> targetOf(bson::DocumentView entry,
                                                          bool byName) const;
    /// Puts the collected entries back.
    Result<void> flush(PutBackResult& result);
    /// Puts back those of one collection, in one commit.
    Result<void> flushInto(const std::shared_ptr<catalog::Collection>& target,
                           const std::vector<Return>& returns, PutBackResult& result);
    /// Holds the indexes of a collection that would delete some of the documents.
    Result<void> holdFor(const catalog::Collection& target, const std::vector<Return>& returns);
    /// Counts an entry that stays, and lists it.
    static void refuse(bson::DocumentView entry, Error reason, PutBackResult& result);

    catalog::Catalog& m_catalog;
    const base::Clock& m_clock;
    Hold m_hold;
    std::shared_ptr<catalog::Collection> m_trash;
    std::vector<Return> m_pending;
    std::size_t m_pendingBytes = 0;
};

} // namespace sandglass::engine::trash
