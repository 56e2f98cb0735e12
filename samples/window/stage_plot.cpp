#include "stage_plot.h"

#include <imgui.h>

#include <algorithm>

namespace window {
namespace {

// Okabe and Ito's palette, which colour-blind people can tell apart.
constexpr ImU32 kColours[] = {IM_COL32(0, 114, 178, 255),   IM_COL32(230, 159, 0, 255),  IM_COL32(0, 158, 115, 255),
                              IM_COL32(204, 121, 167, 255), IM_COL32(86, 180, 233, 255), IM_COL32(213, 94, 0, 255),
                              IM_COL32(240, 228, 66, 255),  IM_COL32(160, 160, 160, 255)};

ImU32 colourOf(std::size_t stage)
{
    return kColours[stage % std::size(kColours)];
}

void stack(const StageHistory& history)
{
    const ImVec2 size(ImGui::GetContentRegionAvail().x, 5 * ImGui::GetTextLineHeight());
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::Dummy(size);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(corner, ImVec2(corner.x + size.x, corner.y + size.y), IM_COL32(0, 0, 0, 120));
    const std::size_t frames = history.entries()[0].recent.size();
    const float width = size.x / static_cast<float>(frames);
    const float height = size.y / (1.1F * history.slowest());
    for (std::size_t frame = 0; frame < frames; ++frame) {
        const float left = corner.x + width * static_cast<float>(frame);
        float bottom = corner.y + size.y;
        for (std::size_t stage = 0; stage < history.entries().size(); ++stage) {
            const float top = bottom - height * history.entries()[stage].recent[frame];
            list.AddRectFilled(ImVec2(left, top), ImVec2(left + width, bottom), colourOf(stage));
            bottom = top;
        }
    }
}

void addRow(const StageHistory::Entry& entry, ImU32 colour, const StageBytes* bytes, double copySpeed)
{
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::TextUnformatted(entry.name.c_str());
    ImGui::PopStyleColor();
    ImGui::TableNextColumn();
    const auto milliseconds = static_cast<double>(entry.average);
    ImGui::Text("%.3f", milliseconds);
    if (bytes == nullptr)
        return;
    ImGui::TableNextColumn();
    ImGui::Text("%.1f", static_cast<double>(bytes->bytes) / 1e6);
    ImGui::TableNextColumn();
    if (copySpeed > 0 && milliseconds > 0)
        ImGui::Text("%.0f%%", 100 * static_cast<double>(bytes->bytes) / milliseconds / copySpeed);
}

} // namespace

void plotStages(const StageHistory& history, const std::vector<StageBytes>& stageBytes, double copySpeed)
{
    ImGui::Text("%.3f ms on the device", static_cast<double>(history.totalAverage()));
    stack(history);
    constexpr const char* kColumns[] = {"stage", "ms", "MB", "of copy"};
    const int columns = stageBytes.empty() ? 2 : 4;
    if (!ImGui::BeginTable("stages", columns, ImGuiTableFlags_SizingStretchProp))
        return;
    for (int column = 0; column < columns; ++column)
        ImGui::TableSetupColumn(kColumns[column]);
    ImGui::TableHeadersRow();
    for (std::size_t i = 0; i < history.entries().size(); ++i) {
        const StageHistory::Entry& entry = history.entries()[i];
        const auto bytes = std::find_if(stageBytes.begin(), stageBytes.end(),
                                        [&](const StageBytes& other) { return other.stage == entry.name; });
        addRow(entry, colourOf(i), bytes == stageBytes.end() ? nullptr : &*bytes, copySpeed);
    }
    ImGui::EndTable();
}

} // namespace window
