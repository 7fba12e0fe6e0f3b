// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/engine/catalog/types.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::tests::model {

/// One call on a write unit.
struct UnitCall
{
    enum class Kind { Insert, Replace, Remove, Fetch };

    Kind kind = Kind::Insert;
    bson::Value target = {}; ///< _id of the document; what the unit inserted itself comes first
    bson::Document document = {}; ///< of Insert and Replace
};

/// What makes a collection special.
struct Shape
{
    std::int64_t cappedBytes = 0; ///< 0: not capped
    std::int64_t cappedDocuments = 0; ///< 0: no limit
    bool clustered = false;
    std::optional<std::int64_t> seconds = {}; ///< own rule of a clustered collection

    engine::catalog::CollectionOptions options() const;
};

/// One step of a history, decided in every part: replaying a list of steps needs no random numbers,
/// and leaving some out gives a history again.
struct Step
{
    enum class Kind {
        Create, ///< ns, shape, indexes
        Drop, ///< ns
        DropDatabase, ///< ns.database
        Rename, ///< ns, to, flag: drop the target
        SetOptions, ///< ns, shape
        Unit, ///< ns, calls, flag: discard it
        CreateIndexes, ///< ns, indexes
        DropIndexes, ///< ns, names
        ModifyIndex, ///< ns, indexes.front(): as it shall be
        Advance, ///< amount: milliseconds
        Pass, ///< amount: -1, or the turn of the pass in which `meanwhile` happens
        Compact, ///< the whole store
        Reclaim, ///< ns
        Settle,
        Checkpoint, ///< a copy is made and kept
        OpenCheckpoint, ///< the copy is opened, compared and thrown away
        Reopen,
        OpenCursor, ///< ns, amount: chooses which
        ReadCursors, ///< amount: documents of each
        Follow, ///< the standby moves on
    };
    /// What happens between two batches of a pass.
    enum class Meanwhile { Look, Compact, Reclaim, OpenCursor, Stop };
    /// How a pass works.
    struct PassForm
    {
        std::int64_t batch = 10;
        std::int64_t visit = 50'000;
        std::int64_t deferFrom = 0;
        bool batching = true;
    };

    Kind kind = Kind::Advance;
    protocol::Namespace ns = {};
    protocol::Namespace to = {};
    bool flag = false;
    std::int64_t amount = 0;
    Shape shape = {};
    std::vector<engine::catalog::IndexDefinition> indexes = {};
    std::vector<std::string> names = {};
    std::vector<UnitCall> calls = {};
    Meanwhile meanwhile = Meanwhile::Look;
    PassForm form = {};

    /// One line for people; documents are cut where they are long.
    std::string text() const;
    /// Whether documents, indexes or options may be others afterwards.
    bool changes() const;
};

/// What a step gave, one word or code for each part: "ok", "11000", "gone", a document …
using Outcome = std::vector<std::string>;

} // namespace sandglass::tests::model
