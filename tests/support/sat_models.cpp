#include "sat_models.h"

using namespace vkscan;

namespace testing_support {

namespace {

std::vector<Capabilities> allDevices()
{
    std::vector<Capabilities> devices = {portableDevice(), listedDevice(), listedLargeDevice(), boundedLoopsDevice(),
                                         fewRegistersDevice()};
    for (const uint32_t width : {4u, 16u, 64u, 128u}) {
        devices.push_back(portableDevice());
        devices.back().subgroupSize = width;
    }
    return devices;
}

} // namespace

std::vector<SatModel> allTableModels()
{
    const auto isFloating = [](const AccumulationRow& row) { return row.value != Accumulation::U32; };
    std::vector<SatModel> models;
    for (const Capabilities& capabilities : allDevices())
        for (const Strategy strategy : tableStrategies(WithAuto::Yes))
            for (const Accumulation accumulation : valuesOf(kAccumulations, isFloating))
                for (const VkFormat format :
                     {VK_FORMAT_R32_SFLOAT, VK_FORMAT_R32G32_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT})
                    for (const uint32_t variant : {0u, 1u, 2u, 3u, 4u, 5u}) {
                        Forced<SummedAreaTableDesc> desc = fullBufferDesc();
                        desc.input = Resource::SampledImage;
                        desc.inputFormat = VK_FORMAT_R32G32B32A32_SFLOAT;
                        desc.outputFormat = format;
                        desc.strategy = strategy;
                        desc.accumulation = accumulation;
                        desc.squares = variant % 2 == 1;
                        desc.layout = variant < 3 ? TableLayout::Inclusive : TableLayout::ZeroBorder;
                        desc.bias = static_cast<Bias>(variant % 3);
                        const bool hasOrder = accumulation == Accumulation::F32 && desc.bias != Bias::Mean &&
                                              (strategy == Strategy::Auto || strategy == Strategy::ReduceThenScan);
                        for (const Resource output : {Resource::Buffer, Resource::StorageImage}) {
                            if (output != Resource::Buffer && accumulation == Accumulation::F64)
                                continue;
                            desc.output = output;
                            desc.reproducible = false;
                            models.push_back(satModelOf(desc, capabilities));
                            desc.reproducible = hasOrder;
                            if (hasOrder)
                                models.push_back(satModelOf(desc, capabilities));
                        }
                    }
    return models;
}

std::vector<VkExtent2D> interestingTableExtents(const SatModel& model)
{
    const SatGeometry tile = satGeometry(model, model.tuning.strategy);
    const uint32_t w = tile.tileWidth() - model.border();
    const uint32_t h = tile.tileHeight() - model.border();
    return {{1, 1},
            {w, h},
            {w + 1, h},
            {w, h + 1},
            {1920, 1080},
            {w + 7, 40 * h},
            {kMaxTableExtent, 1},
            {1, kMaxTableExtent},
            {kMaxTableExtent, kMaxTableExtent}};
}

} // namespace testing_support
