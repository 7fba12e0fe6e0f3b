// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/collection.h"
#include "tests/integration/model/model_collection.h"
#include "tests/integration/model/random_source.h"

#include <map>
#include <string>
#include <vector>

namespace sandglass::tests::model {

/// Which record is which document of the model.
struct Records
{
    std::vector<engine::catalog::RecordId> ids; ///< ascending
    std::map<engine::catalog::RecordId, Seq> numbers;

    void add(engine::catalog::RecordId id, Seq number)
    {
        ids.push_back(id);
        numbers[id] = number;
    }
};

/// The documents of a range of an index, in the order in which a cursor gives them.
std::vector<Seq> documentsIn(const ModelIndex& index, const engine::catalog::IndexRange& range,
                             engine::catalog::Direction direction);

/// A range of an index that mostly holds something: everything, or between values that are there
/// and such that are not.
engine::catalog::IndexRange anyRange(const ModelIndex& index, RandomSource& random);

/// Compares one index with its model. Each call gives the first difference; "" for none.
class IndexComparison
{
public:
    struct Subjects
    {
        const engine::catalog::Collection& collection;
        const ModelCollection& model;
        const ModelIndex& index;
        const Records& records;
        bool standby = false; ///< which keeps no numbers of documents by date
    };

    IndexComparison(const Subjects& subjects, RandomSource& random);

    std::string reads();
    /// Against a unit that has written nothing yet.
    std::string dueDates(engine::catalog::WriteUnit& unit, base::Time now);

private:
    /// A date and the document that has it there.
    struct Dated
    {
        std::int64_t millis = 0;
        Seq document = 0;
    };

    std::string scan(const engine::catalog::IndexRange& range,
                     engine::catalog::Direction direction);
    std::string dates();
    std::string countDates();
    std::string countDue();
    std::string classes();
    std::string bounded(const std::vector<bson::Date>& bounds,
                        const std::vector<engine::catalog::DateClass>& exact);
    std::vector<engine::catalog::DateClass> classesOf(const std::vector<bson::Date>& bounds) const;
    std::string compareEntries(const std::vector<engine::catalog::DateEntry>& got,
                               const std::vector<Dated>& expected) const;
    std::vector<Dated> between(std::int64_t from, std::int64_t to, std::size_t limit) const;
    std::int64_t anyDate();

    const Subjects m_subjects;
    const ModelIndex& m_index;
    RandomSource& m_random;
    std::vector<Dated> m_dates; ///< of an index with one field, ascending
};

} // namespace sandglass::tests::model
