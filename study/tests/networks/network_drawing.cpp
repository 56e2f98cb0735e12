#include "network_drawing.h"

#include <set>

namespace networks {

namespace {

// Where a value comes from: the nodes that it combines, until it is a node itself.
struct Origin {
    std::set<Point> sources;
    uint32_t applications = 0;
};

class Tracer {
public:
    explicit Tracer(const Wiring& network) : wiring(network)
    {
        memory.shared.resize(wiring.positions.size());
        memory.totals.resize(wiring.size);
        for (uint32_t i = 0; i < wiring.size; ++i)
            memory.registers.push_back({{{i, 0}}, 0});
    }

    Drawing trace()
    {
        for (const Step& step : wiring.steps)
            trace(step);
        drawing.exclusive = memory.registers.back().sources.rbegin()->column == wiring.size - 1;
        return drawing;
    }

private:
    const Wiring& wiring;
    Memory<Origin> memory;
    Drawing drawing;

    void trace(const Step& step)
    {
        Memory<Origin> before = memory;
        const uint32_t begin = drawing.rows;
        const size_t nodesBefore = drawing.nodes.size();
        uint32_t applications = 0;
        for (const Operation& operation : step.operations) {
            Origin& target = memory.at(operation.target);
            target = originOf(operation, before);
            if (operation.operands.size() > 1)
                applications += static_cast<uint32_t>(operation.operands.size()) - 1;
            if (operation.target.kind != Place::Kind::Shared)
                continue;
            const uint32_t column = wiring.positions[operation.target.index];
            if (column == kNowhere)
                continue;
            const bool combined = target.applications > 0;
            if (combined || target.sources.empty() || target.sources.begin()->column != column)
                addNode(target, column, begin);
            if (combined) // the register has it, too
                memory.at(operation.operands[0]) = target;
        }
        for (uint32_t i = 0; i < wiring.size; ++i)
            addCombined(memory.registers[i], begin);
        addCombined(memory.totals.back(), begin);
        if (drawing.nodes.size() > nodesBefore)
            drawing.bands.push_back({drawing.rows - begin, applications});
    }

    Origin originOf(const Operation& operation, Memory<Origin>& before)
    {
        Origin origin;
        for (const Place place : operation.operands) {
            const Origin& operand = belongsTo(operation.invocation, place) ? memory.at(place) : before.at(place);
            origin.sources.insert(operand.sources.begin(), operand.sources.end());
            origin.applications += operand.applications;
        }
        if (operation.operands.size() > 1)
            origin.applications += static_cast<uint32_t>(operation.operands.size()) - 1;
        return origin;
    }

    // A value that stays in a register is drawn in the column of its latest source.
    void addCombined(Origin& origin, uint32_t begin)
    {
        if (origin.applications > 0)
            addNode(origin, origin.sources.rbegin()->column, begin);
    }

    void addNode(Origin& origin, uint32_t column, uint32_t begin)
    {
        Node node = {.kind = origin.applications > 0  ? Node::Kind::Combined
                             : origin.sources.empty() ? Node::Kind::Identity
                                                      : Node::Kind::Taken,
                     .at = {column, begin},
                     .sources = {}};
        for (const Point source : origin.sources) {
            node.at.row = std::max(node.at.row, source.row);
            if (source.column != column)
                node.sources.push_back({source.column, std::max(source.row, begin)});
        }
        ++node.at.row;
        drawing.rows = std::max(drawing.rows, node.at.row);
        drawing.nodes.push_back(node);
        origin = {{node.at}, 0};
    }
};

} // namespace

Drawing draw(const Wiring& wiring)
{
    return Tracer(wiring).trace();
}

} // namespace networks
