// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/cosmos/folder_profile.h"

#include "app/engine/storage/key_value_store.h"

#include <algorithm>
#include <string_view>

namespace sandglass::engine::cosmos {

using storage::Family;

namespace {

/// Key in the family Meta; see app/engine/storage/FORMAT.md.
constexpr std::string_view kProfileKey = "profile";
constexpr std::string_view kOrdinary = "mongodb";

/// Whether a database holds documents of clients, and not only the server's own.
bool isClients(const std::string& database)
{
    return database != "config" && database != "local";
}

Result<void> writeMark(storage::KeyValueStore& store, const std::string& profile)
{
    const auto batch = store.makeBatch();
    batch->put(Family::Meta, kProfileKey, profile);
    return store.commit(*batch, storage::Durability::Disk);
}

} // namespace

Result<std::string> takeFolderProfile(storage::KeyValueStore& store,
                                      const std::vector<std::string>& databases,
                                      const std::string& asked)
{
    std::string mark(kOrdinary);
    const auto found = store.get(Family::Meta, kProfileKey, mark, nullptr);
    TRY(found);
    // Folders of the ordinary profile have no mark; neither have those that are older than the
    // mark.
    if (!*found) {
        mark = kOrdinary;
    }
    // the same profile needs no write, so a standby, which cannot write, may ask for it
    if (asked.empty() || asked == mark) {
        return mark;
    }
    if (std::ranges::any_of(databases, isClients)) {
        return base::failure(Errc::InvalidInput,
                             "The data in this folder were written with the profile " + mark
                                 + " and cannot be used with " + asked + ": start with --profile "
                                 + mark + " or choose another folder.");
    }
    TRY(writeMark(store, asked));
    return asked;
}

} // namespace sandglass::engine::cosmos
