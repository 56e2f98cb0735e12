// A network as a drawing: a column for each value, time downwards.
#ifndef VKSCAN_TESTS_NETWORK_DRAWING_H
#define VKSCAN_TESTS_NETWORK_DRAWING_H

#include "network_twin.h"

namespace networks {

struct Point {
    uint32_t column, row;
    auto operator<=>(const Point&) const = default;
};

// A value that changes, and what it comes from. What was in its own column is the wire itself, and not among the
// sources.
struct Node {
    enum class Kind : uint8_t { Combined, Taken, Identity }; // Taken: another's value instead of its own
    Kind kind;
    Point at;
    std::vector<Point> sources;
};

// A step in which values change.
struct Band {
    uint32_t rows, applications;
};

struct Drawing {
    std::vector<Node> nodes;
    std::vector<Band> bands;
    uint32_t rows = 0;
    bool exclusive = false; // what the columns end with
};

[[nodiscard]] Drawing draw(const Wiring& wiring);

[[nodiscard]] std::string toSvg(const Wiring& wiring, const std::string& title);

} // namespace networks

#endif
