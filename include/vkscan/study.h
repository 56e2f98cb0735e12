// What is for comparison and study, in a library of its own, which the target vkscan::study links: programs that use
// Strategy::Auto alone need none of it.
#ifndef VKSCAN_STUDY_H
#define VKSCAN_STUDY_H

namespace vkscan {

struct Study;

// For ContextDesc::study. Offers the strategies DecoupledLookback, ScanThenPropagate, Chained, Sam, Cascade and
// TruncatedCascade, all networks, and all methods of reductions. Static storage; never null.
[[nodiscard]] const Study* study() noexcept;

} // namespace vkscan

#endif
