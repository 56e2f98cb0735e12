#include "table_desc.h"

namespace viewer {

drawing::SatPassDesc satPassDesc(const Settings& settings, VkFormat input, VkFormat output, VkExtent2D extent)
{
    drawing::SatPassDesc desc;
    desc.table.inputFormat = input;
    desc.table.outputFormat = output;
    desc.table.accumulation = settings.accumulation;
    desc.table.bias = settings.bias;
    desc.table.layout = vkscan::TableLayout::ZeroBorder;
    desc.table.waiting = settings.waiting;
    desc.extent = extent;
    desc.givenBias.fill(0.25F);
    return desc;
}

} // namespace viewer
