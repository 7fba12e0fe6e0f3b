// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/reads/time_series_counts.h"

#include "app/engine/plan/counted_group.h"
#include "app/engine/plan/query_sources.h"
#include "app/engine/query/unpack_bucket.h"
#include "app/engine/timeseries/time_series_filter.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace sandglass::engine::reads {

using plan::countingPipeline;
using plan::DateGrouping;
using plan::dateGrouping;
using plan::groupingBounds;
using plan::groupsOf;
using plan::listSource;
using plan::ResolvedView;
using timeseries::bucketMetaFilter;

namespace {

/// Counts dates by classes. Each class ends at a bound (inclusive); later dates are not counted.
class DateClassifier
{
public:
    explicit DateClassifier(std::vector<bson::Date> bounds)
        : m_bounds(std::move(bounds))
        , m_classes(m_bounds.size())
    {
    }

    void add(bson::Date date)
    {
        const auto bound = std::ranges::lower_bound(m_bounds, date.millis, {}, &bson::Date::millis);
        if (bound == m_bounds.end()) {
            return;
        }
        catalog::DateClass& found = m_classes[static_cast<std::size_t>(bound - m_bounds.begin())];
        if (found.documents == 0 || date.millis < found.oldest.millis) {
            found.oldest = date;
        }
        if (found.documents == 0 || date.millis > found.newest.millis) {
            found.newest = date;
        }
        ++found.documents;
    }

    const std::vector<catalog::DateClass>& classes() const { return m_classes; }

private:
    std::vector<bson::Date> m_bounds;
    std::vector<catalog::DateClass> m_classes;
};

/// Whether the buckets alone can answer: the pipeline groups by the time field, and its filter
/// decides for whole buckets.
bool fits(const DateGrouping& grouping, const ResolvedView& view)
{
    return view.buckets && view.stages.empty() && grouping.field == view.buckets->timeField
        && bucketMetaFilter(grouping.partialFilter, view.buckets->metaField);
}

} // namespace

Result<std::optional<std::vector<bson::Document>>>
groupsByBuckets(const DateGrouping& grouping, const ResolvedView& view,
                const query::EvaluationContext& evaluation, const ViewScope& scope)
{
    using Groups = std::vector<bson::Document>;
    if (!fits(grouping, view)) {
        return std::optional<Groups>();
    }
    const std::vector<bson::Document> match = matchStages(grouping.partialFilter);
    const auto walk = openBuckets(view, {viewsOf(match), {}, evaluation}, scope);
    TRY(walk);
    DateClassifier classifier(groupingBounds(grouping));
    while (true) {
        auto moved = (*walk)->next();
        TRY(moved);
        if (!*moved) {
            break;
        }
        const auto times = query::bucketTimes((*walk)->document(), view.buckets->timeField);
        TRY(times);
        for (const bson::Element& time : times->view()) {
            classifier.add(time.value.asDate());
        }
    }
    return std::optional(groupsOf(grouping, classifier.classes()));
}

Result<query::DocumentSourcePtr> countedView(const AggregateRequest& aggregate,
                                             const ResolvedView& view, const ViewScope& scope)
{
    if (const auto grouping = dateGrouping(aggregate.stages)) {
        auto groups = groupsByBuckets(*grouping, view, aggregate.evaluation, scope);
        TRY(groups);
        if (*groups) {
            return listSource(std::move(**groups));
        }
    }
    const auto counting = countingPipeline(aggregate.stages);
    if (!counting) {
        return query::DocumentSourcePtr();
    }
    const std::vector<bson::Document> match = matchStages(counting->filter);
    auto count = countView(view, {viewsOf(match), aggregate.shape.hint, aggregate.evaluation},
                           std::numeric_limits<std::int64_t>::max(), scope);
    TRY(count);
    return listSource(counting->result(*count));
}

} // namespace sandglass::engine::reads
