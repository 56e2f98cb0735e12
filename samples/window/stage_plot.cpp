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

// Three digits of what is below 100.
void addNumber(double value, const char* unit = "")
{
    ImGui::Text(value < 100 ? "%.3g%s" : "%.0f%s", value, unit);
}

// Its bytes are only where there is room for them.
void addRow(const StageHistory::Entry& entry, ImU32 colour, const StageBytes* bytes, double copySpeed, bool hasRoom)
{
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::TextUnformatted(entry.name.c_str());
    ImGui::PopStyleColor();
    ImGui::TableNextColumn();
    const auto milliseconds = static_cast<double>(entry.average);
    addNumber(milliseconds);
    if (bytes == nullptr)
        return;
    if (hasRoom) {
        ImGui::TableNextColumn();
        addNumber(static_cast<double>(bytes->bytes) / 1e6);
    }
    ImGui::TableNextColumn();
    if (copySpeed > 0 && milliseconds > 0)
        addNumber(100 * static_cast<double>(bytes->bytes) / milliseconds / copySpeed, "%");
}

} // namespace

void plotStages(const StageHistory& history, const std::vector<StageBytes>& stageBytes, double copySpeed)
{
    addNumber(static_cast<double>(history.totalAverage()), " ms a frame on the device");
    stack(history);
    const bool hasRoom = ImGui::GetContentRegionAvail().x > 20 * ImGui::GetFontSize();
    std::vector<const char*> columns = {"stage", "ms"};
    if (!stageBytes.empty() && hasRoom)
        columns.push_back("MB");
    if (!stageBytes.empty())
        columns.push_back("of copy");
    if (!ImGui::BeginTable("stages", static_cast<int>(columns.size()), ImGuiTableFlags_SizingStretchProp))
        return;
    for (const char* column : columns)
        ImGui::TableSetupColumn(column);
    ImGui::TableHeadersRow();
    for (std::size_t i = 0; i < history.entries().size(); ++i) {
        const StageHistory::Entry& entry = history.entries()[i];
        const auto bytes = std::find_if(stageBytes.begin(), stageBytes.end(),
                                        [&](const StageBytes& other) { return other.stage == entry.name; });
        addRow(entry, colourOf(i), bytes == stageBytes.end() ? nullptr : &*bytes, copySpeed, hasRoom);
    }
    ImGui::EndTable();
}

} // namespace window
