// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/catalog.h"
#include "tests/integration/model/model.h"
#include "tests/integration/model/random_source.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sandglass::tests::model {

/// Cursors that stay open for many steps. Each has to give the documents of the moment when it was
/// opened, in their order and as they were; only those that a pass has removed since may be left
/// out. After a drop of the collection it may end with an error.
class OpenCursors
{
public:
    /// Opens one over the collection or over an index of it.
    void open(const engine::catalog::Collection& collection, const ModelCollection& model,
              RandomSource& random);
    /// Reads that many documents of each; "" or what is wrong.
    std::string read(std::int64_t documents);
    /// Reads all to their ends and closes them.
    std::string finish();
    void clear() { m_cursors.clear(); }

private:
    struct Cursor
    {
        std::unique_ptr<engine::catalog::RecordCursor> cursor;
        std::vector<std::pair<Seq, SharedDocument>> expected;
        std::shared_ptr<const Fate> fate;
        std::string name;
        std::size_t at = 0; ///< first of `expected` that has not been passed
        bool over = false;
    };

    static std::string step(Cursor& cursor);

    std::vector<Cursor> m_cursors;
};

} // namespace sandglass::tests::model
