#ifndef VKSCAN_SAMPLES_SAT_VIEWER_TABLE_DESC_H
#define VKSCAN_SAMPLES_SAT_VIEWER_TABLE_DESC_H

#include "settings.h"

#include "../drawing/sat_pass.h"

namespace viewer {

// The description of tables of `input` in `output` with what the settings say of waiting, accumulation and bias.
drawing::SatPassDesc satPassDesc(const Settings& settings, VkFormat input, VkFormat output, VkExtent2D extent);

} // namespace viewer

#endif
