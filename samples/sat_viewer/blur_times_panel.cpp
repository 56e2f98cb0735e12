#include "blur_times_panel.h"

#include <imgui.h>

#include <cmath>

namespace viewer {
namespace {

constexpr ImU32 kColours[BlurTimes::kWays] = {IM_COL32(86, 180, 233, 255), IM_COL32(230, 159, 0, 255),
                                              IM_COL32(213, 94, 0, 255)};

} // namespace

void showBlurTimes(const BlurTimes& times, unsigned radius)
{
    if (!times.areUsable()) {
        ImGui::TextWrapped("The device's timestamps do not enclose the stages, so these have no times.");
        return;
    }
    if (const auto now = times.byRadius().find(radius); now != times.byRadius().end()) {
        for (std::size_t way = 0; way < BlurTimes::kWays; ++way) {
            ImGui::PushStyleColor(ImGuiCol_Text, kColours[way]);
            ImGui::Text("%-10s %9.3f ms  x %.1f", BlurTimes::kNames[way], now->second[way],
                        now->second[way] / now->second[0]);
            ImGui::PopStyleColor();
        }
    }
    const ImVec2 size(ImGui::GetContentRegionAvail().x, 8 * ImGui::GetTextLineHeight());
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::Dummy(size);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(corner, ImVec2(corner.x + size.x, corner.y + size.y), IM_COL32(0, 0, 0, 120));
    if (times.byRadius().empty())
        return;
    const auto [shortest, longest] = times.range();
    const double across = std::log(1.0 + times.byRadius().rbegin()->first);
    const double down = std::log(longest * 1.2 / (shortest * 0.8));
    for (std::size_t way = 0; way < BlurTimes::kWays; ++way) {
        list.PathClear();
        for (const auto& [at, milliseconds] : times.byRadius()) {
            const double x = std::log(1.0 + at) / across;
            const double y = std::log(milliseconds[way] / (shortest * 0.8)) / down;
            list.PathLineTo(
                ImVec2(corner.x + size.x * static_cast<float>(x), corner.y + size.y * static_cast<float>(1 - y)));
        }
        list.PathStroke(kColours[way], 0, 2);
    }
    ImGui::TextDisabled("time by radius, logarithmic");
}

} // namespace viewer
