// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/driver_values.h"

namespace sandglass::mongo {

Result<bson::Document> copied(const bson_t* document)
{
    auto checked = bson::Document::fromBytes(bson::Bytes(bson_get_data(document), document->len));
    if (!checked) {
        return base::failure(Errc::Protocol,
                             "The server sent a malformed document: " + checked.error().message);
    }
    return checked;
}

} // namespace sandglass::mongo
